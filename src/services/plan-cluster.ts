import { loadCreateContext } from '../db/repositories/create-context.ts';
import { admitCluster } from '../domain/cluster/admission.ts';
import { type ClusterPlan, plannedResources } from '../domain/cluster/cluster-plan.ts';
import { credentialReferences } from '../domain/cluster/credential-references.ts';
import type { InfrastructureRequest } from '../domain/infrastructure/infrastructure-plan.ts';
import { platformOf } from '../domain/platforms/platforms.ts';
import { resolveRelease } from '../domain/release/resolve-release.ts';
import { chooseDomainPrefix } from '../domain/shared/names.ts';
import type { ClusterService, NewCluster } from './contract.ts';
import type { CreateClusterDependencies } from './create-cluster.ts';
import type { RequestContext } from './request-context.ts';

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
  issuerUrl: `https://issuer.invalid/${exampleInfraId}`,
  jwks: { keys: [] },
});

/** What the creation of a cluster would do, by the same admission as the creation itself. Nothing is stored. */
export const createClusterPlanning = (deps: CreateClusterDependencies): ClusterService['planCluster'] => {
  const { database, catalogue } = deps;
  return async (context, input) => {
    const clusterId = deps.newId('cluster');
    const hostedClusterName = input.spec.dns?.domainPrefix ?? chooseDomainPrefix(input.name, clusterId);
    const [releases, known] = await Promise.all([
      catalogue.all(),
      loadCreateContext(database.tenant(context.tenantId), {
        projectId: input.projectId,
        credentialIds: credentialReferences(input.spec).map(({ id }) => id),
        baseDomain: input.spec.dns?.baseDomain ?? '',
        domainPrefix: hostedClusterName,
        idempotency: undefined,
      }),
    ]);
    const problems = admitCluster({
      ...input,
      releases,
      now: deps.clock(),
      known,
      domainPrefix: hostedClusterName,
    });
    const release = resolveRelease(input.spec.version, releases);
    const resources =
      problems.length > 0
        ? []
        : plannedResources(
            input.spec,
            requestOf(context, input, { clusterId, hostedClusterName, at: deps.clock() }),
          );
    const plan: ClusterPlan = { problems, resources, account: 'notAsked', quotas: [] };
    return 'image' in release ? { ...plan, version: release.version } : plan;
  };
};
