import { isId } from '../shared/id.ts';
import {
  clusterIdLabel,
  clusterNamespace,
  hostedClusterApiVersion,
  managedByLabel,
  managedByValue,
  nodePoolIdLabel,
} from '../shared/kube-names.ts';
import type { KubeObject, KubeRef } from '../shared/kube-object.ts';
import type { LeakThing } from './leak.ts';

/** As a label or an annotation, with any value. */
const protectionLabel = 'berth.io/do-not-delete';

/** Kinds of objects that are left behind when a cluster is not taken away whole; what is in them goes with them. */
export const leakKinds = [
  { apiVersion: 'v1', kind: 'Namespace' },
  { apiVersion: hostedClusterApiVersion, kind: 'HostedCluster' },
  { apiVersion: hostedClusterApiVersion, kind: 'NodePool' },
] as const;

const idOf = ({ metadata }: KubeObject): string =>
  metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;

/** The object that a thing is. */
export const refOf = ({ type, id }: LeakThing): KubeRef => {
  const known = leakKinds.find(({ kind }) => kind === type);
  if (known === undefined) throw new TypeError(`things of type ${type} are not on management clusters`);
  const slash = id.indexOf('/');
  return slash === -1
    ? { ...known, name: id }
    : { ...known, namespace: id.slice(0, slash), name: id.slice(slash + 1) };
};

/** Labels can be copied: an object of ours is where we would have put it. */
const doubtOf = (object: KubeObject, clusterId: string): string | undefined => {
  if (object.metadata.uid === undefined) return 'It has no uid.';
  if (!isId('cluster', clusterId)) return 'Its label is not the id of a cluster.';
  const namespace = object.kind === 'Namespace' ? object.metadata.name : object.metadata.namespace;
  return namespace === clusterNamespace(clusterId)
    ? undefined
    : 'It is not in the namespace of the cluster that its label names.';
};

/** An object as a thing; undefined: it does not carry our labels, whatever it is called. */
export const thingOfObject = (object: KubeObject): LeakThing | undefined => {
  const { labels = {}, annotations = {}, uid, creationTimestamp } = object.metadata;
  const clusterId = labels[clusterIdLabel];
  if (labels[managedByLabel] !== managedByValue || clusterId === undefined) return undefined;
  const nodePoolId = labels[nodePoolIdLabel];
  const infraId = object.spec?.['infraID'];
  const doubt = doubtOf(object, clusterId);
  return {
    side: 'managementCluster',
    type: object.kind,
    id: idOf(object),
    name: object.metadata.name,
    clusterId,
    isProtected: Object.hasOwn(labels, protectionLabel) || Object.hasOwn(annotations, protectionLabel),
    ...(typeof infraId === 'string' ? { infraId } : {}),
    ...(nodePoolId === undefined ? {} : { nodePoolId }),
    ...(creationTimestamp === undefined ? {} : { createdAt: creationTimestamp }),
    ...(uid === undefined ? {} : { uid }),
    ...(doubt === undefined ? {} : { doubt }),
  };
};
