import { cutText } from '../shared/cut-text.ts';
import type { KubeObject } from '../shared/kube-object.ts';
import { distillConditions } from './observed-hosted-cluster.ts';

/** Finalizers that the operator and Kubernetes themselves take away in the course of a deletion. */
const ownFinalizers = /^(hypershift\.(openshift\.)?io\/|kubernetes$|foregroundDeletion$|orphan$)/;

/** What the namespace controller reports of contents that will not go. */
const namespaceConditions = [
  'NamespaceFinalizersRemaining',
  'NamespaceContentRemaining',
  'NamespaceDeletionContentFailure',
  'NamespaceDeletionDiscoveryFailure',
];

/** What keeps an object that is being deleted from going, in the words of whoever says so; undefined: nothing that is known. */
export const heldBy = (object: KubeObject): string | undefined => {
  if (object.metadata.deletionTimestamp === undefined) return undefined;
  const foreign = (object.metadata.finalizers ?? []).filter((name) => !ownFinalizers.test(name));
  const words = distillConditions(object.status)
    .filter(({ type, status }) => namespaceConditions.includes(type) && status === 'True')
    .map(({ type, message }) => message ?? type);
  const parts = [...(foreign.length > 0 ? [`finalizers ${foreign.join(', ')}`] : []), ...words];
  return parts.length === 0
    ? undefined
    : cutText(`${object.kind} ${object.metadata.name}: ${parts.join('; ')}`, 900);
};
