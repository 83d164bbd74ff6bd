import type { JsonObject } from '../../domain/shared/json.ts';

// Our own short description of the two kinds that Berth works with, for a sandbox without the real definitions. It knows the fields
// that Berth sets, what may never change, and the defaults that the operator's users rely on; every other field is kept as it is.

const text = (extra: JsonObject = {}): JsonObject => ({ type: 'string', ...extra });
const choice = (...values: readonly string[]): JsonObject => ({ type: 'string', enum: values });

/** An object that keeps the members nobody described. */
const open = (properties: JsonObject = {}, extra: JsonObject = {}): JsonObject => ({
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
  ...(Object.keys(properties).length > 0 ? { properties } : {}),
  ...extra,
});

const list = (items: JsonObject, extra: JsonObject = {}): JsonObject => ({ type: 'array', items, ...extra });

const fixed = (name: string): JsonObject => ({
  'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: `${name} is immutable` }],
});

/** May be set once, and not be taken away again. */
const sticky = (...names: readonly string[]): JsonObject => ({
  'x-kubernetes-validations': names.map((name) => ({
    rule: `!has(oldSelf.${name}) || has(self.${name})`,
    message: `${name} may not be removed once it is set`,
  })),
});

const reference = open({ name: text() }, { required: ['name'] });
const network = list(open({ cidr: text({ maxLength: 43 }) }, { required: ['cidr'] }), { maxItems: 2 });

const conditions = list(open({ type: text(), status: text() }, { required: ['type', 'status'] }), {
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
});

/** Those of the technology preview included: what a real management cluster offers, its own definitions say. */
const platformTypes = [
  'AWS',
  'Azure',
  'GCP',
  'IBMCloud',
  'KubeVirt',
  'OpenStack',
  'Agent',
  'PowerVS',
  'None',
];

const hostedClusterSpec = open(
  {
    release: open({ image: text({ minLength: 1, maxLength: 253 }) }, { required: ['image'] }),
    pullSecret: reference,
    sshKey: reference,
    clusterID: text(fixed('clusterID')),
    infraID: text(fixed('infraID')),
    platform: open(
      { type: { ...choice(...platformTypes), ...fixed('platform.type') } },
      { required: ['type'] },
    ),
    networking: open({
      networkType: {
        ...choice('OVNKubernetes', 'OpenShiftSDN', 'Calico', 'Other'),
        default: 'OVNKubernetes',
      },
      clusterNetwork: { ...network, default: [{ cidr: '10.132.0.0/14' }], ...fixed('clusterNetwork') },
      serviceNetwork: { ...network, default: [{ cidr: '172.31.0.0/16' }], ...fixed('serviceNetwork') },
      machineNetwork: { ...network, ...fixed('machineNetwork') },
    }),
    etcd: open(
      { managementType: { ...choice('Managed', 'Unmanaged'), ...fixed('managementType') } },
      { required: ['managementType'] },
    ),
    services: list(open({ service: text() }, { required: ['service'] }), {
      maxItems: 6,
      ...fixed('services'),
    }),
    dns: open({ baseDomain: text({ maxLength: 253 }) }),
    issuerURL: text({ default: 'https://kubernetes.default.svc', ...fixed('issuerURL') }),
    fips: { type: 'boolean', ...fixed('fips') },
    controllerAvailabilityPolicy: {
      ...choice('HighlyAvailable', 'SingleReplica'),
      default: 'HighlyAvailable',
      ...fixed('controllerAvailabilityPolicy'),
    },
    infrastructureAvailabilityPolicy: {
      ...choice('HighlyAvailable', 'SingleReplica'),
      default: 'SingleReplica',
    },
    olmCatalogPlacement: {
      ...choice('management', 'guest'),
      default: 'management',
      ...fixed('olmCatalogPlacement'),
    },
    pausedUntil: text({ maxLength: 35 }),
  },
  {
    required: ['etcd', 'networking', 'platform', 'pullSecret', 'release', 'services'],
    ...sticky('clusterID', 'infraID', 'secretEncryption'),
  },
);

const nodePoolSpec = open(
  {
    clusterName: text({
      minLength: 1,
      maxLength: 253,
      pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
      ...fixed('clusterName'),
    }),
    release: open({ image: text({ minLength: 1, maxLength: 253 }) }, { required: ['image'] }),
    platform: open(
      { type: { ...choice(...platformTypes), ...fixed('platform.type') } },
      { required: ['type'] },
    ),
    replicas: { type: 'integer', format: 'int32', minimum: 0 },
    autoScaling: open({ min: { type: 'integer', minimum: 0 }, max: { type: 'integer', minimum: 1 } }),
    arch: { ...choice('amd64', 'arm64', 'ppc64le', 's390x'), default: 'amd64', ...fixed('arch') },
    management: open(
      {
        upgradeType: { ...choice('Replace', 'InPlace'), ...fixed('upgradeType') },
        autoRepair: { type: 'boolean', default: false },
      },
      { required: ['upgradeType'] },
    ),
    pausedUntil: text({ maxLength: 35 }),
  },
  {
    required: ['clusterName', 'management', 'platform', 'release'],
    'x-kubernetes-validations': [
      {
        rule: '!has(self.replicas) || !has(self.autoScaling)',
        message: 'replicas and autoScaling are mutually exclusive',
      },
    ],
  },
);

const column = (name: string, jsonPath: string, type = 'string'): JsonObject => ({ name, type, jsonPath });

const conditionColumn = (name: string, type: string, member = 'status'): JsonObject =>
  column(name, `.status.conditions[?(@.type=="${type}")].${member}`);

interface Kind {
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly spec: JsonObject;
  readonly columns: readonly JsonObject[];
  readonly subresources: JsonObject;
}

const definitionOf = ({ kind, shortNames, spec, columns, subresources }: Kind): JsonObject => {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  const group = 'hypershift.openshift.io';
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular, shortNames },
      versions: [
        {
          name: 'v1beta1',
          served: true,
          storage: true,
          additionalPrinterColumns: columns,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['spec'],
              properties: { spec, status: open({ conditions }) },
            },
          },
          subresources,
        },
      ],
    },
  };
};

/** The definitions of HostedCluster and NodePool. */
export const compactDefinitions: readonly JsonObject[] = [
  definitionOf({
    kind: 'HostedCluster',
    shortNames: ['hc', 'hcs'],
    spec: hostedClusterSpec,
    columns: [
      column('Version', '.status.version.history[?(@.state=="Completed")].version'),
      column('KubeConfig', '.status.kubeconfig.name'),
      column('Progress', '.status.version.history[?(@.state!="")].state'),
      conditionColumn('Available', 'Available'),
      conditionColumn('Progressing', 'Progressing'),
      conditionColumn('Message', 'Available', 'message'),
    ],
    subresources: { status: {} },
  }),
  definitionOf({
    kind: 'NodePool',
    shortNames: ['np', 'nps'],
    spec: nodePoolSpec,
    columns: [
      column('Cluster', '.spec.clusterName'),
      column('Desired Nodes', '.spec.replicas', 'integer'),
      column('Current Nodes', '.status.replicas', 'integer'),
      conditionColumn('Autoscaling', 'AutoscalingEnabled'),
      conditionColumn('Autorepair', 'AutorepairEnabled'),
      column('Version', '.status.version'),
      conditionColumn('UpdatingVersion', 'UpdatingVersion'),
      conditionColumn('UpdatingConfig', 'UpdatingConfig'),
      conditionColumn('Message', 'Ready', 'message'),
    ],
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
  }),
];
