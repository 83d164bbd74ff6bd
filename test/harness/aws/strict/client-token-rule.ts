import { type AwsAnswer, Refusal } from '../protocol/aws-answer.ts';
import type { AwsCall } from '../protocol/aws-call.ts';
import type { Scene, StrictRule } from './rule.ts';

interface Earlier {
  readonly parameters: string;
  readonly answer: AwsAnswer;
  readonly at: number;
}

/** AWS keeps tokens for a day at least. */
const keptMs = 24 * 3600 * 1000;

const earlier = new WeakMap<Scene['estate'], Map<string, Earlier>>();

const earlierOf = ({ estate }: Scene): Map<string, Earlier> => {
  const found = earlier.get(estate) ?? new Map();
  earlier.set(estate, found);
  return found;
};

const tokenOf = (call: AwsCall): string | undefined => {
  if (call.service === 'ec2') return call.parameters.get('ClientToken') ?? undefined;
  if (call.service !== 'ram' || !call.isWrite) return undefined;
  return (JSON.parse(call.body.toString('utf8') || '{}') as { readonly clientToken?: string }).clientToken;
};

/** As it was asked for: rules complete the parameters afterwards. */
const asked = new WeakMap<AwsCall, { readonly key: string; readonly parameters: string }>();

/** The second try with a token gets the first one's answer; with other parameters it is refused. Moto makes a second thing. */
export const clientTokenRule: StrictRule = {
  before: {
    '*': (call, scene) => {
      const token = tokenOf(call);
      if (token === undefined || token === '') return undefined;
      const key = `${call.account} ${call.region} ${call.service}:${call.action} ${token}`;
      const parameters = call.service === 'ram' ? call.body.toString('utf8') : call.parameters.toString();
      asked.set(call, { key, parameters });
      const first = earlierOf(scene).get(key);
      if (first === undefined || scene.now() - first.at > keptMs) return undefined;
      if (first.parameters === parameters) return first.answer;
      if (call.service === 'ram')
        throw new Refusal(
          'IdempotentParameterMismatchException',
          'The client token was used with other parameters.',
        );
      throw new Refusal(
        'IdempotentParameterMismatch',
        'Arguments on this idempotent request are inconsistent with arguments used in previous request(s).',
      );
    },
  },
  after: {
    '*': (call, answer, scene) => {
      const first = asked.get(call);
      if (first !== undefined)
        earlierOf(scene).set(first.key, { parameters: first.parameters, answer, at: scene.now() });
    },
  },
};
