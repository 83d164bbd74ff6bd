import { dnsKinds } from './dns.ts';
import { federatedIdentityCredentials, userAssignedIdentities } from './identities.ts';
import type { ArmKind } from './kind.ts';
import { loadBalancers, machineKinds, networkSecurityGroups, publicIPAddresses } from './network.ts';
import { resourceGroups } from './resource-groups.ts';
import { roleAssignments } from './role-assignments.ts';
import { subnets, virtualNetworks } from './virtual-networks.ts';

const kinds: readonly ArmKind[] = [
  resourceGroups,
  networkSecurityGroups,
  virtualNetworks,
  subnets,
  publicIPAddresses,
  loadBalancers,
  userAssignedIdentities,
  federatedIdentityCredentials,
  roleAssignments,
  ...dnsKinds,
  ...machineKinds,
];

const byType = new Map(kinds.map((kind) => [kind.type.toLowerCase(), kind]));

export const kindOf = (type: string): ArmKind | undefined => byType.get(type.toLowerCase());
