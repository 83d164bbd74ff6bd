import type { ClusterRendering } from '../platforms/platform-rules.ts';
import { platformOf } from '../platforms/platforms.ts';
import type { JsonObject } from '../shared/json.ts';
import {
  auditWebhookName,
  clusterLabels,
  etcdKeySecretName,
  infraLabel,
  proxyTrustBundleName,
  pullSecretName,
  safeToDeleteLabel,
  signingKeySecretName,
  sshKeySecretName,
  trustBundleName,
} from '../shared/kube-names.ts';
import type { KubeObject, KubeRef } from '../shared/kube-object.ts';
import { filled, members } from '../shared/present.ts';
import type { Cluster, Placement } from './cluster.ts';

export interface ClusterSecrets {
  /** Text of a .dockerconfigjson. */
  readonly pullSecret: string;
  /** Base64 of 32 random bytes; needed unless a key service encrypts etcd. */
  readonly etcdEncryptionKey?: string;
  /** Behind the cluster's own issuer; where Berth makes the infrastructure. */
  readonly signingKey?: SigningKey;
  /** Values of the credentials that the spec refers to, by id; those without a value are not among them. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** PEM: a private key in PKCS#1, and the public half of the one before it. */
export interface SigningKey {
  readonly privateKey: string;
  readonly oldPublicKey?: string;
}

interface Owner {
  readonly cluster: Cluster;
  readonly placement: Placement;
}

const toBase64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));

const secret = (
  { cluster, placement }: Owner,
  name: string,
  data: JsonObject,
  type?: string,
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name,
    namespace: placement.namespace,
    labels: {
      ...clusterLabels(cluster.id),
      [safeToDeleteLabel]: 'true',
      [infraLabel]: cluster.infraId,
    },
  },
  ...members({ type }),
  data,
});

const configMap = (
  { cluster, placement }: Owner,
  name: string,
  data: Readonly<Record<string, string>>,
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: placement.namespace, labels: clusterLabels(cluster.id) },
  data,
});

export const renderPullSecret = (owner: Owner, pullSecret: string): KubeObject =>
  secret(owner, pullSecretName(owner.cluster.domainPrefix), { '.dockerconfigjson': toBase64(pullSecret) });

/** The key behind a cluster's own issuer, and during a rotation the public half of the one before. */
export const renderSigningKey = (owner: Owner, key: SigningKey | undefined): readonly KubeObject[] =>
  key === undefined
    ? []
    : [
        secret(
          owner,
          signingKeySecretName(owner.cluster.domainPrefix),
          members({
            key: toBase64(key.privateKey),
            'old-key.pub': key.oldPublicKey === undefined ? undefined : toBase64(key.oldPublicKey),
          }),
        ),
      ];

export const renderSshKey = (owner: Owner): readonly KubeObject[] => {
  const key = filled(owner.cluster.spec.sshPublicKey);
  const name = sshKeySecretName(owner.cluster.domainPrefix);
  return key === undefined ? [] : [secret(owner, name, { 'id_rsa.pub': toBase64(key) })];
};

const trustBundle = (owner: Owner, name: string, asked: string | undefined): readonly KubeObject[] => {
  const bundle = filled(asked);
  return bundle === undefined ? [] : [configMap(owner, name, { 'ca-bundle.crt': bundle })];
};

/** Certificate authorities of the user's, for the whole cluster. */
export const renderTrustBundle = (owner: Owner): readonly KubeObject[] => {
  const { spec, domainPrefix } = owner.cluster;
  return trustBundle(owner, trustBundleName(domainPrefix), spec.additionalTrustBundle);
};

/** Those behind the certificates that the proxy shows. */
export const renderProxyTrustBundle = (owner: Owner): readonly KubeObject[] => {
  const { spec, domainPrefix } = owner.cluster;
  return trustBundle(owner, proxyTrustBundleName(domainPrefix), spec.configuration?.proxy?.trustBundle);
};

/** A credential without a value is a fault of the caller: the objects that refer to it would be refused much later. */
const valueIn =
  (credentials: ClusterSecrets['credentials']) =>
  (id: string): string => {
    const value = credentials[id];
    if (value === undefined) throw new TypeError(`the value of credential ${id} was not given`);
    return value;
  };

/** Where the API server sends its audit log, and with what. */
export const renderAuditWebhook = (
  owner: Owner,
  credentials: ClusterSecrets['credentials'],
): readonly KubeObject[] => {
  const id = filled(owner.cluster.spec.controlPlane?.auditWebhookCredentialId);
  if (id === undefined) return [];
  const data = { 'webhook-kubeconfig': toBase64(valueIn(credentials)(id)) };
  return [secret(owner, auditWebhookName(owner.cluster.domainPrefix), data, 'Opaque')];
};

/** Secrets and ConfigMaps that the platform's part of the HostedCluster refers to. */
export const renderPlatformObjects = (
  owner: Owner,
  rendering: ClusterRendering,
  credentials: ClusterSecrets['credentials'],
): readonly KubeObject[] => {
  const { objects } = platformOf(rendering.spec.platform.type);
  return (objects?.(rendering, valueIn(credentials)) ?? []).map(({ kind, name, type, data }) =>
    kind === 'ConfigMap'
      ? configMap(owner, name, data)
      : secret(
          owner,
          name,
          Object.fromEntries(Object.entries(data).map(([key, text]) => [key, toBase64(text)])),
          type,
        ),
  );
};

/** None when a key service encrypts etcd. A missing key is a fault of the caller: without it nothing could ever be read again. */
export const renderEtcdKey = (owner: Owner, key: string | undefined): readonly KubeObject[] => {
  if (owner.cluster.spec.encryption?.type === 'kms') return [];
  if (key === undefined) throw new TypeError('the etcd encryption key of the cluster was not given');
  return [secret(owner, etcdKeySecretName(owner.cluster.domainPrefix), { key }, 'Opaque')];
};

/**
 * Objects that an earlier spec may have brought about and the present one does not: to be deleted, or what the user cleared
 * would stay readable. Never the etcd key: what it encrypted may still be there.
 */
export const listObsoleteObjects = (owner: Owner): readonly KubeRef[] => {
  const { spec, domainPrefix } = owner.cluster;
  const { namespace } = owner.placement;
  const objects = [
    { kind: 'ConfigMap', name: trustBundleName(domainPrefix), of: spec.additionalTrustBundle },
    {
      kind: 'ConfigMap',
      name: proxyTrustBundleName(domainPrefix),
      of: spec.configuration?.proxy?.trustBundle,
    },
    { kind: 'Secret', name: sshKeySecretName(domainPrefix), of: spec.sshPublicKey },
    {
      kind: 'Secret',
      name: auditWebhookName(domainPrefix),
      of: spec.controlPlane?.auditWebhookCredentialId,
    },
  ];
  return objects
    .filter(({ of }) => filled(of) === undefined)
    .map(({ kind, name }) => ({ apiVersion: 'v1', kind, namespace, name }));
};
