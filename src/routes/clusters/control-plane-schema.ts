import { Type } from 'typebox';
import type { ClusterEncryption as DomainClusterEncryption } from '../../domain/cluster/cluster-spec.ts';
import { platformTypes } from '../../domain/platforms/platform-specs.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import { LabelMap, labelKeyPattern, labelLimits, labelValuePattern } from '../shared/label-map.ts';
import { TaggedUnion } from '../shared/tagged-union.ts';
import { Id, Instant, Quantity, Subdomain, Text, Word } from '../shared/text.ts';

const closed = { additionalProperties: false } as const;

const Toleration = Type.Object(
  {
    key: Type.Optional(Text(labelKeyPattern, { maxLength: labelLimits.key, hint: 'a label key' })),
    operator: Type.Optional(Word(['Exists', 'Equal'])),
    value: Type.Optional(
      Text(labelValuePattern, { minLength: 0, maxLength: labelLimits.value, hint: 'a label value' }),
    ),
    effect: Type.Optional(Word(['NoSchedule', 'PreferNoSchedule', 'NoExecute'])),
    tolerationSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  },
  { ...closed, title: 'TolerationInput' },
);

const availability = ['high', 'single'] as const;

const EtcdStorage = Type.Object(
  {
    size: Type.Optional(Quantity('Size of the volume of each member; 8Gi when absent.')),
    className: Type.Optional(Subdomain('Storage class on the management cluster.')),
  },
  { ...closed, title: 'EtcdStorageInput' },
);

export const ClusterControlPlane = Type.Object(
  {
    availability: Type.Optional(
      Word(availability, 'Three members of the control plane, or one; high when absent.'),
    ),
    infrastructureAvailability: Type.Optional(
      Word(availability, 'Replicas of what runs on the nodes for the cluster.'),
    ),
    etcd: Type.Optional(
      Type.Object(
        {
          storage: Type.Optional(EtcdStorage),
          restoreSnapshotUrl: Type.Optional(
            Text('^(https|s3)://[!-~]+$', {
              maxLength: 1024,
              hint: 'an https or s3 URL',
              description: 'Snapshot that the database of a new cluster begins with.',
            }),
          ),
        },
        { ...closed, title: 'EtcdInput' },
      ),
    ),
    operatorCatalogs: Type.Optional(Word(['management', 'guest'], 'Where the operator catalogs run.')),
    fips: Type.Optional(Type.Boolean({ description: 'FIPS mode. Cannot be changed afterwards.' })),
    tolerations: Type.Optional(
      Type.Array(Toleration, { maxItems: 25, description: 'Of the pods of the control plane.' }),
    ),
    nodeSelector: Type.Optional(LabelMap('Nodes of the management cluster for the control plane.')),
    labels: Type.Optional(LabelMap('Labels of the pods of the control plane.')),
    apiServerVerbosity: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10, description: 'How much the API server logs.' }),
    ),
    restartedAt: Type.Optional(Instant('Another instant restarts the control plane.')),
    auditWebhookCredentialId: Type.Optional(
      Id('credential', 'Credential of kind kubeconfig: where the API server sends its audit log.'),
    ),
  },
  { ...closed, title: 'ClusterControlPlaneInput' },
);

const keyServices = Object.fromEntries(
  platformTypes.flatMap((type) => {
    const { encryption } = platformOf(type).schemas;
    return encryption === undefined ? [] : [[type, Type.Optional(Type.Unsafe({ ...encryption }))]];
  }),
);

/** Which key service a cluster may name depends on its platform and is checked when the request is admitted. */
export const ClusterEncryption = Type.Unsafe<DomainClusterEncryption>(
  TaggedUnion(
    'type',
    [
      Type.Object({ type: Type.Literal('aescbc') }, { ...closed, title: 'ClusterEncryptionAescbcInput' }),
      Type.Object(
        { type: Type.Literal('kms'), ...keyServices },
        { ...closed, minProperties: 2, maxProperties: 2, title: 'ClusterEncryptionKmsInput' },
      ),
    ] as const,
    {
      title: 'ClusterEncryptionInput',
      description:
        'How secrets are encrypted in etcd; aescbc with a generated key when absent, kms with the key service of the platform.',
    },
  ),
);
