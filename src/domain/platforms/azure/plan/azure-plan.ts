import type { InfrastructureRequest } from '../../../infrastructure/infrastructure-plan.ts';
import type { InfrastructureOutputs } from '../../../infrastructure/infrastructure-record.ts';
import type { ManagedInfrastructure } from '../../platform-rules.ts';
import type { AzureWorkloadIdentities } from '../azure-spec.ts';
import { subnetCidrOf } from '../machine-range.ts';
import { azureIds, managedOf } from './azure-ids.ts';
import { identitiesOf, identitySteps } from './identity-steps.ts';
import { networkSteps } from './network-steps.ts';

const outputs = (request: InfrastructureRequest, idOf: (step: string) => string): InfrastructureOutputs => {
  const { azure, infrastructure } = managedOf(request);
  const ids = azureIds(request);
  const clientIds = Object.fromEntries(
    identitiesOf(request).map(({ name, suffix }) => [name, idOf(`clientId/${suffix}`)]),
  ) as unknown as AzureWorkloadIdentities;
  return {
    issuerUrl: request.issuerUrl,
    machineCidrs: [subnetCidrOf(infrastructure)],
    publicZoneId: ids.publicZone,
    privateZoneId: ids.privateZone,
    azure: {
      resourceGroup: `berth-${request.infraId}`,
      vnetId: ids.vnet,
      subnetId: ids.subnet,
      securityGroupId: ids.securityGroup,
      workloadIdentities: clientIds,
      ...((azure.endpointAccess ?? 'public') === 'public' ? {} : { natSubnetId: ids.natSubnet }),
    },
  };
};

/** What Berth makes on Azure: one resource group with all in it, and one role assignment outside. */
export const azureManaged: ManagedInfrastructure = {
  plan: (request) => {
    const ids = azureIds(request);
    return [...networkSteps(request, ids), ...identitySteps(request, ids)];
  },
  outputs,
};
