import type { FastifyRequest } from 'fastify';
import type { Cluster } from '../../domain/cluster/cluster.ts';
import { waitOf } from '../../plugins/prefer-wait.ts';
import type { RouteDeps } from '../route-deps.ts';

/** Holds a read until the current operation ended or, when asked, until the phase is reached; or time is up. */
export const waitForCluster = async (
  request: FastifyRequest,
  { services }: RouteDeps,
  cluster: Cluster,
  phase: string | undefined,
): Promise<Cluster> => {
  const { seconds } = waitOf(request);
  if (seconds === 0 || cluster.operationId === undefined || cluster.status.phase === phase) return cluster;
  const { tenantId, id, operationId } = cluster;
  await services.operations.waitForOperation(tenantId, operationId, seconds, request.signal);
  return services.clusters.getCluster(tenantId, id);
};
