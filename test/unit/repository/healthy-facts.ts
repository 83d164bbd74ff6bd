import type { RemoteCondition } from '../../../src/domain/cluster/cluster.ts';
import type { ClusterFacts } from '../../../src/domain/cluster/cluster-facts.ts';
import type { NodePoolFacts } from '../../../src/domain/node-pool/node-pool-status.ts';
import type { ObservedNodePool } from '../../../src/domain/node-pool/observed-node-pool.ts';
import { at, awsSpec, clusterOf, nodePoolOf, now, placement } from '../domain/factories.ts';

const applied = { hash: 'a', generation: 1, at: at(-60) };

const conditions = (statuses: Readonly<Record<string, string>>): readonly RemoteCondition[] =>
  Object.entries(statuses).map(([type, status]) => ({ type, status, reason: 'AsExpected' }));

const observedPool: ObservedNodePool = {
  uid: 'np-1',
  deleting: false,
  paused: false,
  conditions: [],
  replicas: 1,
  version: '4.20.3',
};

/** A cluster on aws of which everything is as it should be. */
export const healthyCluster: ClusterFacts = {
  now,
  cluster: clusterOf(awsSpec),
  placement,
  applied,
  attempt: { failures: 0 },
  managementCluster: { reachable: true, message: '' },
  hostedCluster: {
    uid: 'hc-1',
    deleting: false,
    paused: false,
    conditions: conditions({
      Available: 'True',
      Degraded: 'False',
      InfrastructureReady: 'True',
      PlatformCredentialsFound: 'True',
      ValidAWSIdentityProvider: 'True',
      ClusterVersionUpgradeable: 'True',
      ReconciliationSucceeded: 'True',
    }),
    rollout: { state: 'Completed', version: '4.20.3', image: 'quay.io/r:4.20.3' },
    completedVersion: '4.20.3',
    endpoints: {},
    kubeconfigSecret: 'payments-admin-kubeconfig',
  },
  removed: { hostedCluster: false, namespace: false },
  pools: [
    {
      id: 'np_01j5zk3v9hf4n8s2r6t7w0xyad',
      name: 'workers',
      generation: 1,
      desired: 1,
      deleting: false,
      version: '4.20.3',
      applied,
      observed: observedPool,
    },
  ],
  availableVersions: [],
  deadlinePassed: false,
};

export const healthyNodePool: NodePoolFacts = {
  now,
  nodePool: nodePoolOf({ replicas: 1 }),
  wanted: 1,
  desired: 1,
  applied,
  attempt: { failures: 0 },
  observed: observedPool,
  removed: false,
  isClusterReachable: true,
  deadlinePassed: false,
};

/** The same cluster after a call about it has failed. */
export const failedCall = (code: string): ClusterFacts => ({
  ...healthyCluster,
  attempt: { failures: 1, lastError: { code, message: 'as the server said', at: at(-1) } },
});

const refuse = (present: readonly RemoteCondition[], type: string): readonly RemoteCondition[] => [
  ...present.filter((condition) => condition.type !== type),
  { type, status: 'False', reason: 'Refused' },
];

/** The same cluster with a condition of its HostedCluster that is False. */
export const refusedCluster = (type: string): ClusterFacts => {
  const { hostedCluster } = healthyCluster;
  if (hostedCluster === undefined) throw new Error('the cluster was not seen');
  return {
    ...healthyCluster,
    hostedCluster: { ...hostedCluster, conditions: refuse(hostedCluster.conditions, type) },
  };
};

/** The same cluster with a condition of its NodePool that is False. */
export const refusedPool = (type: string): ClusterFacts => ({
  ...healthyCluster,
  pools: healthyCluster.pools.map((pool) => ({
    ...pool,
    observed: { ...observedPool, conditions: refuse(observedPool.conditions, type) },
  })),
});
