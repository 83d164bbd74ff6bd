import { Type } from 'typebox';
import { nodePoolSpecMembers, replicasOrAutoscaling } from '../node-pools/spec-schema.ts';
import { OperationReply } from '../operations/schema.ts';
import { LabelMap } from '../shared/label-map.ts';
import { Reply, Time } from '../shared/reply-fields.ts';
import { resourceMembers } from '../shared/resource-reply.ts';
import { asPatch, asReply } from '../shared/schema-forms.ts';
import { DnsLabel, Id } from '../shared/text.ts';
import { ClusterSpec, clusterSpecMembers } from './spec-schema.ts';
import { ClusterStatusReply } from './status-schema.ts';

const closed = { additionalProperties: false } as const;

// Room for the suffixes that objects of a cluster get: 54 and 9 make the 63 of a DNS label.
export const clusterNameLength = 54;
// Machines are called after their pool, with 17 further characters.
export const nodePoolNameLength = 46;

export const ClusterName = DnsLabel(clusterNameLength, 'Name; unique in the project.', 'payments-prod');
export const NodePoolName = DnsLabel(nodePoolNameLength, 'Name; unique in the cluster.', 'workers');

const Labels = LabelMap('Labels of the resource, for selection in lists.');

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
  { ...closed, title: 'CreateClusterRequest' },
);

/** What a merge patch must leave behind. */
export const ClusterAsWritten = Type.Object(
  { labels: Type.Optional(Labels), spec: ClusterSpec },
  { ...closed },
);

export const UpdateClusterBody = Type.Unsafe<{ labels?: object; spec?: object }>({
  type: 'object',
  properties: { labels: asPatch(Labels), spec: asPatch(ClusterSpec) },
  minProperties: 1,
  ...closed,
  title: 'UpdateClusterRequest',
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
