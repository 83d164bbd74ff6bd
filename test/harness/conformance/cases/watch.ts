import { expect } from 'vitest';
import type { KubeObject, KubeRef } from '../../../../src/domain/shared/kube-object.ts';
import type { ManagementClusterWatch } from '../../../../src/providers/management-cluster/contract.ts';
import { labelSelectorOf } from '../../../../src/providers/management-cluster/label-selector.ts';
import type { CaseContext, ConformanceCase } from '../backend.ts';
import { CONFIG_MAP, configMap, configMapRef } from '../samples.ts';

const DEADLINE = { timeout: 15_000, interval: 10 };

/** A consumer as ours is: what it knows is the last list, corrected by the events since. */
const follow = ({ cluster, namespace }: CaseContext) => {
  const known = new Map<string, KubeObject>();
  const log: string[] = [];
  const gone: (KubeRef & { uid?: string })[] = [];
  const note = (object: KubeObject) => known.set(object.metadata.name, object);
  const watch = cluster.watch([CONFIG_MAP], {
    labelSelector: labelSelectorOf({ 'berth.example.com/case': namespace }),
    onObject: (object) => {
      log.push(`object ${object.metadata.name} ${object.data?.['key']}`);
      note(object);
    },
    onGone: (ref) => {
      log.push(`gone ${ref.name}`);
      gone.push(ref);
      known.delete(ref.name);
    },
    onSynced: (kind, items) => {
      log.push(`synced ${kind.kind} ${items.map(({ metadata }) => metadata.name).sort()}`);
      known.clear();
      items.forEach(note);
    },
  });
  const shown = () =>
    [...known.values()].map(({ metadata, data }) => `${metadata.name}=${data?.['key']}`).sort();
  const sees = (...expected: string[]) => expect.poll(shown, DEADLINE).toEqual(expected);
  const logs = (...expected: string[]) => expect.poll(() => log, DEADLINE).toEqual(expected);
  return { watch, log, gone, sees, logs };
};

/** Runs the case and stops its watch whatever happens. */
const watchCase = (
  name: string,
  run: (context: CaseContext, followed: ReturnType<typeof follow>) => Promise<void>,
  prepare: (context: CaseContext) => Promise<void> = async () => {},
): ConformanceCase => ({
  name,
  run: async (context) => {
    await prepare(context);
    const followed = follow(context);
    try {
      await run(context, followed);
    } finally {
      await followed.watch.stop();
    }
  },
});

const ours = ({ namespace }: CaseContext, name: string, key: string) =>
  configMap(namespace, name, { 'berth.example.com/case': namespace }, { key });

const hasStream = (watch: ManagementClusterWatch, reconnects: number) =>
  expect.poll(() => watch.counters().reconnects, DEADLINE).toBeGreaterThanOrEqual(reconnects);

