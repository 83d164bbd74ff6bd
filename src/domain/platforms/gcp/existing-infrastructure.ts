import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { InfrastructureOutputs } from '../../infrastructure/infrastructure-record.ts';
import { filled } from '../../shared/present.ts';
import { platformBlock } from '../platform-rules.ts';

/** What the user made before, in the form in which the manifests read it; undefined when Berth is to make it. */
export const existingGcpInfrastructure = (spec: ClusterSpec): InfrastructureOutputs | undefined => {
  const { infrastructure } = platformBlock(spec, 'gcp').gcp;
  if (infrastructure.mode === 'managed') return undefined;
  const { network, privateServiceConnectSubnet, workloadIdentity, serviceAccounts } = infrastructure;
  const issuerUrl = filled(infrastructure.issuerUrl);
  return {
    ...(issuerUrl === undefined ? {} : { issuerUrl }),
    gcp: { network, privateServiceConnectSubnet, workloadIdentity, serviceAccounts },
  };
};
