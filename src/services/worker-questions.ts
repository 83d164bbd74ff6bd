import {
  findQuestion,
  insertQuestion,
  removeQuestion,
  type WorkerQuestion,
} from '../db/repositories/worker-questions.ts';
import type { QuestionKind, WorkerQuestions } from '../domain/question/worker-question.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { ServiceDependencies } from './dependencies.ts';
import type { RequestContext } from './request-context.ts';
import type { Waiters } from './waiters.ts';

/** Who asks, and for how long. */
interface Asking {
  readonly context: Pick<RequestContext, 'tenantId' | 'traceparent'>;
  readonly patienceMs: number;
  readonly signal: AbortSignal;
}

/** Asks a worker. Throws `unavailable` when none answers in time or what it needs does not answer. */
export type AskWorker = <Kind extends QuestionKind>(
  kind: Kind,
  input: WorkerQuestions[Kind]['input'],
  asking: Asking,
) => Promise<WorkerQuestions[Kind]['answer']>;

const unanswered = (detail: string): BerthError =>
  new BerthError('unavailable', detail, { retryAfterSeconds: 10 });

const readAnswer = (question: WorkerQuestion | undefined): JsonObject => {
  if (question === undefined || question.state === 'asked')
    throw unanswered('No worker could answer in time. Try again.');
  if (question.answer === undefined)
    throw unanswered(question.error?.detail ?? 'A worker could not find the answer. Try again.');
  return question.answer;
};

/**
 * A question goes to the workers as a row, its answer comes back in it, and then the row goes: whichever process and
 * worker they are.
 */
export const createAskWorker =
  (deps: Pick<ServiceDependencies, 'database' | 'newId'>, waiters: Waiters): AskWorker =>
  async (kind, input, { context, patienceMs, signal }) => {
    const tenant = deps.database.tenant(context);
    const id = deps.newId('workerQuestion');
    const lifeSeconds = Math.ceil(patienceMs / 1000);
    const { traceparent } = context;
    const stored = input as unknown as JsonObject;
    await insertQuestion(tenant, { id, kind, input: stored, lifeSeconds, traceparent });
    try {
      const ended = await waiters.waitFor(
        id,
        async () => {
          const question = await findQuestion(tenant, id);
          return question?.state === 'asked' ? undefined : question;
        },
        patienceMs,
        signal,
      );
      return readAnswer(ended) as WorkerQuestions[typeof kind]['answer'];
    } finally {
      await removeQuestion(tenant, id);
    }
  };
