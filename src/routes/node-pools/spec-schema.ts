import { Type } from 'typebox';
import { architectures } from '../../domain/node-pool/node-pool-spec.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import { LabelMap, labelKeyPattern, labelLimits, labelValuePattern } from '../shared/label-map.ts';
import { Duration, Instant, Subdomain, Text, Version, Word } from '../shared/text.ts';
import { NodePoolPlatform } from './platform-schema.ts';

const closed = { additionalProperties: false } as const;

const mostNodes = 1_000;

const CountOrPercentage = (description: string) =>
  Type.Union(
    [
      Type.Integer({ minimum: 0, maximum: mostNodes }),
      Text('^(100|[1-9]?[0-9])%$', { maxLength: 4, hint: 'a number or a percentage such as 25%' }),
    ],
    { description },
  );

const Repair = Type.Object(
  {
    timeout: Type.Optional(
      Duration('How long a node may be silent; 8 minutes when absent, 16 on agent and none.'),
    ),
    startupTimeout: Type.Optional(
      Duration('How long a machine may take to become a node; 20 minutes when absent.'),
    ),
    maxUnhealthy: Type.Optional(
      CountOrPercentage('Nothing is repaired while more are unhealthy; 2 when absent.'),
    ),
  },
  { ...closed, title: 'NodePoolRepairInput', description: 'When a machine counts as lost, with autoRepair.' },
);

const Management = Type.Object(
  {
    upgradeType: Type.Optional(
      Word(['replace', 'inPlace'], 'New machines, or the same ones; replace when absent.'),
    ),
    strategy: Type.Optional(Word(['rollingUpdate', 'onDelete'], 'replace: how old machines go.')),
    maxSurge: Type.Optional(CountOrPercentage('replace: machines above the wanted number.')),
    maxUnavailable: Type.Optional(CountOrPercentage('Machines that may be missing meanwhile.')),
    autoRepair: Type.Optional(Type.Boolean({ description: 'Replaces machines that stay unhealthy.' })),
    repair: Type.Optional(Repair),
  },
  { ...closed, title: 'NodePoolManagementInput' },
);

const Taint = Type.Object(
  {
    key: Text(labelKeyPattern, { maxLength: labelLimits.key, hint: 'a label key' }),
    value: Type.Optional(
      Text(labelValuePattern, { minLength: 0, maxLength: labelLimits.value, hint: 'a label value' }),
    ),
    effect: Word(['NoSchedule', 'PreferNoSchedule', 'NoExecute']),
  },
  { ...closed, title: 'TaintInput' },
);

const NodeManifest = Type.Object(
  {
    apiVersion: Text('^[a-z0-9.-]+/v[a-z0-9]+$', {
      maxLength: 128,
      hint: 'GROUP/VERSION',
      description: 'Group and version of the object.',
      examples: ['machineconfiguration.openshift.io/v1'],
    }),
    kind: Text('^[A-Z][0-9A-Za-z]*$', { maxLength: 63, hint: 'a kind', description: 'Its kind.' }),
    metadata: Type.Object(
      {
        name: Subdomain('Its name.'),
        labels: Type.Optional(LabelMap('Its labels.')),
      },
      { ...closed, title: 'NodeManifestMetadataInput' },
    ),
    spec: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      maxProperties: 64,
      description: 'Its spec, as OpenShift has it.',
    }),
  },
  { ...closed, title: 'NodeManifestInput' },
);

/** The members of a node pool's spec. */
export const nodePoolSpecMembers = {
  replicas: Type.Optional(
    Type.Integer({ minimum: 0, maximum: mostNodes, description: 'Wanted number of nodes.' }),
  ),
  autoscaling: Type.Optional(
    Type.Object(
      {
        min: Type.Integer({ minimum: 0, maximum: mostNodes }),
        max: Type.Integer({ minimum: 1, maximum: mostNodes }),
      },
      { ...closed, title: 'NodePoolAutoscalingInput', description: 'Bounds for the cluster autoscaler.' },
    ),
  ),
  version: Type.Optional(Version('Exact version; follows the control plane when absent.')),
  arch: Type.Optional(
    Word(architectures, 'Architecture of the machines; amd64 when absent, ppc64le on powervs.'),
  ),
  platform: Type.Optional(NodePoolPlatform),
  management: Type.Optional(Management),
  labels: Type.Optional(LabelMap('Labels of the nodes.')),
  taints: Type.Optional(Type.Array(Taint, { maxItems: 50, description: 'Taints of the nodes.' })),
  drainTimeout: Type.Optional(Duration('How long a node may take to drain; no limit when absent.')),
  volumeDetachTimeout: Type.Optional(Duration('How long volumes may take to detach; no limit when absent.')),
  zone: Type.Optional(
    Text('^[0-9A-Za-z][0-9A-Za-z_.-]*$', {
      maxLength: 64,
      hint: 'an availability zone such as eu-west-1a',
      description:
        'aws, azure, gcp, openstack: availability zone of the machines, in the words of the cloud.',
      examples: ['eu-west-1a'],
    }),
  ),
  subnet: Type.Optional(
    Text('^[0-9A-Za-z/_.()-]+$', {
      maxLength: 355,
      hint: 'the id or name of a subnet, in the words of the cloud',
      description: 'aws, azure, gcp: subnet of the machines; instead of `zone` on aws.',
      examples: ['subnet-0a1b2c3d4e5f60718'],
    }),
  ),
  pause: Type.Optional(Type.Boolean({ description: 'Nothing is reconciled while this is true.' })),
  pausedUntil: Type.Optional(Instant('Nothing is reconciled until then; instead of `pause`.')),
  configs: Type.Optional(
    Type.Array(NodeManifest, {
      maxItems: 32,
      description:
        'How the nodes are set up: MachineConfig, KubeletConfig, ContainerRuntimeConfig, ImageDigestMirrorSet, ImageContentSourcePolicy, ClusterImagePolicy. A change rolls the nodes.',
    }),
  ),
  tuning: Type.Optional(
    Type.Array(NodeManifest, {
      maxItems: 10,
      description: 'How the nodes are tuned: Tuned, or one PerformanceProfile.',
    }),
  ),
} as const;

/** Exactly one of the two says how many nodes there are. */
export const replicasOrAutoscaling = [{ required: ['replicas'] }, { required: ['autoscaling'] }];

export const NodePoolSpec = Type.Object(nodePoolSpecMembers, {
  ...closed,
  oneOf: replicasOrAutoscaling,
  title: 'NodePoolSpecInput',
  description: 'What the user wants of the node pool. Exactly one of `replicas` and `autoscaling`.',
});
