import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { createKubeClient } from '../kube-client/kube-client.ts';
import { followResource, type ListWatchHandlers } from '../kube-client/list-watch.ts';
import { resources } from '../kube-client/resource.ts';
import { createController } from './loop/controller.ts';
import { createLookUp } from './loop/look-up.ts';
import { createPerformer } from './loop/perform.ts';
import { publishSupportedVersions } from './loop/publish-versions.ts';
import { type SimulatorLogger, silentLogger } from './loop/simulator-logger.ts';
import { StepClock } from './loop/step-clock.ts';
import { WorkQueue } from './loop/work-queue.ts';
import { World } from './loop/world.ts';
import { createPace } from './pace.ts';
import type { KnownReleases } from './release.ts';

export interface SimulatorOptions {
  readonly url: string;
  readonly caPem: string;
  readonly token: string;
  /** A running guest API: admin kubeconfigs point to it. */
  readonly guest: { adminKubeconfigFor(namespace: string, name: string): string };
  /** 1 takes realistic minutes, 600 is fast, 0 or Infinity as fast as it goes. */
  readonly speed: number;
  /** Chooses how much each object differs from the mean; the same seed and uid give the same pace. */
  readonly seed: number | string;
  /** Pull specs whose version is not their tag, digests above all: pull spec → version. */
  readonly releases?: KnownReleases;
  readonly now?: () => number;
  readonly logger?: SimulatorLogger;
  /** Objects worked on at the same time. */
  readonly concurrency?: number;
}

export interface Simulator {
  /** Ends when no request, timer or watch is left. */
  stop(): Promise<void>;
  /** Resolves when no object that is known so far does anything more by itself. */
  idle(): Promise<void>;
}

/** Plays the HyperShift operator against any Kubernetes API server that serves its kinds. Survives whatever that server does. */
export const startHypershiftSimulator = (options: SimulatorOptions): Simulator => {
  const { guest, releases = {}, now = Date.now, logger = silentLogger, concurrency = 16 } = options;
  const client = createKubeClient(options);
  const pace = createPace(options.speed, options.seed);
  const clock = new StepClock(pace);
  const performer = createPerformer(client, guest.adminKubeconfigFor);
  const lookUp = createLookUp(client);
  const world = new World();
  const parts = { client, performer, lookUp, world, clock, pace, releases, now, logger };
  const work = createController(parts, () => queue);
  const queue: WorkQueue = new WorkQueue({ work, concurrency });

  const ringAll = (keys: readonly string[]): void => {
    for (const key of keys) queue.ring(key);
  };
  const onGone = (object: KubeObject): void => {
    const { namespace, name, uid = '' } = object.metadata;
    clock.forget(uid);
    lookUp.forget(uid);
    if (object.kind === 'HostedCluster') performer.forget(`${namespace}/${name}`);
    ringAll(world.drop(object));
  };
  const handlersOf = (kind: 'HostedCluster' | 'NodePool'): ListWatchHandlers => ({
    onList(items) {
      for (const object of world.missingFrom(kind, items)) onGone(object);
      for (const item of items) ringAll(world.put(item));
    },
    onObject: (object) => ringAll(world.put(object)),
    onGone,
    onTrouble: (error, retryInMs) =>
      logger.debug({ kind, err: error, retryInMs }, 'watch ended; will follow again'),
  });

  const stopping = new AbortController();
  const { signal } = stopping;
  const publish = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        return await publishSupportedVersions(client);
      } catch (error) {
        logger.debug({ err: error }, 'could not publish the supported versions; will retry');
        await delay(1000, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const running = Promise.all([
    followResource(client, resources.hostedClusters, handlersOf('HostedCluster'), signal),
    followResource(client, resources.nodePools, handlersOf('NodePool'), signal),
    publish(),
  ]);

  return {
    idle: () => queue.idle(),
    async stop() {
      stopping.abort();
      await Promise.all([running, queue.stop()]);
      client.close();
    },
  };
};
