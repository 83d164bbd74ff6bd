import { createHash } from 'node:crypto';
import type { Observation } from '../db/repositories/cluster-work.ts';
import { heldBy } from '../domain/cluster/held-by.ts';
import { distillRemote } from '../domain/cluster/observed-hosted-cluster.ts';
import type { KubeObject } from '../domain/shared/kube-object.ts';
import type { Remote } from '../domain/shared/remote.ts';
import { isBefore } from '../domain/shared/time.ts';

interface Seen {
  readonly uid: string;
  readonly deleting: boolean;
  readonly paused: boolean;
}

/** What a read of the server itself says. `at`: the instant before the read was sent. */
export const remoteOf = (object: KubeObject | undefined, at: string): Remote => {
  if (object === undefined) return { state: 'absent', observedAt: at };
  const { uid, deleting, paused } = distillRemote(object, at);
  const resourceVersion = object.metadata.resourceVersion ?? '';
  const held = heldBy(object);
  return {
    state: 'present',
    uid,
    resourceVersion,
    deleting,
    paused,
    observedAt: at,
    ...(held === undefined ? {} : { heldBy: held }),
  };
};

/**
 * The newer of a direct look and what the watch said. The watch proves presence; its word that an object is gone is
 * only a reason to look.
 */
export const newestRemote = (direct: Remote, observation: Observation<Seen> | undefined): Remote => {
  if (observation === undefined) return direct;
  if (direct.state !== 'unknown' && !isBefore(direct.observedAt, observation.observedAt)) return direct;
  if (observation.gone || observation.state === undefined) return { state: 'unknown' };
  const { resourceVersion, observedAt } = observation;
  const { uid, deleting, paused } = observation.state;
  return { state: 'present', uid, resourceVersion, deleting, paused, observedAt };
};

/** Identifies rendered manifests: equal objects have equal hashes. */
export const hashManifests = (objects: readonly KubeObject[]): string =>
  createHash('sha256').update(JSON.stringify(objects)).digest('hex');
