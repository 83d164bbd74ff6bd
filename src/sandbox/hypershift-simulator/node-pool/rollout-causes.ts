import { createHash } from 'node:crypto';
import type { HostedCluster, NodePool } from '../objects.ts';

/** A change of what machines are made from, other than the release. The operator keeps what it rolled last in an annotation. */
export interface RolloutCause {
  readonly condition: 'UpdatingConfig' | 'UpdatingPlatformMachineTemplate';
  readonly annotation: string;
  readonly hash: string;
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8);

/** CONTRACT §10.4. Contents of ConfigMaps are not looked at, only their names. */
export const rolloutCausesOf = ({ spec }: NodePool, cluster: HostedCluster): readonly RolloutCause[] => [
  {
    condition: 'UpdatingConfig',
    annotation: 'hypershift.openshift.io/nodePoolCurrentConfig',
    hash: hashOf([
      spec.config ?? [],
      spec.tuningConfig ?? [],
      cluster.spec.pullSecret?.name ?? '',
      cluster.spec.additionalTrustBundle?.name ?? '',
      cluster.spec.imageContentSources ?? [],
    ]),
  },
  {
    condition: 'UpdatingPlatformMachineTemplate',
    annotation: 'hypershift.openshift.io/nodePoolPlatformMachineTemplate',
    hash: hashOf(spec.platform),
  },
];
