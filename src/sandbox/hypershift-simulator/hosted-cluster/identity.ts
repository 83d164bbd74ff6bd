import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { finalizer, type HostedCluster } from '../objects.ts';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A UUID that depends only on the object's own, so that a repeated decision makes the same one. */
const clusterIdOf = ({ metadata }: HostedCluster): string => {
  const hex = hashOf(`cluster-id/${metadata.uid}`).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** Upstream's form: at most 21 characters of the name, a dash, five letters. */
const infraIdOf = ({ metadata }: HostedCluster): string => {
  const letters = [...hashOf(`infra-id/${metadata.uid}`).subarray(0, 5)].map(
    (byte) => alphabet[byte % alphabet.length],
  );
  return `${metadata.name.slice(0, 21)}-${letters.join('')}`;
};

/** What the operator writes into metadata and spec; undefined when all of it is there. A paused cluster gets no ids. */
export const planIdentity = (cluster: HostedCluster, paused: boolean): JsonObject | undefined => {
  const { metadata, spec } = cluster;
  const finalizers = metadata.finalizers ?? [];
  const lacksFinalizer = !finalizers.includes(finalizer);
  const ids = {
    ...(!spec.clusterID && !paused && { clusterID: clusterIdOf(cluster) }),
    ...(!spec.infraID && !paused && { infraID: infraIdOf(cluster) }),
  };
  const hasIds = Object.keys(ids).length > 0;
  if (!lacksFinalizer && !hasIds) return undefined;
  return {
    ...(lacksFinalizer && { metadata: { finalizers: [...finalizers, finalizer] } }),
    ...(hasIds && { spec: ids }),
  };
};
