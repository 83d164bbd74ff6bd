import type { AwsAnswer } from '../aws-answer.ts';
import type { AwsCall } from '../aws-call.ts';

/** What the rules of the strict layer can look at. */
export interface RuleWorld {
  /** Milliseconds of the double's clock. */
  clock(): number;
  /** Asks moto itself, past all rules: `Action=DescribeVpcs&…` of the query protocol. */
  ask(call: Pick<AwsCall, 'service' | 'region' | 'account'>, body: string): Promise<string>;
  readonly knobs: StrictKnobs;
}

/** How far the double departs from an account without limits and without delays. */
export interface StrictKnobs {
  /** Seconds during which lists and looks do not show what was just made. */
  hideSeconds: number;
  /** Seconds until a NAT gateway is available, and until a deleted one is gone. */
  natCreateSeconds: number;
  natDeleteSeconds: number;
  /** Limits by action, per region: `CreateVpc: 5`. */
  readonly limits: Record<string, number>;
}

/** One thing that AWS does and moto does not. */
export interface StrictRule {
  /** An answer instead of moto's. */
  refuse?(call: AwsCall, world: RuleWorld): Promise<AwsAnswer | undefined> | AwsAnswer | undefined;
  /** Moto's answer as AWS would give it. */
  amend?(call: AwsCall, answer: AwsAnswer, world: RuleWorld): AwsAnswer | Promise<AwsAnswer>;
  reset?(): void;
}
