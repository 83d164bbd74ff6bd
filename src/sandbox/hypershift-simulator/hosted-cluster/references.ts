import { isJsonObject } from '../../../domain/shared/json.ts';
import type { KubeObject } from '../../../domain/shared/kube-object.ts';
import type { HostedCluster } from '../objects.ts';

/** Where a missing or broken reference shows. */
export type ShownBy = 'release' | 'configuration' | 'reconcile';

export interface Reference {
  readonly kind: 'Secret' | 'ConfigMap' | 'Namespace';
  readonly name: string;
  readonly key?: string;
  readonly what: string;
  readonly shownBy: ShownBy;
}

export interface ReferenceProblem {
  readonly shownBy: ShownBy;
  readonly message: string;
}

type Slot = Omit<Reference, 'name'> & { readonly name: string | undefined };

const isNamed = (slot: Slot): slot is Reference => slot.name !== undefined && slot.name !== '';

/** Secrets with which the operators of a cluster act on its platform. */
const platformSlots = ({
  kubevirt,
  openstack,
  powervs,
}: HostedCluster['spec']['platform']): readonly Slot[] => {
  const slot = (name: string | undefined, key: string): Slot => ({
    kind: 'Secret',
    name,
    key,
    what: 'platform credentials',
    shownBy: 'reconcile',
  });
  const infrastructure = kubevirt?.credentials?.infraKubeConfigSecret;
  return [
    slot(infrastructure?.name, infrastructure?.key ?? 'kubeconfig'),
    slot(openstack?.identityRef?.name, 'clouds.yaml'),
    slot(powervs?.kubeCloudControllerCreds?.name, 'ibmcloud_api_key'),
    slot(powervs?.nodePoolManagementCreds?.name, 'ibmcloud_api_key'),
    slot(powervs?.ingressOperatorCloudCreds?.name, 'ibmcloud_api_key'),
    slot(powervs?.storageOperatorCloudCreds?.name, 'ibmcloud_api_key'),
    slot(powervs?.imageRegistryOperatorCloudCreds?.name, 'ibmcloud_api_key'),
  ];
};

/** Everything that the operator looks up before it builds the control plane. An empty name is no reference. */
export const referencesOf = ({ spec }: HostedCluster): readonly Reference[] => {
  const slots: Slot[] = [
    {
      kind: 'Secret',
      name: spec.pullSecret?.name,
      key: '.dockerconfigjson',
      what: 'pull secret',
      shownBy: 'release',
    },
    { kind: 'Secret', name: spec.sshKey?.name, key: 'id_rsa.pub', what: 'ssh key', shownBy: 'reconcile' },
    {
      kind: 'Secret',
      name: spec.secretEncryption?.aescbc?.activeKey?.name,
      key: 'key',
      what: 'etcd encryption key',
      shownBy: 'reconcile',
    },
    {
      kind: 'Secret',
      name: spec.serviceAccountSigningKey?.name,
      key: 'key',
      what: 'service account signing key',
      shownBy: 'configuration',
    },
    {
      kind: 'ConfigMap',
      name: spec.additionalTrustBundle?.name,
      key: 'ca-bundle.crt',
      what: 'additional trust bundle',
      shownBy: 'configuration',
    },
    {
      kind: 'ConfigMap',
      name: spec.configuration?.proxy?.trustedCA?.name,
      key: 'ca-bundle.crt',
      what: 'proxy trusted CA',
      shownBy: 'configuration',
    },
    {
      kind: 'Secret',
      name: spec.auditWebhook?.name,
      key: 'webhook-kubeconfig',
      what: 'audit webhook kubeconfig',
      shownBy: 'reconcile',
    },
    ...platformSlots(spec.platform),
    {
      kind: 'Namespace',
      name: spec.platform.agent?.agentNamespace,
      what: 'agent namespace',
      shownBy: 'configuration',
    },
  ];
  return slots.filter(isNamed);
};

const isJson = (base64: string): boolean => {
  try {
    return isJsonObject(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')));
  } catch {
    return false;
  }
};

/** What is wrong with the object that stands (or does not stand) behind a reference. */
export const judgeReference = (
  reference: Reference,
  object: KubeObject | undefined,
): ReferenceProblem | undefined => {
  const { kind, name, key, what, shownBy } = reference;
  if (object === undefined) {
    const article = /^[aeiou]/.test(what) ? 'an' : 'a';
    const plural = kind === 'Secret' ? 'secrets' : kind === 'ConfigMap' ? 'configmaps' : 'namespaces';
    return {
      shownBy,
      message: `failed to get ${what}: ${plural} "${name}" not found (${article} ${what} is needed)`,
    };
  }
  const value = key === undefined ? undefined : object.data?.[key];
  if (key !== undefined && typeof value !== 'string') {
    return { shownBy, message: `${what} ${kind} "${name}" does not contain key "${key}"` };
  }
  if (what === 'pull secret' && typeof value === 'string' && !isJson(value)) {
    return { shownBy: 'reconcile', message: `failed to parse pull secret "${name}": it is not JSON` };
  }
  return undefined;
};
