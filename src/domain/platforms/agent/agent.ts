import type { JsonObject } from '../../shared/json.ts';
import { filled, members } from '../../shared/present.ts';
import { type NodePoolRendering, type PlatformRules, platformBlock } from '../platform-rules.ts';
import { agentNodePoolFields, agentSchema } from './agent-schema.ts';
import { agentNamespaces, checkAgentCluster } from './check-cluster.ts';
import { checkAgentNodePool } from './check-node-pool.ts';

/** A selector that is there and empty takes any Agent, as no selector does; it is shown as it was given. */
const nodePoolPlatform = ({ nodePool }: NodePoolRendering): JsonObject => {
  const selector = nodePool.platform?.agentLabelSelector;
  return {
    agent: members({
      agentLabelSelector:
        selector &&
        members({
          matchLabels: filled(selector.matchLabels),
          matchExpressions: filled(selector.matchExpressions)?.map(({ key, operator, values }) =>
            members({ key, operator, values: filled(values) }),
          ),
        }),
    }),
  };
};

/** Machines that somebody installs and that the assisted installer knows as Agents. */
export const agent: PlatformRules = {
  type: 'agent',
  kubeType: 'Agent',
  title: 'Bare metal by Agents',
  schemas: { cluster: agentSchema, nodePool: agentNodePoolFields, rootVolume: {} },
  examples: {
    cluster: { namespace: 'lab-agents' },
    nodePool: { agentLabelSelector: { matchLabels: { size: 'large' } } },
  },
  architectures: ['amd64', 'arm64', 'ppc64le'],
  upgradeType: 'inPlace',
  baseDomain: 'example.com',
  publishing: {
    strategies: ['nodePort', 'loadBalancer'],
    strategy: 'nodePort',
    hostnames: () => [],
  },
  hasZones: false,
  hasMachines: true,
  autoscaling: 'fromOne',
  regionOf: () => undefined,
  credentials: () => [],
  cloudCredentialId: () => undefined,
  existingInfrastructure: () => ({}),
  infraIdOf: () => undefined,
  hostedClusterPlatform: ({ spec }) => ({
    agent: { agentNamespace: platformBlock(spec, 'agent').agent.namespace },
  }),
  namespaces: agentNamespaces,
  nodePoolDefaults: ({ platform = {} }) => platform,
  nodePoolPlatform,
  checkCluster: checkAgentCluster,
  checkNodePool: checkAgentNodePool,
  immutableFields: [
    {
      pointer: '/namespace',
      reason: 'The machines of the cluster are there.',
      read: (spec) => platformBlock(spec, 'agent').agent.namespace,
    },
  ],
};
