import type { CredentialBook } from '../accounts/credential-book.ts';
import { clientTokenRule } from './client-token-rule.ts';
import { addressRules } from './ec2/address-rules.ts';
import { dryRunRule } from './ec2/dry-run-rule.ts';
import { endpointRouteRules } from './ec2/endpoint-route-rules.ts';
import { endpointRules } from './ec2/endpoint-rules.ts';
import { endpointServiceRules } from './ec2/endpoint-service-rules.ts';
import { instanceRules } from './ec2/instance-rules.ts';
import { internetGatewayRules } from './ec2/internet-gateway-rules.ts';
import { natRules } from './ec2/nat-rules.ts';
import { networkInterfaceRules } from './ec2/network-interface-rules.ts';
import { placeRules } from './ec2/place-rules.ts';
import { routeTableRules } from './ec2/route-table-rules.ts';
import { securityGroupRules } from './ec2/security-group-rules.ts';
import { subnetRules } from './ec2/subnet-rules.ts';
import { vpcRules } from './ec2/vpc-rules.ts';
import { createAssumeRoleRules } from './iam/assume-role-rules.ts';
import { iamVisibilityRules } from './iam/iam-visibility.ts';
import { identityRules } from './iam/identity-rules.ts';
import { iamListRules } from './iam/list-rules.ts';
import { permissionRules } from './iam/permission-rules.ts';
import { lingerRules } from './linger-rule.ts';
import { loadBalancerRules } from './load-balancer-rules.ts';
import { pageRules } from './page-rules.ts';
import { quotaRules } from './quota-rules.ts';
import { associationRules } from './route53/association-rules.ts';
import { zoneListRules } from './route53/list-rules.ts';
import { rateRule } from './route53/rate-rule.ts';
import { recordRules } from './route53/record-rules.ts';
import { zoneRules } from './route53/zone-rules.ts';
import type { StrictRule } from './rule.ts';
import { serviceQuotaRules } from './service-quota-rules.ts';
import { sharedSubnetRules } from './shared-subnet-rules.ts';
import { visibilityRules } from './visibility-rule.ts';

/**
 * In the order in which AWS looks at a call: how often, where, by whom, whether at all, whether again, whether in sight, within
 * limits, and only then what it is about. Answers go the other way.
 */
export const createRules = (book: CredentialBook): readonly StrictRule[] => [
  rateRule,
  placeRules,
  permissionRules,
  dryRunRule,
  clientTokenRule,
  // Pages are cut from what is to be seen.
  pageRules,
  ...visibilityRules,
  ...iamVisibilityRules,
  zoneListRules,
  ...lingerRules,
  sharedSubnetRules,
  createAssumeRoleRules(book),
  identityRules,
  iamListRules,
  endpointRules,
  endpointRouteRules,
  endpointServiceRules,
  instanceRules,
  internetGatewayRules,
  natRules,
  networkInterfaceRules,
  routeTableRules,
  securityGroupRules,
  subnetRules,
  vpcRules,
  addressRules,
  loadBalancerRules,
  serviceQuotaRules,
  zoneRules,
  associationRules,
  recordRules,
  // Last: what is refused anyway does not count against a limit.
  quotaRules,
];
