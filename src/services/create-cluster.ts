import { classifyDatabaseError, constraintOf } from '../db/database-error.ts';
import type { ChangeRecord } from '../db/repositories/change-record.ts';
import { type NewNodePoolRow, createCluster as storeCluster } from '../db/repositories/cluster-create.ts';
import { findCluster, findClusterIdByName } from '../db/repositories/clusters.ts';
import { type CreateContext, loadCreateContext } from '../db/repositories/create-context.ts';
import { admitCluster } from '../domain/cluster/admission.ts';
import type { Cluster } from '../domain/cluster/cluster.ts';
import { hasManagedInfrastructure } from '../domain/cluster/cluster-infrastructure.ts';
import {
  credentialReferences,
  credentialsKey,
  furtherCredentialIds,
} from '../domain/cluster/credential-references.ts';
import { clusterNamespaces } from '../domain/cluster/namespace-references.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { platformOf } from '../domain/platforms/platforms.ts';
import { demandOfCluster } from '../domain/quota/charge.ts';
import type { Release } from '../domain/release/release.ts';
import { resolveRelease } from '../domain/release/resolve-release.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { chooseDomainPrefix, uniqueDomainPrefix } from '../domain/shared/names.ts';
import type { FieldProblem } from '../domain/shared/problem.ts';
import { acceptedOperation } from './accepted-operation.ts';
import { describeChange } from './change.ts';
import type { ClusterService, NewCluster } from './contract.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { findReplay, replayOf } from './idempotency.ts';
import { createKnownPlaces, type Place } from './known-places.ts';
import { newClusterOf, newNodePoolRows } from './new-cluster.ts';
import { explainQuota } from './quota-explanation.ts';
import type { ReleaseCatalogue } from './release-catalogue.ts';
import type { Accepted, RequestContext } from './request-context.ts';

export interface CreateClusterDependencies extends ServiceDependencies {
  readonly catalogue: ReleaseCatalogue;
}

interface Prepared {
  readonly cluster: Cluster;
  readonly pools: readonly NewNodePoolRow[];
  readonly operation: Operation;
  readonly record: ChangeRecord;
}

/**
 * A prefix of our choosing ends in five characters of the id: below one base domain with a hundred thousand clusters
 * one in some hundreds is taken, and another id is tried.
 */
const prefixTries = 5;

const prefixConstraints: readonly (string | undefined)[] = [
  'clusters_domain_key',
  'clusters_external_names_key',
];

const baseDomainOf = (input: NewCluster): string => input.spec.dns?.baseDomain ?? '';

/** What was made by the request that came first, told again. */
const replayed = (stored: JsonObject): Accepted<Cluster, Operation> => {
  const { resource, operation } = stored as unknown as { resource: Cluster; operation: Operation };
  return { resource, operation, replayed: true };
};

const refuse = (problems: readonly FieldProblem[]): never => {
  throw new BerthError('admission-refused', 'The cluster cannot be made as asked. See `errors`.', {
    problems,
  });
};

