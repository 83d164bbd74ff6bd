import { LabelMap } from './label-map.ts';
import { DnsLabel } from './text.ts';

// Room for the suffixes that objects of a cluster get: 54 and 9 make the 63 of a DNS label.
const clusterNameLength = 54;
// Machines are called after their pool, with 17 further characters.
const nodePoolNameLength = 46;
const otherNameLength = 63;

export const ClusterName = DnsLabel(clusterNameLength, 'Name; unique in the project.', 'payments-prod');
export const NodePoolName = DnsLabel(nodePoolNameLength, 'Name; unique in the cluster.', 'workers');
export const ProjectName = DnsLabel(otherNameLength, 'Name; unique in the tenant.', 'payments');
export const CredentialName = DnsLabel(otherNameLength, 'Name; unique in the tenant.', 'registry');
export const IssuerName = DnsLabel(otherNameLength, 'Name; unique in the tenant.', 'corporate');
export const TenantName = DnsLabel(otherNameLength, 'Name; unique in the fleet.', 'acme');
export const ManagementClusterName = DnsLabel(otherNameLength, 'Name; unique in the fleet.', 'mc-eu-1');

export const Labels = LabelMap('Labels of the resource, for selection in lists.');
