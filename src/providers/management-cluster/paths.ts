import type { KubeRef } from '../../domain/shared/kube-object.ts';
import type { KubeKind } from './contract.ts';
import { ManagementClusterError } from './errors.ts';
import { type ResolvedKind, resolveKind } from './kinds.ts';

/**
 * The only place where names become paths. An empty name or a dot would turn a delete of one object into a delete of
 * the collection or of the namespace (kubernetes-client/javascript joins and then normalises), so all are checked here.
 */
const LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

const isLabel = (text: unknown): text is string => typeof text === 'string' && LABEL.test(text);

const isSubdomain = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 253 && text.split('.').every((part) => LABEL.test(part));

const refuse = (what: string, value: unknown, rule: string): never => {
  const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : String(typeof value);
  throw new ManagementClusterError('bad-name', `${what} ${shown} is not ${rule}; nothing was sent`);
};

const checkNamespace = (kind: ResolvedKind, namespace: string | undefined): void => {
  if (kind.namespaced && !isLabel(namespace))
    refuse(`namespace of ${kind.kind}`, namespace, 'a DNS-1123 label');
  if (!kind.namespaced && namespace !== undefined) {
    refuse(`namespace of ${kind.kind}`, namespace, 'possible: the kind is cluster-scoped');
  }
};

const checkName = (kind: ResolvedKind, name: string): void => {
  if (kind.names === 'label' && !isLabel(name)) refuse(`name of ${kind.kind}`, name, 'a DNS-1123 label');
  if (kind.names === 'subdomain' && !isSubdomain(name)) {
    refuse(`name of ${kind.kind}`, name, 'a DNS-1123 subdomain');
  }
};

const basePath = (kind: ResolvedKind): string =>
  kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;

const collectionOf = (kind: ResolvedKind, namespace: string | undefined): string =>
  namespace === undefined
    ? `${basePath(kind)}/${kind.plural}`
    : `${basePath(kind)}/namespaces/${namespace}/${kind.plural}`;

export interface Target {
  readonly kind: ResolvedKind;
  readonly path: string;
  /** Calls of one flow wait for each other, not for those of another: one flow per namespace. */
  readonly flow: string;
}

/** Path of one object. Throws `bad-name`. */
export const targetObject = (ref: KubeRef): Target & { readonly collection: string } => {
  const kind = resolveKind(ref);
  checkNamespace(kind, ref.namespace);
  checkName(kind, ref.name);
  const collection = collectionOf(kind, ref.namespace);
  return { kind, collection, path: `${collection}/${ref.name}`, flow: ref.namespace ?? ref.name };
};

/** Path of a collection, of all namespaces when none is given. Throws `bad-name`. */
export const targetCollection = (kubeKind: KubeKind, namespace: string | undefined): Target => {
  const kind = resolveKind(kubeKind);
  if (namespace !== undefined) checkNamespace(kind, namespace);
  return { kind, path: collectionOf(kind, namespace), flow: namespace ?? '' };
};
