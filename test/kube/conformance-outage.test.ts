import { describe, expect, inject, it } from 'vitest';
import { connectManagementCluster } from '../../src/providers/management-cluster/connect-management-cluster.ts';
import { CONFIG_MAP, configMap, configMapRef, NAMESPACE } from '../harness/conformance/samples.ts';

const NAME = 'conformance-outage';
const DEADLINE = { timeout: 20_000, interval: 20 };

describe('a kube-apiserver that stops answering', () => {
  it('is a timeout for calls and never an absent object, and all goes on when it is back', async () => {
    const { kubeconfig, processId } = inject('kubeApiServer');
    const cluster = connectManagementCluster(
      { kubeconfig },
      { timeoutMs: 400, watch: { idleMs: 300, stableMs: 0, longestPauseMs: 500 } },
    );
    const known = new Set<string>();
    const seen: string[] = [];
    const watch = cluster.watch([CONFIG_MAP], {
      labelSelector: `berth.example.com/case=${NAME}`,
      onObject: ({ metadata }) => seen.push(metadata.name),
      onGone: () => {},
      onSynced: (_kind, items) => {
        known.clear();
        for (const { metadata } of items) known.add(metadata.name);
      },
    });
    const labels = { 'berth.example.com/case': NAME };
    const all = () => [...new Set([...known, ...seen])].sort();
    try {
      await expect
        .poll(() => cluster.apply({ ...NAMESPACE, metadata: { name: NAME } }), DEADLINE)
        .toBeDefined();
      await cluster.apply(configMap(NAME, 'before', labels));
      await expect.poll(all, DEADLINE).toEqual(['before']);

      process.kill(processId, 'SIGSTOP');
      try {
        const ref = configMapRef(NAME, 'before');
        for (let call = 0; call < 3; call += 1) {
          await expect(cluster.get(ref)).rejects.toMatchObject({ retryable: true });
        }
        await expect(cluster.get(ref)).rejects.toMatchObject({ kind: 'unreachable', retryable: true });
        await expect.poll(() => watch.counters().failures, DEADLINE).toBeGreaterThan(0);
      } finally {
        process.kill(processId, 'SIGCONT');
      }

      const applied = () =>
        cluster.apply(configMap(NAME, 'after', labels)).then(({ metadata }) => metadata.name, String);
      await expect.poll(applied, DEADLINE).toBe('after');
      await expect.poll(all, DEADLINE).toEqual(['after', 'before']);
    } finally {
      await cluster.close();
    }
  });
});
