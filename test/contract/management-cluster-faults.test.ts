import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/domain/shared/kube-object.ts';
import { connectManagementCluster } from '../../src/providers/management-cluster/connect-management-cluster.ts';
import type { ManagementCluster } from '../../src/providers/management-cluster/contract.ts';
import {
  type Fault,
  type SandboxApiServer,
  startSandboxApiServer,
} from '../../src/sandbox/api-server/api-server.ts';
import { CONFIG_MAP, configMap, configMapRef, NAMESPACE } from '../harness/conformance/samples.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';

const DEADLINE = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
let server: SandboxApiServer;
/** Meets the faults. */
let cluster: ManagementCluster;
/** Somebody else, who is not kept waiting by what the first one met. */
let writer: ManagementCluster;
let namespaces = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startSandboxApiServer({ pool: database.pool, bookmarkMs: 50 });
  writer = connectManagementCluster({ kubeconfig: server.kubeconfig });
  cluster = connectManagementCluster(
    { kubeconfig: server.kubeconfig },
    {
      timeoutMs: 1_000,
      watch: { stableMs: 0, longestPauseMs: 500, idleMs: 400, relistMs: 1_000 },
    },
  );
});

afterEach(() => server.faults.clear());

afterAll(async () => {
  await cluster.close();
  await writer.close();
  await server.close();
  await database.drop();
});

const enterNamespace = async (): Promise<string> => {
  namespaces += 1;
  const name = `faults-${namespaces}`;
  await writer.apply({ ...NAMESPACE, metadata: { name } });
  return name;
};

const streamFaults: readonly (readonly [what: string, fault: Fault])[] = [
  ['cut', { type: 'cut-watch', afterEvents: 1 }],
  ['cut in the middle of a line', { type: 'cut-watch', afterEvents: 1, midLine: true }],
  ['silent', { type: 'blackhole-watch' }],
  ['telling everything twice', { type: 'duplicate-events' }],
  ['telling things in the wrong order', { type: 'reorder-events' }],
  ['telling nonsense in between', { type: 'garbage-events' }],
  ['always too old', { type: 'expired' }],
  ['refused with 500', { type: 'status', code: 500 }],
  ['refused with 429', { type: 'status', code: 429, retryAfterSeconds: 1 }],
  ['answered with a web page', { type: 'html' }],
  ['redirected', { type: 'redirect', location: 'https://127.0.0.1:1/' }],
  ['reset', { type: 'reset' }],
];

describe('a watch whose stream is', () => {
  it.each(streamFaults)('%s ends up with the truth', async (_what, fault) => {
    const namespace = await enterNamespace();
    const labels = { 'berth.example.com/case': namespace };
    const known = new Map<string, KubeObject>();
    const rule = server.faults.set({ when: { verb: 'watch', kind: 'ConfigMap' }, fault });
    const watch = cluster.watch([CONFIG_MAP], {
      labelSelector: `berth.example.com/case=${namespace}`,
      onObject: (object) => known.set(object.metadata.name, object),
      onGone: ({ name }) => known.delete(name),
      onSynced: (_kind, items) => {
        known.clear();
        for (const item of items) known.set(item.metadata.name, item);
      },
    });
    try {
      for (let round = 0; round < 4; round += 1) {
        const data = { key: String(round) };
        const doomed = await writer.apply(configMap(namespace, `doomed-${round}`, labels, data));
        await writer.apply(configMap(namespace, 'changing', labels, data));
        await writer.delete(configMapRef(namespace, `doomed-${round}`), { uid: doomed.metadata.uid! });
        await expect.poll(() => rule.hits(), DEADLINE).toBeGreaterThan(0);
      }
      await expect.poll(() => rule.hits(), DEADLINE).toBeGreaterThan(1);
      server.faults.clear();
      const shown = () =>
        [...known.values()].map(({ metadata, data }) => `${metadata.name}=${data?.['key']}`);
      await expect.poll(shown, DEADLINE).toEqual(['changing=3']);
    } finally {
      await watch.stop();
    }
  });
});

describe('a write whose answer is lost', () => {
  /** Until the call is given up: the client sends once more when a connection that it had kept is cut. */
  const losingReplies = async (verb: 'patch' | 'create' | 'delete', call: () => Promise<unknown>) => {
    const rule = server.faults.set({ when: { verb, kind: 'ConfigMap' }, fault: { type: 'lose-reply' } });
    await expect(call()).rejects.toMatchObject({ kind: 'unreachable', retryable: true });
    rule.remove();
  };

  it('is not known to have failed, and may be repeated', async () => {
    const namespace = await enterNamespace();
    const ref = configMapRef(namespace, 'settings');
    await losingReplies('patch', () => cluster.apply(configMap(namespace, 'settings')));
    const first = await cluster.get(ref);
    expect(first?.data).toEqual({ key: 'value' });
    const again = await cluster.apply(configMap(namespace, 'settings'));
    expect(again.metadata.uid).toBe(first?.metadata.uid);

    const uid = again.metadata.uid!;
    await losingReplies('delete', () => cluster.delete(ref, { uid }));
    expect(await cluster.delete(ref, { uid })).toBe('absent');
  });

  it('leaves one generated secret, whose value is the first', async () => {
    const namespace = await enterNamespace();
    const settings = (value: string) => configMap(namespace, 'generated', {}, { key: value });
    await losingReplies('create', () => cluster.create(settings('first')));
    const second = await cluster.create(settings('second'));
    expect(second).toMatchObject({ created: false, object: { data: { key: 'first' } } });
  });
});

describe('a management cluster that hangs', () => {
  it('holds no call longer than the time limit, and no other management cluster at all', async () => {
    const namespace = await enterNamespace();
    server.faults.set({ when: { path: new RegExp(`/namespaces/${namespace}/`) }, fault: { type: 'hang' } });
    const calls = Array.from({ length: 20 }, (_, index) =>
      cluster.get(configMapRef(namespace, `settings-${index}`)).then(String, (error) => error.kind),
    );
    const facts = await writer.probe();
    expect(facts.serverVersion).toMatch(/^v1\./);
    // Those that had not been sent yet are told at once that nobody is there.
    for (const outcome of await Promise.all(calls)) expect(['timeout', 'unreachable']).toContain(outcome);
    server.faults.clear();
    await expect
      .poll(() => cluster.get(configMapRef(namespace, 'settings')).catch(() => 'not yet'), DEADLINE)
      .toBeUndefined();
  });
});
