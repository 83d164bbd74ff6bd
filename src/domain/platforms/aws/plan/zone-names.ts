import type { InfrastructureRequest } from '../../../infrastructure/infrastructure-plan.ts';

/** Domain of the applications: PREFIX.BASEDOMAIN. The prefix is that of the cluster unless the user gave one; empty means none. */
export const clusterDomainOf = ({ spec, hostedClusterName }: InfrastructureRequest): string => {
  const { baseDomain = '', baseDomainPrefix = hostedClusterName } = spec.dns ?? {};
  return baseDomainPrefix === '' ? baseDomain : `${baseDomainPrefix}.${baseDomain}`;
};

/** Zone of the private endpoints: the control-plane operator finds it by this name. */
export const localDomainOf = ({ hostedClusterName }: InfrastructureRequest): string =>
  `${hostedClusterName}.hypershift.local`;

/**
 * Names in the public zone that controllers of the cluster write. Without a prefix the domain is the user's own, and
 * only the applications' wildcard is surely the cluster's.
 */
export const publicRecordNamesOf = (request: InfrastructureRequest): readonly string[] => {
  const domain = clusterDomainOf(request);
  const isOwnDomain = domain !== request.spec.dns?.baseDomain;
  return isOwnDomain ? [`*.apps.${domain}`, `api.${domain}`] : [`*.apps.${domain}`];
};
