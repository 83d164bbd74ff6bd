import type { ChangeRecord } from '../db/repositories/change-record.ts';
import { saveClusterSpec } from '../db/repositories/cluster-change.ts';
import { lockCluster } from '../db/repositories/clusters.ts';
import { findCredentialKinds, saveClusterCredentials } from '../db/repositories/credential-users.ts';
import { findSupportedMinors } from '../db/repositories/management-clusters.ts';
import { listClusterNodePools } from '../db/repositories/node-pools.ts';
import { admitClusterUpdate } from '../domain/cluster/admission-update.ts';
import type { Cluster } from '../domain/cluster/cluster.ts';
import type { ClusterSpec } from '../domain/cluster/cluster-spec.ts';
import {
  addedCredentials,
  credentialsKey,
  furtherCredentialIds,
} from '../domain/cluster/credential-references.ts';
import { resolveRelease } from '../domain/release/resolve-release.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { mergePatch } from '../domain/shared/merge-patch.ts';
import { acceptedOperation } from './accepted-operation.ts';
import { describeChange } from './change.ts';
import type { ClusterService, ResourcePatch } from './contract.ts';
import type { CreateClusterDependencies } from './create-cluster.ts';
import { checkIfMatch, notFound, refuseWhileDeleting } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';

interface Merged {
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: ClusterSpec;
}

/** Applies the merge patch and has the result checked against the whole schema. */
const merge = (cluster: Cluster, change: ResourcePatch): Merged => {
  const before = { labels: cluster.labels, spec: cluster.spec as unknown as JsonObject };
  const merged = mergePatch(before, change.patch as JsonObject) as JsonObject;
  const problems = change.validate(merged);
  if (problems.length > 0) {
    throw new BerthError('malformed-request', 'The changed resource would not be valid.', { problems });
  }
  return merged as unknown as Merged;
};

export const createClusterUpdate = (deps: CreateClusterDependencies): ClusterService['updateCluster'] => {
  const { database } = deps;

  const record = (
    context: RequestContext,
    before: Cluster,
    after: Cluster,
    operationId: string,
  ): ChangeRecord =>
    describeChange(deps, context, {
      type: 'cluster.update',
      targetKind: 'cluster',
      targetId: after.id,
      clusterId: after.id,
      projectId: after.projectId,
      generation: after.generation,
      operationId,
      event: 'berth.cluster.updated.v1',
      eventData: { name: after.name, version: after.release.version },
      audit: {
        before: { labels: before.labels, spec: before.spec as unknown as JsonObject },
        after: { labels: after.labels, spec: after.spec as unknown as JsonObject },
      },
      wakes: [{ queue: 'cluster', targetId: after.id }],
      response: {},
      at: after.updatedAt,
    });

  return async (context, id, change) => {
    const releases = await deps.catalogue.all();
    return database.withTenant(context, async (tx) => {
      const cluster = await lockCluster(tx, id);
      if (cluster === undefined) throw notFound();
      checkIfMatch(cluster, change.ifMatch);
      refuseWhileDeleting(cluster);
      const { labels, spec } = merge(cluster, change);
      const isSameVersion = JSON.stringify(spec.version) === JSON.stringify(cluster.spec.version);
      const nodePools = await listClusterNodePools(tx, id);
      const added = addedCredentials(cluster.spec, spec).map((reference) => reference.id);
      const problems = admitClusterUpdate({
        cluster,
        labels,
        spec,
        nodePools,
        releases,
        now: deps.clock(),
        // Asked for only by who changes them: what is stored refers to credentials, and runs already.
        supportedMinors: isSameVersion ? [] : await findSupportedMinors(tx, id),
        credentialKinds: await findCredentialKinds(tx, added),
      });
      if (problems.length > 0) {
        throw new BerthError('admission-refused', 'The cluster cannot be changed as asked. See `errors`.', {
          problems,
        });
      }
      const release = isSameVersion ? cluster.release : resolveRelease(spec.version, releases);
      if (!('image' in release))
        throw new BerthError('admission-refused', release.detail, { problems: [release] });
      const operationId = deps.newId('operation');
      const at = deps.clock();
      const after: Cluster = {
        ...cluster,
        labels,
        spec,
        release,
        operationId,
        updatedAt: at,
        generation: cluster.generation + 1,
        revision: cluster.revision + 1,
      };
      const { pullSecretCredentialId } = spec;
      if (credentialsKey(spec) !== credentialsKey(cluster.spec))
        await saveClusterCredentials(tx, id, furtherCredentialIds(spec));
      await saveClusterSpec(
        tx,
        { id, labels, spec, release, pullSecretCredentialId, operationId, at },
        record(context, cluster, after, operationId),
      );
      const target = { kind: 'cluster', id, clusterId: id } as const;
      const { tenantId } = context;
      const { generation } = after;
      const operation = acceptedOperation({
        tenantId,
        id: operationId,
        type: 'cluster.update',
        target,
        generation,
        at,
      });
      return { resource: after, operation, replayed: false };
    });
  };
};
