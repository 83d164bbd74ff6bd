import type { TenantTx } from '../db/database.ts';
import { lockCluster } from '../db/repositories/clusters.ts';
import { requestSigningKey } from '../db/repositories/issuers.ts';
import type { Cluster } from '../domain/cluster/cluster.ts';
import { hasManagedInfrastructure } from '../domain/cluster/cluster-infrastructure.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { acceptedOperation } from './accepted-operation.ts';
import { describeChange } from './change.ts';
import type { ClusterService } from './contract.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { checkIfMatch, notFound, refuseWhileDeleting } from './preconditions.ts';
import type { Accepted } from './request-context.ts';

const refuseWithoutIssuer = (cluster: Cluster): void => {
  if (hasManagedInfrastructure(cluster)) return;
  throw new BerthError('admission-refused', 'The signing key of this cluster is not Berth’s to replace.', {
    problems: [
      {
        pointer: '/spec/platform',
        code: 'not-allowed',
        detail: 'Berth makes the signing keys of clusters with managed infrastructure only.',
      },
    ],
  });
};

const replayed = (stored: JsonObject): Accepted<Cluster, Operation> => ({
  ...(stored as unknown as { resource: Cluster; operation: Operation }),
  replayed: true,
});

/** A change without a change of the spec: the next generation comes with a new key, and is converged when that is in use. */
export const createSigningKeyRotation = (deps: ServiceDependencies): ClusterService['rotateSigningKey'] => {
  const { database } = deps;
  return (context, id, ifMatch) => {
    const make = async (tx: TenantTx): Promise<Accepted<Cluster, Operation>> => {
      const cluster = await lockCluster(tx, id);
      if (cluster === undefined) throw notFound();
      checkIfMatch(cluster, ifMatch);
      refuseWhileDeleting(cluster);
      refuseWithoutIssuer(cluster);
      const operationId = deps.newId('operation');
      const at = deps.clock();
      const generation = cluster.generation + 1;
      const resource = {
        ...cluster,
        operationId,
        updatedAt: at,
        generation,
        revision: cluster.revision + 1,
      };
      const operation = acceptedOperation({
        tenantId: context.tenantId,
        id: operationId,
        type: 'cluster.update',
        target: { kind: 'cluster', id, clusterId: id },
        generation,
        at,
      });
      const record = describeChange(deps, context, {
        type: 'cluster.update',
        targetKind: 'cluster',
        targetId: id,
        clusterId: id,
        projectId: cluster.projectId,
        generation,
        operationId,
        event: 'berth.cluster.updated.v1',
        eventData: { name: cluster.name, version: cluster.release.version },
        audit: { after: { signingKey: 'replaced' } },
        wakes: [{ queue: 'cluster', targetId: id }],
        response: { resource, operation } as unknown as JsonObject,
        at,
      });
      await requestSigningKey(tx, { id, operationId, at }, record);
      return { resource, operation, replayed: false };
    };
    return makeOnce(database, context, replayed, () => database.withTenant(context, make));
  };
};
