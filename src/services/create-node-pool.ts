import { createNodePools } from '../db/repositories/cluster-create.ts';
import { lockCluster } from '../db/repositories/clusters.ts';
import { listClusterNodePools } from '../db/repositories/node-pools.ts';
import type { Cluster } from '../domain/cluster/cluster.ts';
import { desiredReplicas } from '../domain/node-pool/desired-replicas.ts';
import type { NodePool } from '../domain/node-pool/node-pool.ts';
import { admitNodePool } from '../domain/node-pool/node-pool-admission.ts';
import { initialNodePoolStatus } from '../domain/node-pool/node-pool-status.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { chargeOf } from '../domain/quota/charge.ts';
import { followedRelease } from '../domain/release/control-plane-versions.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { acceptedOperation } from './accepted-operation.ts';
import { describeChange } from './change.ts';
import type { NewPool, NodePoolService } from './contract.ts';
import type { CreateClusterDependencies } from './create-cluster.ts';
import { makeOnce } from './idempotency.ts';
import { findOpenNamespaces } from './open-namespaces.ts';
import { refuseWhileDeleting } from './preconditions.ts';
import type { Accepted, RequestContext } from './request-context.ts';

type Result = Accepted<NodePool, Operation>;

const replayed = (stored: JsonObject): Result => {
  const { resource, operation } = stored as unknown as { resource: NodePool; operation: Operation };
  return { resource, operation, replayed: true };
};

/** During an upgrade a new pool starts with the version that is still in use. */
const controlPlaneOf = ({ release, status }: Cluster) => {
  const { current } = status.version;
  return { desired: release, ...(current === undefined ? {} : { current }) };
};

const nameTaken = (existingId: string, name: string): BerthError =>
  new BerthError('name-conflict', `The cluster has a node pool named "${name}" already.`, {
    problems: [
      { pointer: '/name', code: 'taken', detail: 'The name stays taken until the node pool is really gone.' },
    ],
    extensions: { existingId },
  });

export const createNodePoolCreation = (
  deps: CreateClusterDependencies,
): NodePoolService['createNodePool'] => {
  const { database } = deps;

  const newNodePool = (
    cluster: Cluster,
    input: NewPool,
    release: NodePool['release'],
    ids: { readonly id: string; readonly operationId: string },
    at: string,
  ): NodePool => ({
    ...ids,
    tenantId: cluster.tenantId,
    clusterId: cluster.id,
    projectId: cluster.projectId,
    name: input.name,
    labels: input.labels,
    generation: 1,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    spec: input.spec,
    release,
    status: initialNodePoolStatus(desiredReplicas(input.spec)),
  });

  const create = async (context: RequestContext, input: NewPool, id: string): Promise<Result> => {
    const releases = await deps.catalogue.all();
    // The cluster's row is held: an upgrade of it and this pool are admitted one after the other.
    return database.withTenant(context, async (tx) => {
      const cluster = await lockCluster(tx, input.clusterId);
      if (cluster === undefined) {
        const problem = { pointer: '/clusterId', code: 'not-found', detail: 'There is no such cluster.' };
        throw new BerthError('admission-refused', 'The node pool needs a cluster.', { problems: [problem] });
      }
      refuseWhileDeleting(cluster);
      const siblings = await listClusterNodePools(tx, cluster.id);
      const holder = siblings.find((pool) => pool.name === input.name);
      if (holder !== undefined) throw nameTaken(holder.id, input.name);
      const problems = admitNodePool({
        cluster,
        name: input.name,
        labels: input.labels,
        spec: input.spec,
        siblings,
        releases,
        openNamespaces: await findOpenNamespaces(tx, cluster.spec, input.spec),
      });
      const wanted = input.spec.version;
      const release =
        wanted === undefined
          ? followedRelease(controlPlaneOf(cluster), releases)
          : releases.find(({ version }) => version === wanted);
      if (problems.length > 0 || release === undefined) {
        throw new BerthError('admission-refused', 'The node pool cannot be made as asked. See `errors`.', {
          problems,
        });
      }
      const operationId = deps.newId('operation');
      const at = deps.clock();
      const { version, image } = release;
      const pool = newNodePool(cluster, input, { version, image }, { id, operationId }, at);
      const operation = acceptedOperation({
        tenantId: context.tenantId,
        id: operationId,
        type: 'nodePool.create',
        target: { kind: 'nodePool', id, clusterId: cluster.id },
        generation: 1,
        at,
      });
      const record = describeChange(deps, context, {
        type: 'nodePool.create',
        targetKind: 'nodePool',
        targetId: id,
        clusterId: cluster.id,
        projectId: cluster.projectId,
        generation: 1,
        operationId,
        event: 'berth.nodePool.created.v1',
        eventData: { name: pool.name, version },
        audit: { after: { name: pool.name, spec: pool.spec as unknown as JsonObject } },
        wakes: [{ queue: 'node-pool', targetId: id }],
        response: { resource: pool, operation } as unknown as JsonObject,
        at,
      });
      const row = {
        ...pool,
        releaseVersion: version,
        releaseImage: image,
        operationId,
        phase: pool.status.phase,
        charge: chargeOf(cluster.spec.platform.type, pool.spec),
      };
      await createNodePools(tx, [row], record);
      return { resource: pool, operation, replayed: false };
    });
  };

  return (context, input) => {
    const id = deps.newId('nodePool');
    return makeOnce(database, context, replayed, () => create(context, input, id));
  };
};
