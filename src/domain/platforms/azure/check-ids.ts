import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { collect, conflicting } from '../problems.ts';
import { groupOfId } from './azure-formats.ts';
import type { AzureNetwork, AzurePlatform } from './azure-spec.ts';

/** A resource that the cluster refers to must be in its own subscription: the operators have rights there only. */
export const checkSubscription = (
  { subscriptionId }: AzurePlatform,
  id: string | undefined,
  at: SpecPath,
): FieldProblem | undefined => {
  const found = id === undefined ? undefined : groupOfId(id);
  if (found === undefined || found.subscription.toLowerCase() === subscriptionId.toLowerCase())
    return undefined;
  return conflicting(at, `It is in subscription ${found.subscription}, the cluster in ${subscriptionId}.`);
};

/** Ids are the same in any case. */
export const isSubnetOf = (vnetId: string, subnetId: string): boolean =>
  subnetId.toLowerCase().startsWith(`${vnetId.toLowerCase()}/subnets/`);

export const checkNetworkIds = (
  azure: AzurePlatform,
  { vnetId, subnetId, securityGroupId }: AzureNetwork,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    checkSubscription(azure, vnetId, [...at, 'vnetId']),
    checkSubscription(azure, securityGroupId, [...at, 'securityGroupId']),
    isSubnetOf(vnetId, subnetId)
      ? undefined
      : conflicting([...at, 'subnetId'], `The subnet is not one of ${vnetId}.`),
  );
