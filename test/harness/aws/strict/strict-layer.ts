import type { AwsAnswer } from '../aws-answer.ts';
import type { AwsCall } from '../aws-call.ts';
import { createAssumeRoleRule } from './assume-role.ts';
import { createClientTokenRule } from './client-tokens.ts';
import { dependencyRule } from './dependencies.ts';
import { createHostedZoneRule } from './hosted-zones.ts';
import { missingActionRule } from './missing-actions.ts';
import { createNatGatewayRule } from './nat-gateways.ts';
import { quotaRule } from './quotas.ts';
import type { RuleWorld, StrictKnobs, StrictRule } from './rule.ts';
import { createVisibilityRule } from './visibility.ts';

export interface StrictLayer {
  readonly knobs: StrictKnobs;
  refuse(call: AwsCall): Promise<AwsAnswer | undefined>;
  amend(call: AwsCall, answer: AwsAnswer): Promise<AwsAnswer>;
  reset(): void;
}

const usualKnobs = (): StrictKnobs => ({
  hideSeconds: 0,
  natCreateSeconds: 100,
  natDeleteSeconds: 50,
  limits: {},
});

/** The rules of AWS that moto does not know. The first refusal counts; answers pass all rules. */
export const createStrictLayer = (world: Omit<RuleWorld, 'knobs'>): StrictLayer => {
  const knobs = usualKnobs();
  const seen: RuleWorld = { ...world, knobs };
  const rules: readonly StrictRule[] = [
    createAssumeRoleRule(),
    missingActionRule,
    createHostedZoneRule(),
    createClientTokenRule(),
    quotaRule,
    dependencyRule,
    createNatGatewayRule(),
    createVisibilityRule(),
  ];
  return {
    knobs,
    refuse: async (call) => {
      for (const rule of rules) {
        const answer = await rule.refuse?.(call, seen);
        if (answer !== undefined) return answer;
      }
      return undefined;
    },
    amend: async (call, answer) => {
      let amended = answer;
      for (const rule of rules) amended = (await rule.amend?.(call, amended, seen)) ?? amended;
      return amended;
    },
    reset: () => {
      Object.assign(knobs, usualKnobs());
      for (const rule of rules) rule.reset?.();
    },
  };
};
