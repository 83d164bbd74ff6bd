import { Type } from 'typebox';
import { clusterPhases } from '../../domain/cluster/cluster.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText } from '../shared/reply-fields.ts';
import {
  ConditionsReply,
  ProgressReply,
  RemoteConditionsReply,
  WaitingOnReply,
} from '../shared/status-fields.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const ClusterStatusReply = Reply(
  'ClusterStatus',
  {
    phase: OpenWord(clusterPhases, 'Where the cluster stands in its life.'),
    health: OpenWord(['healthy', 'degraded', 'unreachable', 'unknown'], 'How it is.'),
    observedGeneration: Count('Generation that this status is about.'),
    operationId: Type.Optional(ReplyId('operation', 'Operation that is under way, or was last.')),
    progress: Type.Optional(ProgressReply),
    waitingOn: Type.Optional(WaitingOnReply),
    conditions: ConditionsReply,
    version: Reply('ClusterVersion', {
      current: Type.Optional(ReplyText(64, 'Version that runs.')),
      desired: ReplyText(64, 'Version that is wanted.'),
      available: ReplyList(ReplyText(64, 'Version.'), 'Versions to upgrade to.', 200),
    }),
    endpoints: Reply('ClusterEndpoints', {
      api: Type.Optional(ReplyText(2048, 'Address of the API server.')),
      console: Type.Optional(ReplyText(2048, 'Address of the console.')),
      oauth: Type.Optional(ReplyText(2048, 'Address of the OAuth server.')),
    }),
    nodes: Reply('NodeCount', { desired: Count('Wanted nodes.'), ready: Count('Nodes that are ready.') }),
    placement: Reply('ClusterPlacementStatus', {
      managementCluster: Type.Optional(ReplyId('managementCluster', 'Where the control plane lives.')),
      reason: ReplyText(4096, 'Why there, or why nowhere yet.'),
    }),
    infrastructure: Reply('ClusterInfrastructureStatus', {
      id: Type.Optional(ReplyText(64, 'Prefix of cloud names.')),
    }),
    dns: Reply('ClusterDnsStatus', {
      domainPrefix: ReplyText(15, 'First label of the names of the cluster.'),
    }),
    hostedCluster: RemoteConditionsReply('HostedClusterStatus'),
  },
  "What the system says of the cluster; never the user's.",
);
