import type { __Client } from '@aws-sdk/client-ec2';
import type { CloudError } from '../contract.ts';
import { toCloudError } from './errors.ts';
import type { CallPlace, RateClock, RateLimiter } from './rate-limit.ts';

/** One call to AWS, for those who watch. */
export interface AwsCall extends CallPlace {
  readonly operation: string;
  readonly isWrite: boolean;
}

/** Told of each try of a call; what it throws is not taken for an answer of AWS. */
export type AwsObserver = (call: AwsCall, phase: 'before' | 'after') => void | Promise<void>;

export interface CallRules {
  readonly limiter: RateLimiter;
  readonly clock: RateClock;
  readonly observe?: AwsObserver;
  /** Milliseconds that one try may take. */
  readonly timeLimit: number;
}

const readings = /^(?:Describe|Get|List|Head|Simulate|AssumeRole)/;

/** Tries of one call, pauses in milliseconds between them. More is the business of the next pass. */
const pauses = [500, 1500] as const;

const withTimeLimit = async <Answer>(run: Promise<Answer>, limit: number): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`no answer within ${limit / 1000} s`);
      error.name = 'TimeoutError';
      reject(error);
    }, limit);
  });
  try {
    return await Promise.race([run, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Throttling means that nothing was done; a lost answer to a question can be asked for again, one to a change cannot. */
const mayTryAgain = ({ kind }: CloudError, { isWrite }: AwsCall): boolean =>
  kind === 'throttled' || (kind === 'transient' && !isWrite);

const runCall = async <Answer>(
  call: AwsCall,
  rules: CallRules,
  run: () => Promise<Answer>,
): Promise<Answer> => {
  const { limiter, clock, observe, timeLimit } = rules;
  for (let tries = 0; ; tries += 1) {
    await limiter.take(call);
    await observe?.(call, 'before');
    let refused: CloudError | undefined;
    let answer: Answer | undefined;
    try {
      answer = await withTimeLimit(run(), timeLimit);
    } catch (error) {
      refused = toCloudError(error, call.isWrite);
    }
    await observe?.(call, 'after');
    if (refused === undefined) return answer as Answer;
    if (refused.kind === 'throttled') limiter.slowDown(call);
    const pause = pauses[tries];
    if (pause === undefined || !mayTryAgain(refused, call)) throw refused;
    await clock.sleep(pause);
  }
};

/** Puts every call of a client under the rules: its turn, its time limit, its refusals as `CloudError`. */
export const guardCalls = <Input extends object, Output extends { readonly $metadata: object }>(
  client: { readonly middlewareStack: __Client<unknown, Input, Output, never>['middlewareStack'] },
  place: CallPlace,
  rules: CallRules,
): void => {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const operation = (context.commandName ?? 'Unknown').replace(/Command$/, '');
      return runCall({ ...place, operation, isWrite: !readings.test(operation) }, rules, () => next(args));
    },
    { step: 'initialize', name: 'berthRules', priority: 'high' },
  );
};
