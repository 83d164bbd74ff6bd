import { Type } from 'typebox';
import { projectDimensions, type QuotaDimension, quotaDimensions } from '../../domain/quota/quota.ts';
import { OpenWord, Reply, ReplyId, ReplyList } from '../shared/reply-fields.ts';
import { Id } from '../shared/text.ts';

const meanings: Readonly<Record<QuotaDimension, string>> = {
  clusters: 'Clusters; one counts until it is really gone.',
  nodePools: 'Node pools, those that come with a cluster too.',
  nodes: 'Nodes: replicas, or the most that an autoscaler may make.',
  vcpu: 'vCPUs of the nodes, as far as the machine type tells them.',
  runningOperations: 'Operations that have not ended. Deletions count, and are never refused.',
  apiKeys: 'API keys that are not revoked.',
};

const limitsOf = (dimensions: readonly QuotaDimension[]) =>
  Type.Unsafe<Partial<Record<QuotaDimension, number>>>({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      dimensions.map((dimension) => [
        dimension,
        { type: 'integer', minimum: 0, maximum: 1_000_000_000, description: meanings[dimension] },
      ]),
    ),
    description: 'All of the limits; what is not among them has none.',
  });

const body = (dimensions: readonly QuotaDimension[], title: string) =>
  Type.Object(
    { limits: limitsOf(dimensions) },
    { additionalProperties: false, title, examples: [{ limits: { clusters: 10, nodes: 100 } }] },
  );

export const PutTenantQuotaBody = body(quotaDimensions, 'PutTenantQuotaRequest');
export const PutProjectQuotaBody = body(projectDimensions, 'PutProjectQuotaRequest');

export const UsageQuery = Type.Object(
  { projectId: Type.Optional(Id('project', 'Usage of this project; of the whole tenant when absent.')) },
  { additionalProperties: false },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const QuotaReply = Reply(
  'Quota',
  {
    scope: OpenWord(['tenant', 'project'], 'Whose limits these are. Both hold.'),
    tenantId: ReplyId('tenant', 'Tenant.'),
    projectId: Type.Optional(ReplyId('project', 'Project; absent for the whole tenant.')),
    fromDefaults: Type.Boolean({
      description: 'The limits are those that every tenant has, until the fleet operator sets others.',
    }),
    setBy: OpenWord(['fleetOperator', 'tenantAdmin'], 'Who can change the limits.'),
    dimensions: ReplyList(
      Reply('QuotaDimension', {
        dimension: OpenWord(quotaDimensions, 'What is counted.'),
        limit: Type.Optional(count('The most; absent: there is no limit.')),
        used: count('What is used now.'),
        remaining: Type.Optional(count('What is left; absent: there is no limit.')),
      }),
      'One for each thing that is counted.',
      32,
    ),
    nodesWithoutVcpu: count(
      'Nodes whose machine type does not tell how many vCPUs it has: they are not in `vcpu`, and no limit of it holds for them.',
    ),
  },
  'Limits and usage of a tenant or a project.',
);
