import { setTimeout as delay } from 'node:timers/promises';
import type { BenchTenant } from '../data/prepare.ts';
import { createRestClient } from '../data/rest-client.ts';
import { compareSamples, type MachineUse, sampleMachine } from '../machine.ts';
import { type ChangeLog, createChangeLog } from './change-log.ts';
import type { ReportedCluster } from './fleet-of-clusters.ts';
import type { ManagementClusterStub } from './management-cluster.ts';
import { hostedClusterStatus } from './operator-status.ts';

export interface StatusFigures {
  readonly changesPerSecond: number;
  readonly changes: number;
  /** Milliseconds from the change on the management cluster until GET shows it, of one change in ten. */
  readonly visible: { readonly p50: number; readonly p99: number; readonly samples: number };
  /** Milliseconds until an event of it can be read, of all. */
  readonly event: { readonly p50: number; readonly p99: number; readonly samples: number };
  /** Clusters whose last change GET did not show at the end. */
  readonly lost: number;
  /** Changes without an event of their own: several of one cluster were seen as one. */
  readonly merged: number;
  readonly machine: MachineUse<'api' | 'worker'> | undefined;
}

export interface StatusRig {
  readonly url: string;
  readonly tenants: readonly BenchTenant[];
  readonly clusters: readonly ReportedCluster[];
  readonly stub: ManagementClusterStub;
  readonly pids: { readonly api: number; readonly worker: number };
}

interface ClusterReply {
  readonly status: {
    readonly hostedCluster: { readonly conditions: readonly { type: string; message: string }[] };
  };
}

interface EventList {
  readonly items: readonly {
    readonly sequence: number;
    readonly subject: string;
    readonly type: string;
    readonly data: { readonly conditions?: Readonly<Record<string, string>> };
  }[];
}

const sampleEvery = 10;
const pollMs = 10;
const patienceMs = 30_000;

const percentiles = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), samples: sorted.length };
};

export const measureStatus = async (
  rig: StatusRig,
  changesPerSecond: number,
  seconds: number,
): Promise<StatusFigures> => {
  const { call } = createRestClient(rig.url);
  const keys = new Map(rig.tenants.map(({ id, key }) => [id, key]));
  const keyOf = (tenantId: string): string => keys.get(tenantId) ?? '';
  const log: ChangeLog = createChangeLog();
  const last = new Map<string, string>();
  const visible: number[] = [];
  const polls: Promise<void>[] = [];
  let isOver = false;

  const messageOf = async ({ id, tenantId }: ReportedCluster): Promise<string> => {
    const reply = await call<ClusterReply>('GET', `/v1/clusters/${id}`, keyOf(tenantId));
    return reply.status.hostedCluster.conditions.find(({ type }) => type === 'Degraded')?.message ?? '';
  };

  const pollCluster = async (cluster: ReportedCluster, message: string, at: number): Promise<void> => {
    while (!isOver && last.get(cluster.id) === message) {
      if ((await messageOf(cluster)) === message) {
        visible.push(performance.now() - at);
        return;
      }
      await delay(pollMs);
    }
  };

  /** The newest sequence of a tenant: what comes after it is of this measurement. */
  const newestSequence = async (key: string): Promise<number> => {
    for (let after = 0; ; ) {
      const { items } = await call<EventList>('GET', `/v1/events?limit=500&afterSequence=${after}`, key);
      after = items.at(-1)?.sequence ?? after;
      if (items.length < 500) return after;
    }
  };

  const followEvents = async (key: string, from: number): Promise<void> => {
    for (let after = from; !isOver; ) {
      const { items } = await call<EventList>('GET', `/v1/events?limit=500&afterSequence=${after}`, key);
      const at = performance.now();
      for (const { subject, type, data } of items) {
        if (type === 'berth.cluster.statusChanged.v1')
          log.told(subject, data.conditions?.['Degraded'] === 'True', at);
      }
      after = items.at(-1)?.sequence ?? after;
      await delay(pollMs);
    }
  };

  const change = (n: number): void => {
    const cluster = rig.clusters[n % rig.clusters.length];
    const object = cluster && rig.stub.find(cluster.path);
    if (cluster === undefined || object === undefined) throw new Error('no such cluster on the stub');
    // The first change of each cluster makes it degraded, the second well again, and so on.
    const isDegraded = Math.floor(n / rig.clusters.length) % 2 === 0;
    const message = `change ${changesPerSecond}/${n}`;
    const at = performance.now();
    last.set(cluster.id, message);
    log.made(cluster.id, isDegraded, at);
    rig.stub.put(cluster.path, { ...object, status: hostedClusterStatus(object, { isDegraded, message }) });
    if (n % sampleEvery === 0) polls.push(pollCluster(cluster, message, at));
  };

  const countLost = async (): Promise<number> => {
    const end = performance.now() + patienceMs;
    let waiting = rig.clusters.filter(({ id }) => last.has(id));
    while (waiting.length > 0 && performance.now() < end) {
      const behind: ReportedCluster[] = [];
      for (const cluster of waiting) {
        if ((await messageOf(cluster)) !== last.get(cluster.id)) behind.push(cluster);
      }
      waiting = behind;
    }
    return waiting.length;
  };

  const followers: Promise<void>[] = [];
  for (const { key } of rig.tenants) followers.push(followEvents(key, await newestSequence(key)));
  const changes = changesPerSecond * seconds;
  const before = sampleMachine();
  const begin = performance.now();
  for (let n = 0; n < changes; ) {
    const due = Math.min(changes, Math.ceil(((performance.now() - begin) / 1000) * changesPerSecond));
    for (; n < due; n += 1) change(n);
    await delay(1);
  }
  const lost = await countLost();
  const machine = compareSamples(before, sampleMachine(), rig.pids);
  await delay(300);
  isOver = true;
  await Promise.all([...polls, ...followers]);
  return {
    changesPerSecond,
    changes,
    visible: percentiles(visible),
    event: percentiles(log.latencies()),
    lost,
    merged: log.open(),
    machine,
  };
};
