import { inject } from 'vitest';
import { connectConformanceBackend } from '../harness/conformance/http-backend.ts';
import { describeManagementClusterConformance } from '../harness/conformance/management-cluster.ts';
import { compactKubeApiServer } from '../harness/kube-apiserver.ts';

describeManagementClusterConformance('kube-apiserver', () => {
  const server = inject('kubeApiServer');
  return connectConformanceBackend({
    kubeconfig: server.kubeconfig,
    compact: () => compactKubeApiServer(server),
    stop: async () => {},
  });
});
