import type { StepHandler } from '../contract.ts';
import { foundHandler, identityClientHandler } from './handlers/found-handlers.ts';
import { resourceHandler } from './handlers/resource-handler.ts';
import { roleAssignmentHandler } from './handlers/role-assignment-handler.ts';
import type { HandlerTools } from './handlers/tools.ts';
import { clusterResourcesHandler } from './sweeps/cluster-resources-handler.ts';
import { recordsHandler } from './sweeps/records-handler.ts';

/** One handler a type of step of the plan. */
export const azureHandlers = (tools: HandlerTools): Readonly<Record<string, StepHandler>> => {
  const resource = resourceHandler(tools);
  const found = foundHandler(tools);
  return {
    resourceGroup: resource,
    securityGroup: resource,
    virtualNetwork: resource,
    privateZone: resource,
    privateZoneLink: resource,
    publicIp: resource,
    loadBalancer: resource,
    identity: resource,
    federatedCredential: resource,
    foundResource: found,
    publicZone: found,
    keyVault: found,
    identityClientId: identityClientHandler(tools),
    roleAssignment: roleAssignmentHandler(tools),
    dnsRecords: recordsHandler(tools),
    clusterResources: clusterResourcesHandler(tools),
  };
};