export const watchCases: readonly ConformanceCase[] = [
  watchCase(
    'watch gives the list first and then what is added, changed and deleted',
    async (context, { sees, logs, gone }) => {
      const { cluster, namespace } = context;
      await sees('old=1');
      const added = await cluster.apply(ours(context, 'new', '1'));
      await sees('new=1', 'old=1');
      await cluster.apply(ours(context, 'new', '2'));
      await sees('new=2', 'old=1');
      await cluster.delete(configMapRef(namespace, 'new'), { uid: added.metadata.uid! });
      await sees('old=1');
      await logs('synced ConfigMap old', 'object new 1', 'object new 2', 'gone new');
      expect(gone).toEqual([{ ...configMapRef(namespace, 'new'), uid: added.metadata.uid }]);
    },
    async (context) => {
      await context.cluster.apply(ours(context, 'old', '1'));
    },
  ),
  watchCase('watch follows labels into the selection and out of it', async (context, { sees, log }) => {
    const { cluster, namespace } = context;
    await expect.poll(() => log, DEADLINE).toEqual(['synced ConfigMap ']);
    await cluster.apply(configMap(namespace, 'foreign', { 'berth.example.com/case': 'another' }));
    await cluster.apply(configMap(namespace, 'moving', {}, { key: '1' }));
    await cluster.apply(ours(context, 'moving', '1'));
    await sees('moving=1');
    await cluster.apply(configMap(namespace, 'moving', {}, { key: '1' }));
    await sees();
    expect(log).toEqual(['synced ConfigMap ', 'object moving 1', 'gone moving']);
  }),
  watchCase(
    'watch resumes after its stream is cut and loses nothing',
    async (context, { watch, sees, log }) => {
      const { cluster, cutWatches } = context;
      await cluster.apply(ours(context, 'first', '1'));
      await sees('first=1');
      for (const round of [1, 2, 3]) {
        cutWatches();
        await cluster.apply(ours(context, `round-${round}`, '1'));
        await expect.poll(() => log, DEADLINE).toContain(`object round-${round} 1`);
        await hasStream(watch, round);
      }
      await sees('first=1', 'round-1=1', 'round-2=1', 'round-3=1');
      expect(watch.counters().relists).toBe(0);
    },
  ),
  watchCase('watch lists again when its version is too old', async (context, { watch, sees }) => {
    const { cluster, cutWatches, expireVersions, namespace } = context;
    const before = await cluster.apply(ours(context, 'before', '1'));
    await cluster.apply(ours(context, 'stays', '1'));
    await sees('before=1', 'stays=1');
    // A write that the watch does not see, so that its version is not the latest.
    await cluster.apply(configMap(namespace, 'elsewhere'));
    await expireVersions();
    cutWatches();
    await cluster.delete(configMapRef(namespace, 'before'), { uid: before.metadata.uid! });
    await cluster.apply(ours(context, 'after', '1'));
    await expect.poll(() => watch.counters().gone410, DEADLINE).toBe(1);
    await sees('after=1', 'stays=1');
    expect(watch.counters().relists).toBe(1);
    await cluster.apply(ours(context, 'after', '2'));
    await sees('after=2', 'stays=1');
    expect(watch.counters().gone410).toBe(1);
  }),
  watchCase('watch goes on after a handler throws', async (context) => {
    const { cluster, namespace } = context;
    const seen: string[] = [];
    const watch = cluster.watch([CONFIG_MAP], {
      labelSelector: labelSelectorOf({ 'berth.example.com/case': namespace }),
      onSynced: () => {
        throw new Error('a handler of ours is broken');
      },
      onGone: () => {},
      onObject: ({ metadata }) => {
        seen.push(metadata.name);
        throw new Error('a handler of ours is broken');
      },
    });
    try {
      await expect.poll(() => watch.counters().handlerErrors, DEADLINE).toBe(1);
      await cluster.apply(ours(context, 'one', '1'));
      await cluster.apply(ours(context, 'two', '1'));
      await expect.poll(() => seen, DEADLINE).toEqual(['one', 'two']);
      expect(watch.counters()).toMatchObject({ handlerErrors: 3, failures: 0, relists: 0 });
    } finally {
      await watch.stop();
    }
  }),
  watchCase('watch calls nobody after it is stopped', async (context, { watch, log, sees }) => {
    const { cluster } = context;
    await cluster.apply(ours(context, 'first', '1'));
    await sees('first=1');
    await watch.stop();
    const before = log.length;
    await cluster.apply(ours(context, 'second', '1'));
    const witness = follow(context);
    await witness.sees('first=1', 'second=1');
    await witness.watch.stop();
    expect(log).toHaveLength(before);
  }),
  {
    name: 'watch refuses unknown kinds and open selectors before any request',
    run: async ({ cluster, requests }) => {
      const before = requests();
      const handlers = { onObject: () => {}, onGone: () => {}, onSynced: () => {} };
      expect(() => cluster.watch([CONFIG_MAP], { labelSelector: '', ...handlers })).toThrow('label selector');
      expect(() =>
        cluster.watch([{ apiVersion: 'v1', kind: 'Pod' }], { labelSelector: 'a=b', ...handlers }),
      ).toThrow('kind Pod');
      expect(requests()).toBe(before);
    },
  },
];
