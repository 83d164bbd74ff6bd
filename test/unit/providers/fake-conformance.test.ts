import type { KubeObject } from '../../../src/domain/shared/kube-object.ts';
import { createFakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { conformanceWatchTuning } from '../../harness/conformance/backend.ts';
import { describeManagementClusterConformance } from '../../harness/conformance/management-cluster.ts';

const PLATFORMS = ['AWS', 'Azure', 'Agent', 'KubeVirt', 'None'];

/** As much of the CRD as the cases need. */
const validate = ({ kind, spec }: KubeObject): readonly string[] => {
  const type = String((spec?.['platform'] as { type?: unknown } | undefined)?.type);
  if (kind !== 'HostedCluster' || PLATFORMS.includes(type)) return [];
  return [`spec.platform.type: Unsupported value: "${type}": supported values: ${PLATFORMS.join(', ')}`];
};

describeManagementClusterConformance('fake', async () => {
  const cluster = createFakeManagementCluster({ watch: conformanceWatchTuning, validate });
  const { operator } = cluster;
  return {
    cluster,
    operator: {
      mergePatch: async (ref, patch) => {
        operator.mergePatch(ref, patch);
      },
      setStatus: async (ref, status) => {
        operator.setStatus(ref, status);
      },
    },
    requests: cluster.requests,
    cutWatches: cluster.cutWatches,
    expireVersions: async () => cluster.expireVersions(),
    close: cluster.close,
  };
});
