import { createHash } from 'node:crypto';
import type { ClusterWork } from '../../db/repositories/cluster-work.ts';
import type { InfrastructureRequest, PlannedStep } from '../../domain/infrastructure/infrastructure-plan.ts';
import { jwksOf } from '../../domain/issuer/issuer.ts';
import type { ManagedInfrastructure } from '../../domain/platforms/platform-rules.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import type { CloudDependencies } from './cloud-dependencies.ts';

/** All that the infrastructure of a cluster depends on. The issuer is the cluster's own, by its infraID, never used again. */
export const requestOf = (
  clouds: CloudDependencies,
  { cluster, issuer }: Pick<ClusterWork, 'cluster' | 'issuer'>,
): InfrastructureRequest => ({
  instance: clouds.instance,
  tenantId: cluster.tenantId,
  clusterId: cluster.id,
  infraId: cluster.infraId,
  hostedClusterName: cluster.domainPrefix,
  createdAt: cluster.createdAt,
  spec: cluster.spec,
  issuerUrl: issuer?.issuerUrl ?? `${clouds.issuerUrl}/${cluster.infraId}`,
  jwks: jwksOf(issuer?.keys ?? []),
});

/** What Berth makes on the platform of a cluster. Admission lets no other cluster ask for it. */
export const managedInfrastructureOf = ({ cluster }: ClusterWork): ManagedInfrastructure => {
  const { type } = cluster.spec.platform;
  const { managed } = platformOf(type);
  if (managed === undefined) throw new TypeError(`Berth makes no infrastructure on ${type}`);
  return managed;
};

/** Identifies what is planned: equal inputs have equal hashes. */
export const hashInput = (input: unknown): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 32);

/** Identifies a plan: it changes when anything is to be otherwise, `mark` included. */
export const hashPlan = (plan: readonly PlannedStep[], mark: string): string =>
  hashInput([mark, ...plan.map(({ id, type, name, input }) => [id, type, name, input])]);
