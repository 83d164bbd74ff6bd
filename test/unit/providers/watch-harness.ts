import type { KubeObject } from '../../../src/domain/shared/kube-object.ts';
import type {
  KubeList,
  WatchOptions,
  WatchState,
} from '../../../src/providers/management-cluster/contract.ts';
import { ManagementClusterError } from '../../../src/providers/management-cluster/errors.ts';
import { startWatch } from '../../../src/providers/management-cluster/watch.ts';
import type { WatchRequest, WatchSource } from '../../../src/providers/management-cluster/watch-source.ts';
import {
  defaultWatchTuning,
  type WatchTuning,
} from '../../../src/providers/management-cluster/watch-tuning.ts';
import { createManualTiming } from './manual-timing.ts';

export const HOSTED_CLUSTER = { apiVersion: 'hypershift.openshift.io/v1beta1', kind: 'HostedCluster' };
export const NODE_POOL = { apiVersion: 'hypershift.openshift.io/v1beta1', kind: 'NodePool' };

export const hostedCluster = (name: string, version: string, kind = HOSTED_CLUSTER): KubeObject => ({
  ...kind,
  metadata: { name, namespace: 'hc-one', uid: `uid-of-${name}`, resourceVersion: version },
});

export const line = (type: string, object: unknown): string => JSON.stringify({ type, object });

export const expired = line('ERROR', { kind: 'Status', code: 410, reason: 'Expired' });

/** One open stream, under the hand of the test. */
interface TestStream {
  readonly kind: string;
  readonly request: WatchRequest;
  send(text: string): void;
  end(): void;
  isOpen(): boolean;
}

export interface TestSource extends WatchSource {
  readonly streams: TestStream[];
  /** When each list and each watch was asked for, in milliseconds of the manual time. */
  readonly requests: { at: number; what: 'list' | 'watch'; kind: string }[];
  /** Set to make lists or watches fail. */
  failWith: { list?: ManagementClusterError; watch?: ManagementClusterError };
  truth: KubeList;
  /** What each new stream says at once. */
  greeting: readonly string[];
  /** New streams end after their greeting. */
  endsAtOnce: boolean;
}

const createTestSource = (monotonic: () => number): TestSource => {
  const source: TestSource = {
    streams: [],
    requests: [],
    failWith: {},
    truth: { items: [], resourceVersion: '100' },
    greeting: [],
    endsAtOnce: false,
    list: async ({ kind }) => {
      source.requests.push({ at: monotonic(), what: 'list', kind });
      if (source.failWith.list) throw source.failWith.list;
      return source.truth;
    },
    open: async ({ kind }, request, signal) => {
      source.requests.push({ at: monotonic(), what: 'watch', kind });
      if (source.failWith.watch) throw source.failWith.watch;
      const waiting = [...source.greeting];
      let open = !source.endsAtOnce;
      let wake = () => {};
      const end = () => {
        open = false;
        wake();
      };
      signal.addEventListener('abort', end, { once: true });
      const send = (text: string) => {
        waiting.push(text);
        wake();
      };
      source.streams.push({ kind, request, send, end, isOpen: () => open });
      return (async function* () {
        try {
          for (;;) {
            const next = waiting.shift();
            if (next !== undefined) yield next;
            else if (!open) return;
            else await new Promise<void>((resolve) => (wake = resolve));
          }
        } finally {
          open = false;
        }
      })();
    },
  };
  return source;
};

/** A watch on manual time with everything that it told its handlers. */
export const startTestWatch = ({
  kinds = [HOSTED_CLUSTER],
  tuning = {},
  handlers = {},
  random,
  prepare = () => {},
}: {
  kinds?: readonly (typeof HOSTED_CLUSTER)[];
  tuning?: Partial<WatchTuning>;
  handlers?: Partial<WatchOptions>;
  random?: () => number;
  prepare?: (source: TestSource) => void;
} = {}) => {
  const timing = createManualTiming(random);
  const source = createTestSource(timing.monotonic);
  prepare(source);
  const log: string[] = [];
  const states: WatchState[] = [];
  const watch = startWatch(
    kinds,
    {
      labelSelector: 'berth.example.com/managed-by=berth',
      onObject: ({ metadata }) => log.push(`object ${metadata.name}@${metadata.resourceVersion}`),
      onGone: ({ name, uid }) => log.push(`gone ${name} ${uid}`),
      onSynced: ({ kind }, items) => log.push(`synced ${kind} ${items.map(({ metadata }) => metadata.name)}`),
      onState: (state) => states.push(state),
      ...handlers,
    },
    source,
    { ...defaultWatchTuning, ...tuning },
    timing,
  );
  const lastStream = () => source.streams.at(-1)!;
  return { timing, source, watch, log, states, lastStream };
};

export const failure = (
  kind: ConstructorParameters<typeof ManagementClusterError>[0],
  details: { status?: number; retryAfterSeconds?: number } = {},
) => new ManagementClusterError(kind, `${kind} of the test`, details);
