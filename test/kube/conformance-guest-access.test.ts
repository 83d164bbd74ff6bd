import { describe, expect, inject, it } from 'vitest';
import { connectManagementCluster } from '../../src/providers/management-cluster/connect-management-cluster.ts';
import { issueGuestKubeconfig } from '../../src/providers/management-cluster/guest-access.ts';

const REQUEST = { clusterName: 'example', ttlSeconds: 3600, subject: 'user:alice' };

describe('guest kubeconfig on a kube-apiserver', () => {
  it('is one that works, ends when it says, and can be issued again', async () => {
    const { kubeconfig: adminKubeconfig } = inject('kubeApiServer');
    const before = Date.now();
    await issueGuestKubeconfig({ ...REQUEST, adminKubeconfig });
    const { kubeconfig, expiresAt } = await issueGuestKubeconfig({ ...REQUEST, adminKubeconfig });
    const seconds = (Date.parse(expiresAt) - before) / 1000;
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThan(3660);

    const guest = connectManagementCluster({ kubeconfig });
    const namespace = await guest.get({ apiVersion: 'v1', kind: 'Namespace', name: 'kube-system' });
    expect(namespace?.metadata.name).toBe('kube-system');
    await guest.close();
  });
});
