import type { AwsStepType } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepHandler } from '../contract.ts';
import type { Accounts } from './accounts.ts';
import { address } from './address.ts';
import { instanceProfileHandler } from './instance-profile.ts';
import { internetGateway } from './internet-gateway.ts';
import { natGateway } from './nat-gateway.ts';
import { oidcProviderHandler } from './oidc-provider.ts';
import { privateZoneHandler } from './private-zone.ts';
import { publicRouteTable } from './public-route-table.ts';
import { publicZoneHandler } from './public-zone.ts';
import { resourceShareHandler } from './resource-share.ts';
import { ec2Handler } from './resource-type.ts';
import { roleHandler } from './role.ts';
import { routeTable } from './route-table.ts';
import { subnet } from './subnet.ts';
import { sweepBucketsHandler } from './sweep/buckets.ts';
import { sweepEndpointServices } from './sweep/endpoint-services.ts';
import { sweepEndpoints } from './sweep/endpoints.ts';
import { sweepInstances } from './sweep/instances.ts';
import { sweepClassicLoadBalancers, sweepLoadBalancers, sweepTargetGroups } from './sweep/load-balancers.ts';
import { sweepNetworkInterfaces } from './sweep/network-interfaces.ts';
import { sweepRecordsHandler } from './sweep/records.ts';
import { sweepSecurityGroups } from './sweep/security-groups.ts';
import { sweepByTag, sweepInVpc } from './sweep/sweep-handler.ts';
import { sweepTemporaryVpcs } from './sweep/temporary-vpcs.ts';
import { sweepSnapshots, sweepVolumes } from './sweep/volumes.ts';
import { vpc } from './vpc.ts';
import { gatewayEndpoint } from './vpc-endpoint.ts';

/** One handler for each type of step that the plan of AWS has. */
export const createHandlers = (accounts: Accounts): Readonly<Record<AwsStepType, StepHandler>> => ({
  vpc: ec2Handler(accounts, vpc),
  internetGateway: ec2Handler(accounts, internetGateway),
  subnet: ec2Handler(accounts, subnet),
  address: ec2Handler(accounts, address),
  natGateway: ec2Handler(accounts, natGateway),
  routeTable: ec2Handler(accounts, routeTable),
  publicRouteTable: ec2Handler(accounts, publicRouteTable),
  gatewayEndpoint: ec2Handler(accounts, gatewayEndpoint),
  resourceShare: resourceShareHandler(accounts),
  publicZone: publicZoneHandler(accounts),
  privateZone: privateZoneHandler(accounts),
  oidcProvider: oidcProviderHandler(accounts),
  role: roleHandler(accounts),
  instanceProfile: instanceProfileHandler(accounts),
  sweepInstances: sweepByTag(accounts, sweepInstances),
  sweepEndpointServices: sweepByTag(accounts, sweepEndpointServices),
  sweepVolumes: sweepByTag(accounts, sweepVolumes),
  sweepSnapshots: sweepByTag(accounts, sweepSnapshots),
  sweepTemporaryVpcs: sweepByTag(accounts, sweepTemporaryVpcs),
  sweepClassicLoadBalancers: sweepInVpc(accounts, sweepClassicLoadBalancers),
  sweepLoadBalancers: sweepInVpc(accounts, sweepLoadBalancers),
  sweepTargetGroups: sweepInVpc(accounts, sweepTargetGroups),
  sweepEndpoints: sweepInVpc(accounts, sweepEndpoints),
  sweepNetworkInterfaces: sweepInVpc(accounts, sweepNetworkInterfaces),
  sweepSecurityGroups: sweepInVpc(accounts, sweepSecurityGroups),
  sweepRecords: sweepRecordsHandler(accounts),
  sweepBuckets: sweepBucketsHandler(accounts),
});
