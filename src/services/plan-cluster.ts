import { findClusterIdByName } from '../db/repositories/clusters.ts';
import { loadCreateContext } from '../db/repositories/create-context.ts';
import { admitCluster } from '../domain/cluster/admission.ts';
import { reachesCloud } from '../domain/cluster/cluster-infrastructure.ts';
import { type ClusterPlan, plannedResources, plannedUse } from '../domain/cluster/cluster-plan.ts';
import { credentialReferences } from '../domain/cluster/credential-references.ts';
import { clusterNamespaces } from '../domain/cluster/namespace-references.ts';
import type { InfrastructureRequest } from '../domain/infrastructure/infrastructure-plan.ts';
import { platformOf } from '../domain/platforms/platforms.ts';
import { demandOfCluster } from '../domain/quota/charge.ts';
import { findExceeded } from '../domain/quota/quota.ts';
import { quotaProblems } from '../domain/quota/quota-refusal.ts';
import { resolveRelease } from '../domain/release/resolve-release.ts';
import { BerthError } from '../domain/shared/error.ts';
import { chooseDomainPrefix } from '../domain/shared/names.ts';
import type { FieldProblem } from '../domain/shared/problem.ts';
import type { ClusterService, NewCluster } from './contract.ts';
import type { CreateClusterDependencies } from './create-cluster.ts';
import { readQuotasFor } from './quota-explanation.ts';
import type { RequestContext } from './request-context.ts';
import type { AskWorker } from './worker-questions.ts';

/** How long the caller is kept waiting for a worker that looks at the account. */
const patienceMs = 25_000;

/** Stands for the identifier that a cluster would get: of the same length, so that names are checked as they would be. */
const exampleInfraId = 'bxxxxxxxxxxxx';

const requestOf = (
  context: RequestContext,
  input: NewCluster,
  ids: { readonly clusterId: string; readonly hostedClusterName: string; readonly at: string },
): InfrastructureRequest => ({
  instance: 'plan',
  tenantId: context.tenantId,
  clusterId: ids.clusterId,
  infraId: platformOf(input.spec.platform.type).infraIdOf(input.spec) ?? exampleInfraId,
  hostedClusterName: ids.hostedClusterName,
  createdAt: ids.at,
  spec: input.spec,
  nodePools: input.nodePools,
  issuerUrl: `https://issuer.invalid/${exampleInfraId}`,
  jwks: { keys: [] },
});

/** What the creation of a cluster would do, by the same admission as the creation itself. Nothing is stored. */
export const createClusterPlanning = (
  deps: CreateClusterDependencies,
  askWorker: AskWorker,
): ClusterService['planCluster'] => {
  const { database, catalogue } = deps;
  const lookAtAccount = async (
    context: RequestContext,
    request: InfrastructureRequest,
    signal: AbortSignal,
  ): Promise<Pick<ClusterPlan, 'problems' | 'account' | 'quotas'>> => {
    if (!reachesCloud({ spec: request.spec })) return { problems: [], account: 'notAsked', quotas: [] };
    try {
      const { isLooked, problems, quotas } = await askWorker(
        'cluster.preflight',
        { request },
        { context, patienceMs, signal },
      );
      return { problems, account: isLooked ? 'checked' : 'notAsked', quotas };
    } catch (error) {
      // The creation itself looks again: a plan without this is better than none.
      if (error instanceof BerthError && error.code === 'unavailable')
        return { problems: [], account: 'unanswered', quotas: [] };
      throw error;
    }
  };
  /** The creation itself learns it from the database, and answers with a conflict. */
  const checkName = async (
    context: RequestContext,
    { name }: NewCluster,
    projectId: string | undefined,
  ): Promise<readonly FieldProblem[]> => {
    const tenant = database.tenant(context);
    const holder = projectId === undefined ? undefined : await findClusterIdByName(tenant, projectId, name);
    return holder === undefined
      ? []
      : [
          {
            pointer: '/name',
            code: 'taken',
            detail: `Cluster ${holder} has the name. It stays taken until that cluster is really gone.`,
          },
        ];
  };

  return async (context, input, signal) => {
    const clusterId = deps.newId('cluster');
    const hostedClusterName = input.spec.dns?.domainPrefix ?? chooseDomainPrefix(input.name, clusterId);
    const demand = demandOfCluster(input.spec.platform.type, input.nodePools);
    const [releases, scopes, known] = await Promise.all([
      catalogue.all(),
      readQuotasFor(database, context.tenantId, input.projectId),
      loadCreateContext(database.tenant(context), {
        projectId: input.projectId,
        credentialIds: credentialReferences(input.spec).map(({ id }) => id),
        platform: input.spec.platform.type,
        namespaces: clusterNamespaces(input.spec, input.nodePools).map(({ namespace }) => namespace),
        baseDomain: input.spec.dns?.baseDomain ?? '',
        externalDnsDomain: input.spec.publishing?.externalDnsDomain,
        domainPrefix: hostedClusterName,
        infraId: platformOf(input.spec.platform.type).infraIdOf(input.spec),
        idempotency: undefined,
      }),
    ]);
    const problems = [
      ...(await checkName(context, input, known.projectId)),
      ...admitCluster({ ...input, releases, now: deps.clock(), known, domainPrefix: hostedClusterName }),
      ...quotaProblems(findExceeded(scopes, demand)),
    ];
    const release = resolveRelease(input.spec.version, releases);
    const request = requestOf(context, input, { clusterId, hostedClusterName, at: deps.clock() });
    const quota = plannedUse(scopes, demand);
    const plan: ClusterPlan =
      problems.length > 0
        ? { problems, resources: [], account: 'notAsked', quotas: [], quota }
        : {
            quota,
            resources: plannedResources(input.spec, request),
            ...(await lookAtAccount(context, request, signal)),
          };
    return 'image' in release ? { ...plan, version: release.version } : plan;
  };
};
