import { Type } from 'typebox';
import type { JsonObject } from '../../domain/shared/json.ts';
import { nodePoolSpecMembers, replicasOrAutoscaling } from '../node-pools/spec-schema.ts';
import { OperationReply } from '../operations/schema.ts';
import { ClusterName, Labels, NodePoolName } from '../shared/names.ts';
import { Reply, Time } from '../shared/reply-fields.ts';
import { resourceMembers } from '../shared/resource-reply.ts';
import { asPatch, asReply } from '../shared/schema-forms.ts';
import { Id } from '../shared/text.ts';
import { createClusterExamples, updateClusterExamples } from './examples.ts';
import { ClusterSpec, clusterSpecMembers } from './spec-schema.ts';
import { ClusterStatusReply } from './status-schema.ts';

const closed = { additionalProperties: false } as const;

const NewNodePool = Type.Object(
  { name: NodePoolName, ...nodePoolSpecMembers },
  {
    ...closed,
    oneOf: replicasOrAutoscaling,
    title: 'ClusterNodePoolInput',
    description: 'A node pool that is created together with the cluster.',
  },
);

export const CreateClusterBody = Type.Object(
  {
    name: ClusterName,
    projectId: Type.Optional(Id('project', "Project; the tenant's `default` when absent.")),
    labels: Type.Optional(Labels),
    spec: Type.Object(
      {
        ...clusterSpecMembers,
        nodePools: Type.Optional(
          Type.Array(NewNodePool, {
            maxItems: 50,
            description: 'Created together; afterwards each is a resource of its own.',
          }),
        ),
      },
      { ...closed, title: 'NewClusterSpecInput', description: 'What the user wants of the cluster.' },
    ),
  },
  { ...closed, title: 'CreateClusterRequest', examples: createClusterExamples },
);

/** What a merge patch must leave behind. */
export const ClusterAsWritten = Type.Object(
  { labels: Type.Optional(Labels), spec: ClusterSpec },
  { ...closed },
);

export const UpdateClusterBody = Type.Unsafe<{ labels?: JsonObject; spec?: JsonObject }>({
  type: 'object',
  properties: { labels: asPatch(Labels), spec: asPatch(ClusterSpec) },
  minProperties: 1,
  ...closed,
  title: 'UpdateClusterRequest',
  examples: updateClusterExamples,
  description: 'JSON Merge Patch (RFC 7396): null removes a member, arrays are replaced whole.',
});

export const ClusterReply = Reply(
  'Cluster',
  {
    ...resourceMembers('cluster'),
    deletionRequestedAt: Type.Optional(Time('When its deletion was asked for.')),
    spec: asReply(ClusterSpec),
    status: ClusterStatusReply,
  },
  'An OpenShift cluster.',
);

export const AcceptedClusterReply = Reply('AcceptedCluster', {
  operation: OperationReply,
  cluster: ClusterReply,
});
