import { clusterTagOf } from '../../../../domain/platforms/aws/plan/plan-frame.ts';
import { inputOf } from '../../../../domain/platforms/aws/plan/step-inputs.ts';
import type { RemoveResult, StepContext, StepHandler } from '../../contract.ts';
import type { AwsAccount } from '../account.ts';
import { type Accounts, accountOf } from '../accounts.ts';
import { marksOf } from '../marks.ts';
import { removing, type Seen, seenById, tagFilter } from '../resource-type.ts';
import { vpc } from '../vpc.ts';

/** Where others may have put something that goes with the cluster. */
export interface SweepPlace {
  readonly account: AwsAccount;
  readonly step: StepContext;
}

export interface SweepInVpc extends SweepPlace {
  readonly vpcId: string;
}

/** How things of others are found, and removed one by one. What `list` gives is the cluster's beyond doubt. */
export interface Sweep<Place extends SweepPlace> {
  list(place: Place): Promise<readonly { readonly id: string }[]>;
  remove(place: SweepPlace, id: string): Promise<RemoveResult>;
}

/** By the tag of the cluster, which its controllers put on all that they make. */
export const clusterFilter = ({ step }: SweepPlace) => tagFilter(clusterTagOf(step.request.infraId), 'owned');

/** Checked again: a filter may be ignored. */
export const ofCluster = <Raw>({ step }: SweepPlace, seen: readonly Seen<Raw>[]): readonly Seen<Raw>[] =>
  seen.filter(({ tags }) => tags[clusterTagOf(step.request.infraId)] === 'owned');

export const sweepByTag = (accounts: Accounts, sweep: Sweep<SweepPlace>): StepHandler => ({
  find: async (step) => {
    const place = { account: await accountOf(accounts, step), step };
    return (await sweep.list(place)).map(({ id }) => ({ id, isOurs: true }));
  },
  remove: async (step, id) => {
    const place = { account: await accountOf(accounts, step), step };
    return removing(() => sweep.remove(place, id));
  },
});

/** The VPC that is recorded for the cluster, while it is there and nobody else's: all that is in it is the cluster's. */
const ownVpcOf = async (accounts: Accounts, step: StepContext): Promise<string | undefined> => {
  const { vpcStep = '', vpcAccount } = inputOf('sweepLoadBalancers', step.planned);
  const vpcId = step.knownIdOf(vpcStep);
  if (vpcId === undefined) return undefined;
  const account = await accountOf(accounts, step, vpcAccount);
  const seen = await seenById(vpc, account, step.request, vpcId);
  return seen === undefined || marksOf(seen.tags, step) === 'foreign' ? undefined : vpcId;
};

export const sweepInVpc = (accounts: Accounts, sweep: Sweep<SweepInVpc>): StepHandler => ({
  find: async (step) => {
    const vpcId = await ownVpcOf(accounts, step);
    if (vpcId === undefined) return [];
    const place = { account: await accountOf(accounts, step), step, vpcId };
    return (await sweep.list(place)).map(({ id }) => ({ id, isOurs: true }));
  },
  remove: async (step, id) => {
    const place = { account: await accountOf(accounts, step), step };
    return removing(() => sweep.remove(place, id));
  },
});
