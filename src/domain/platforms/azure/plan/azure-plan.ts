import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import type { InfrastructureOutputs } from '../../../infrastructure/infrastructure-record.ts';
import type { ManagedInfrastructure } from '../../platform-rules.ts';
import type { AzureWorkloadIdentities } from '../azure-spec.ts';
import { vnetCidrOf } from '../machine-range.ts';
import { azureIds, managedOf } from './azure-ids.ts';
import { groupSteps, machineSweep, recordSteps, remainsSweep } from './group-steps.ts';
import { clientIdStep, identitiesOf, identitySteps } from './identity-steps.ts';
import { hasLinkSubnet } from './network-bodies.ts';
import { networkSteps } from './network-steps.ts';
import { keyVaultSteps } from './role-steps.ts';

const plan = (request: InfrastructureRequest): readonly PlannedStep[] => {
  const ids = azureIds(request);
  const own = [
    ...groupSteps(request, ids),
    ...networkSteps(request, ids),
    ...keyVaultSteps(request, ids),
    ...identitySteps(request, ids),
  ];
  return [...remainsSweep(request, ids), ...own, ...recordSteps(request), ...machineSweep(request, ids, own)];
};

const outputs = (request: InfrastructureRequest, idOf: (step: string) => string): InfrastructureOutputs => {
  const { infrastructure } = managedOf(request);
  const ids = azureIds(request);
  const clientIds = Object.fromEntries(
    identitiesOf(request).map((row) => [row.name, idOf(clientIdStep(row))]),
  ) as unknown as AzureWorkloadIdentities;
  return {
    issuerUrl: request.issuerUrl,
    // Of a network of the user's the spec says it.
    ...(infrastructure.network === undefined ? { machineCidrs: [vnetCidrOf(infrastructure)] } : {}),
    publicZoneId: idOf('zone/public'),
    privateZoneId: ids.privateZone,
    azure: {
      resourceGroup: ids.groupName,
      vnetId: ids.vnet,
      subnetId: ids.subnet,
      securityGroupId: ids.securityGroup,
      workloadIdentities: clientIds,
      ...(hasLinkSubnet(request) ? { natSubnetId: ids.natSubnet } : {}),
    },
  };
};

/** What Berth makes on Azure: one resource group with all in it, and rights on what stands outside. */
export const azureManaged: ManagedInfrastructure = { plan, outputs };
