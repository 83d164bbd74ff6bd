import type { StepHandler } from '../contract.ts';
import { armHandler } from './handlers/arm-handler.ts';
import { identityClientIdHandler, roleAssignmentHandler } from './handlers/identity-handlers.ts';
import { resourceGroupHandler } from './handlers/resource-group-handler.ts';
import { dnsRecordsHandler, publicZoneHandler } from './handlers/zone-handlers.ts';
import type { AzureApi } from './http/azure-api.ts';

/** One handler a type of step of the plan. */
export const azureHandlers = (api: AzureApi): Readonly<Record<string, StepHandler>> => {
  const tagged = armHandler(api, true);
  return {
    resourceGroup: resourceGroupHandler(api),
    publicZone: publicZoneHandler(api),
    securityGroup: tagged,
    virtualNetwork: tagged,
    privateZone: tagged,
    privateZoneLink: tagged,
    publicIp: tagged,
    loadBalancer: tagged,
    identity: tagged,
    identityClientId: identityClientIdHandler(api),
    federatedCredential: armHandler(api, false),
    roleAssignment: roleAssignmentHandler(api),
    dnsRecords: dnsRecordsHandler(api),
  };
};
