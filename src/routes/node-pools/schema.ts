import { Type } from 'typebox';
import { nodePoolPhases } from '../../domain/node-pool/node-pool.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import { OperationReply } from '../operations/schema.ts';
import { Labels, NodePoolName } from '../shared/names.ts';
import { OpenWord, Reply, ReplyId, ReplyText, Time } from '../shared/reply-fields.ts';
import { resourceMembers } from '../shared/resource-reply.ts';
import { asPatch, asReply } from '../shared/schema-forms.ts';
import { ConditionsReply, RemoteConditionsReply, WaitingOnReply } from '../shared/status-fields.ts';
import { Id } from '../shared/text.ts';
import { NodePoolSpec } from './spec-schema.ts';

const closed = { additionalProperties: false } as const;

export const CreateNodePoolBody = Type.Object(
  {
    name: NodePoolName,
    clusterId: Id('cluster', 'Cluster that the pool belongs to.'),
    labels: Type.Optional(Labels),
    spec: NodePoolSpec,
  },
  {
    ...closed,
    title: 'CreateNodePoolRequest',
    examples: [{ name: 'workers', clusterId: 'cl_01jc8vr3n2e9qsyw6x5m7t4kzd', spec: { replicas: 3 } }],
  },
);

/** What a merge patch must leave behind. */
export const NodePoolAsWritten = Type.Object({ labels: Type.Optional(Labels), spec: NodePoolSpec }, closed);

export const UpdateNodePoolBody = Type.Unsafe<{ labels?: JsonObject; spec?: JsonObject }>({
  type: 'object',
  properties: { labels: asPatch(Labels), spec: asPatch(NodePoolSpec) },
  minProperties: 1,
  ...closed,
  title: 'UpdateNodePoolRequest',
  examples: [{ spec: { replicas: 5 } }, { spec: { replicas: null, autoscaling: { min: 2, max: 6 } } }],
  description: 'JSON Merge Patch (RFC 7396): null removes a member, arrays are replaced whole.',
});

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const NodePoolStatusReply = Reply(
  'NodePoolStatus',
  {
    phase: OpenWord(nodePoolPhases, 'Where the pool stands in its life.'),
    observedGeneration: Count('Generation that this status is about.'),
    operationId: Type.Optional(ReplyId('operation', 'Operation that is under way, or was last.')),
    replicas: Reply('ReplicaCount', {
      desired: Count('Wanted nodes.'),
      ready: Count('Nodes that are ready.'),
    }),
    version: Type.Optional(ReplyText(64, 'Version that runs.')),
    conditions: ConditionsReply,
    waitingOn: Type.Optional(WaitingOnReply),
    nodePool: RemoteConditionsReply('RemoteNodePoolStatus'),
  },
  "What the system says of the node pool; never the user's.",
);

export const NodePoolReply = Reply(
  'NodePool',
  {
    ...resourceMembers('nodePool'),
    clusterId: ReplyId('cluster', 'Cluster that the pool belongs to.'),
    deletionRequestedAt: Type.Optional(Time('When its deletion was asked for.')),
    spec: asReply(NodePoolSpec),
    status: NodePoolStatusReply,
  },
  'Machines of one kind in a cluster.',
);

export const AcceptedNodePoolReply = Reply('AcceptedNodePool', {
  operation: OperationReply,
  nodePool: NodePoolReply,
});
