import { type AwsAnswer, refusal } from '../aws-answer.ts';
import type { AwsCall } from '../aws-call.ts';
import type { StrictRule } from './rule.ts';

const tokenActions = new Set(['CreateNatGateway', 'CreateVpcEndpoint', 'RunInstances', 'CreateSubnet']);

const keyOf = (call: AwsCall): string | undefined => {
  const token = call.parameters.get('ClientToken');
  if (call.service !== 'ec2' || token === null || !tokenActions.has(call.action)) return undefined;
  return `${call.account} ${call.region} ${call.action} ${token}`;
};

/** The second try with a token gets the first one's answer; with other parameters it is refused. Moto makes a second thing. */
export const createClientTokenRule = (): StrictRule => {
  const answered = new Map<string, { readonly parameters: string; readonly answer: AwsAnswer }>();
  return {
    refuse: (call) => {
      const key = keyOf(call);
      const earlier = key === undefined ? undefined : answered.get(key);
      if (earlier === undefined) return undefined;
      if (earlier.parameters === call.parameters.toString()) return earlier.answer;
      return refusal(call, 400, 'IdempotentParameterMismatch', 'The token was used with other parameters.');
    },
    amend: (call, answer) => {
      const key = keyOf(call);
      if (key !== undefined && answer.status === 200)
        answered.set(key, { parameters: call.parameters.toString(), answer });
      return answer;
    },
    reset: () => answered.clear(),
  };
};