export const createClusterCreation = (deps: CreateClusterDependencies): ClusterService['createCluster'] => {
  const { database } = deps;

  const prepare = (
    context: RequestContext,
    input: NewCluster,
    ids: { readonly id: string; readonly projectId: string; readonly domainPrefix: string },
    releases: readonly Release[],
    release: { readonly version: string; readonly image: string },
  ): Prepared => {
    const operationId = deps.newId('operation');
    const cluster = newClusterOf(
      input,
      { ...ids, tenantId: context.tenantId, operationId },
      release,
      deps.clock(),
    );
    const releaseOf = (version: string | undefined) =>
      releases.find((candidate) => candidate.version === version) ?? release;
    const pools = newNodePoolRows(cluster, input.nodePools, () => deps.newId('nodePool'), releaseOf);
    const operation = acceptedOperation({
      tenantId: context.tenantId,
      id: operationId,
      type: 'cluster.create',
      hasInfrastructure: hasManagedInfrastructure(cluster),
      target: { kind: 'cluster', id: cluster.id, clusterId: cluster.id },
      generation: 1,
      at: cluster.createdAt,
    });
    const record = describeChange(deps, context, {
      type: 'cluster.create',
      hasInfrastructure: hasManagedInfrastructure(cluster),
      targetKind: 'cluster',
      targetId: cluster.id,
      clusterId: cluster.id,
      projectId: cluster.projectId,
      generation: 1,
      operationId,
      event: 'berth.cluster.created.v1',
      eventData: { name: cluster.name, projectId: cluster.projectId, version: release.version },
      audit: { after: { name: cluster.name, spec: input.spec as unknown as JsonObject } },
      // Its pools are woken when it has been applied: until then there is nothing to do for them.
      wakes: [{ queue: 'cluster', targetId: cluster.id }],
      response: { resource: cluster, operation } as unknown as JsonObject,
      at: cluster.createdAt,
    });
    return { cluster, pools, operation, record };
  };

  const store = async (context: RequestContext, input: NewCluster, prepared: Prepared): Promise<void> => {
    const { cluster } = prepared;
    await storeCluster(
      database.tenant(context),
      {
        ...cluster,
        platform: input.spec.platform.type,
        baseDomain: baseDomainOf(input),
        pullSecretCredentialId: input.spec.pullSecretCredentialId,
        credentialIds: furtherCredentialIds(input.spec),
        operationId: prepared.operation.id,
      },
      prepared.pools,
      prepared.record,
    );
  };

  /** The reply to the write was lost: whether it was made is read back by the id that was chosen before. */
  const wasStored = async (context: RequestContext, id: string): Promise<boolean> => {
    const found = await findCluster(database.tenant(context), id).catch(() => undefined);
    return found !== undefined;
  };

  /** Stores all of it or throws; a reply that was lost on the way is made up for. */
  const storeSurely = async (
    context: RequestContext,
    input: NewCluster,
    prepared: Prepared,
  ): Promise<Accepted<Cluster, Operation>> => {
    try {
      await store(context, input, prepared);
    } catch (error) {
      const isLost = classifyDatabaseError(error) === 'transient';
      if (!isLost || !(await wasStored(context, prepared.cluster.id))) throw error;
    }
    return { resource: prepared.cluster, operation: prepared.operation, replayed: false };
  };

  const explainCollision = async (
    context: RequestContext,
    projectId: string,
    input: NewCluster,
    error: unknown,
  ) => {
    const earlier = await findReplay(database, context);
    if (earlier !== undefined) return replayed(earlier);
    const holder = await findClusterIdByName(database.tenant(context), projectId, input.name);
    if (holder === undefined) throw error;
    throw new BerthError('name-conflict', `The project has a cluster named "${input.name}" already.`, {
      problems: [
        { pointer: '/name', code: 'taken', detail: 'The name stays taken until the cluster is really gone.' },
      ],
      extensions: { existingId: holder },
    });
  };

  const lookUp = (context: RequestContext, input: NewCluster, domainPrefix: string): Promise<CreateContext> =>
    loadCreateContext(database.tenant(context), {
      projectId: input.projectId,
      credentialIds: credentialReferences(input.spec).map(({ id }) => id),
      platform: input.spec.platform.type,
      namespaces: clusterNamespaces(input.spec, input.nodePools).map(({ namespace }) => namespace),
      baseDomain: baseDomainOf(input),
      externalDnsDomain: input.spec.publishing?.externalDnsDomain,
      domainPrefix,
      infraId: platformOf(input.spec.platform.type).infraIdOf(input.spec),
      idempotency: context.idempotency,
    });

  const places = createKnownPlaces();
  const placeOf = (context: RequestContext, input: NewCluster): Place => ({
    tenantId: context.tenantId,
    projectId: input.projectId,
    credentials: credentialsKey(input.spec),
  });

  /**
   * One round trip where the project and the credentials were seen before: what else could be in the way (the name,
   * the prefix, an earlier request with the key, a reference that has gone) is a constraint of the database.
   * Undefined: it has to be looked at properly.
   */
  const createAtOnce = async (
    context: RequestContext,
    input: NewCluster,
    ids: { readonly id: string; readonly domainPrefix: string },
    releases: readonly Release[],
  ): Promise<Accepted<Cluster, Operation> | undefined> => {
    const place = placeOf(context, input);
    const projectId = places.find(place);
    const release = resolveRelease(input.spec.version, releases);
    const isInfraIdChosen = platformOf(input.spec.platform.type).infraIdOf(input.spec) !== undefined;
    if (projectId === undefined || isInfraIdChosen || !('image' in release)) return undefined;
    // Who reaches only some projects may have been preceded by somebody who reaches more.
    if (context.projectIds !== undefined) return undefined;
    const known = { projectId, isPrefixTaken: false };
    if (
      admitCluster({ ...input, releases, now: deps.clock(), known, domainPrefix: ids.domainPrefix }).length >
      0
    )
      return undefined;
    const prepared = prepare(context, input, { ...ids, projectId }, releases, release);
    try {
      return await storeSurely(context, input, prepared);
    } catch (error) {
      const failure = classifyDatabaseError(error);
      if (failure !== 'foreign-key' && failure !== 'unique') throw error;
      if (failure === 'foreign-key') places.forget(place);
      return undefined;
    }
  };

  const create: ClusterService['createCluster'] = async (context, input) => {
    let id = deps.newId('cluster');
    const asked = input.spec.dns?.domainPrefix;
    const preferred = asked ?? chooseDomainPrefix(input.name, id);
    const releases = await deps.catalogue.all();
    const made = await createAtOnce(context, input, { id, domainPrefix: preferred }, releases);
    if (made !== undefined) return made;
    const known = await lookUp(context, input, preferred);
    const earlier = replayOf(context, known.earlier);
    if (earlier !== undefined) return replayed(earlier);
    const admit = (found: CreateContext): readonly FieldProblem[] =>
      admitCluster({ ...input, releases, now: deps.clock(), known: found, domainPrefix: preferred });
    const problems = admit(known);
    const release = resolveRelease(input.spec.version, releases);
    if (problems.length > 0 || known.projectId === undefined || !('image' in release))
      return refuse(problems);

    let domainPrefix =
      known.isPrefixTaken && asked === undefined ? uniqueDomainPrefix(input.name, id) : preferred;
    for (let attempt = 1; ; attempt += 1) {
      const prepared = prepare(
        context,
        input,
        { id, projectId: known.projectId, domainPrefix },
        releases,
        release,
      );
      try {
        const accepted = await storeSurely(context, input, prepared);
        places.remember(placeOf(context, input), known.projectId);
        return accepted;
      } catch (error) {
        if (classifyDatabaseError(error) !== 'unique') throw error;
        if (constraintOf(error) === 'clusters_infra_key')
          return refuse(admit({ ...known, isInfraIdTaken: true }));
        const isPrefixTaken = prefixConstraints.includes(constraintOf(error));
        if (!isPrefixTaken || attempt >= prefixTries)
          return explainCollision(context, known.projectId, input, error);
        // Taken since it was looked up.
        if (asked !== undefined) return refuse(admit({ ...known, isPrefixTaken }));
        id = deps.newId('cluster');
        domainPrefix = uniqueDomainPrefix(input.name, id);
      }
    }
  };

  return (context, input) =>
    explainQuota(
      database,
      {
        tenantId: context.tenantId,
        projectId: input.projectId,
        demand: demandOfCluster(input.spec.platform.type, input.nodePools),
      },
      () => create(context, input),
    );
};
