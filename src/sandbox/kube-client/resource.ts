/** A kind as the API server addresses it. */
export interface KubeResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
}

const core = (plural: string, kind: string): KubeResource => ({ group: '', version: 'v1', plural, kind });
const hypershift = (plural: string, kind: string): KubeResource => ({
  group: 'hypershift.openshift.io',
  version: 'v1beta1',
  plural,
  kind,
});

export const resources = {
  hostedClusters: hypershift('hostedclusters', 'HostedCluster'),
  nodePools: hypershift('nodepools', 'NodePool'),
  namespaces: core('namespaces', 'Namespace'),
  secrets: core('secrets', 'Secret'),
  configMaps: core('configmaps', 'ConfigMap'),
} as const;

export const apiVersionOf = (resource: KubeResource): string =>
  resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;

/** Where one object is; `namespace` is absent for cluster-scoped kinds. */
export interface ObjectKey {
  readonly namespace?: string;
  readonly name: string;
}

const segmentPattern = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** An empty or dotted name would turn a delete of one object into a delete of a collection. */
const checkSegment = (value: string): string => {
  if (!segmentPattern.test(value) || value.includes('..')) {
    throw new TypeError(`not a Kubernetes name: ${JSON.stringify(value)}`);
  }
  return value;
};

export const collectionPath = (resource: KubeResource, namespace?: string): string => {
  const base = resource.group === '' ? '/api/v1' : `/apis/${resource.group}/${resource.version}`;
  return namespace === undefined
    ? `${base}/${resource.plural}`
    : `${base}/namespaces/${checkSegment(namespace)}/${resource.plural}`;
};

export const objectPath = (resource: KubeResource, key: ObjectKey, subresource?: 'status'): string => {
  const path = `${collectionPath(resource, key.namespace)}/${checkSegment(key.name)}`;
  return subresource === undefined ? path : `${path}/${subresource}`;
};
