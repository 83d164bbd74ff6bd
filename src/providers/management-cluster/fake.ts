import type { JsonObject } from '../../domain/shared/json.ts';
import type { KubeObject, KubeRef } from '../../domain/shared/kube-object.ts';
import type { ManagementCluster, ManagementClusterFacts, ManagementClusterWatch } from './contract.ts';
import { ManagementClusterError } from './errors.ts';
import { createFaultSwitch, type FakeCall, type FakeFaults } from './fake/faults.ts';
import { createFakeObjectCalls, type FakeValidation } from './fake/object-calls.ts';
import { matchesSelector } from './fake/selector.ts';
import { createFakeStore, type FakeStore } from './fake/store.ts';
import { createWatchStreams } from './fake/watch-streams.ts';
import { checkLabelSelector } from './label-selector.ts';
import { targetCollection, targetObject } from './paths.ts';
import { systemTiming, type Timing } from './timing.ts';
import { startWatch } from './watch.ts';
import type { WatchSource } from './watch-source.ts';
import { defaultWatchTuning, type WatchTuning } from './watch-tuning.ts';

export interface FakeManagementClusterOptions {
  readonly timing?: Timing;
  /** How long a hanging call takes to end. Default 10 000. */
  readonly timeoutMs?: number;
  readonly watch?: Partial<WatchTuning>;
  readonly facts?: Partial<ManagementClusterFacts>;
  readonly validate?: FakeValidation;
}

/** The second writer: HyperShift's operator, a controller, a person with kubectl. Never meets a fault. */
interface FakeOperator {
  mergePatch(ref: KubeRef, patch: JsonObject): KubeObject;
  setStatus(ref: KubeRef, status: JsonObject): KubeObject;
  objects(): readonly KubeObject[];
}

export interface FakeManagementCluster extends ManagementCluster {
  readonly faults: FakeFaults;
  readonly operator: FakeOperator;
  /** Calls that passed the checks of names, whatever came of them. */
  requests(): number;
  /** Ends every open watch stream. */
  cutWatches(): void;
  /** The next watch from any version given out so far is told 410. */
  expireVersions(): void;
}

const DEFAULT_FACTS: ManagementClusterFacts = {
  serverVersion: 'v1.35.4',
  hostedClusterPlatforms: ['AWS', 'Azure', 'Agent', 'IBMCloud', 'KubeVirt', 'None', 'PowerVS'],
  hasRoutes: true,
  supportedMinors: ['4.21', '4.20', '4.19'],
};

/** A management cluster in memory that keeps the rules of the real one; the same conformance suite runs on both. */
export const createFakeManagementCluster = (
  options: FakeManagementClusterOptions = {},
): FakeManagementCluster => {
  const timing = options.timing ?? systemTiming;
  const tuning = { ...defaultWatchTuning, ...options.watch };
  const streams = createWatchStreams((): FakeStore => store, timing);
  const store = createFakeStore(timing, streams.publish);
  const calls = createFakeObjectCalls(store, options.validate ?? (() => []));
  const faults = createFaultSwitch(timing, options.timeoutMs ?? 10_000, streams.cut);
  const watches = new Set<ManagementClusterWatch>();
  let requests = 0;
  let closed = false;

  /** Nobody changes the store through what it handed out or took in. */
  const run = async <T>(call: FakeCall, work: () => T): Promise<T> => {
    if (closed) throw new ManagementClusterError('unreachable', 'this connection was closed by us');
    requests += 1;
    return structuredClone(await faults.around(call, work));
  };

  const list = async (
    kind: { apiVersion: string; kind: string },
    { namespace, labelSelector }: { namespace?: string; labelSelector?: string },
  ) => {
    targetCollection(kind, namespace);
    if (labelSelector !== undefined) checkLabelSelector(labelSelector);
    return run('list', () => ({
      items: store
        .all()
        .filter((object) => object.kind === kind.kind && object.apiVersion === kind.apiVersion)
        .filter((object) => namespace === undefined || object.metadata.namespace === namespace)
        .filter((object) => matchesSelector(object, labelSelector)),
      resourceVersion: String(store.version()),
    }));
  };

  const source: WatchSource = {
    list: (kind, labelSelector) => list(kind, { labelSelector }),
    open: async (kind, request, signal) => {
      await run('watch', () => undefined);
      return streams.open(kind, request, signal);
    },
  };

  return {
    apply: async (object) => {
      targetObject({ ...object, ...object.metadata });
      const sent = structuredClone(object);
      return run('apply', () => calls.apply(sent));
    },
    create: async (object) => {
      targetObject({ ...object, ...object.metadata });
      const sent = structuredClone(object);
      return run('create', () => calls.create(sent));
    },
    get: async (ref) => {
      targetObject(ref);
      return run('get', () => calls.get(ref));
    },
    list,
    mergePatch: async (ref, patch, preconditions) => {
      targetObject(ref);
      const sent = structuredClone(patch);
      return run('mergePatch', () => calls.mergePatch(ref, sent, preconditions));
    },
    delete: async (ref, preconditions) => {
      targetObject(ref);
      if (!preconditions.uid)
        throw new ManagementClusterError('bad-name', `delete of ${ref.name} without a uid`);
      return run('delete', () => calls.delete(ref, preconditions));
    },
    probe: () => run('probe', () => ({ ...DEFAULT_FACTS, ...options.facts })),
    watch: (kinds, watchOptions) => {
      const watch = startWatch(kinds, watchOptions, source, tuning, timing);
      watches.add(watch);
      return watch;
    },
    close: async () => {
      closed = true;
      await Promise.all([...watches].map((watch) => watch.stop()));
    },
    faults,
    operator: {
      mergePatch: (ref, patch) => structuredClone(calls.mergePatch(ref, patch)),
      setStatus: (ref, status) => structuredClone(calls.setStatus(ref, status)),
      objects: () => structuredClone(store.all()),
    },
    requests: () => requests,
    cutWatches: streams.cut,
    expireVersions: store.forgetHistory,
  };
};
