import { Type } from 'typebox';
import { platformTypes } from '../../domain/platforms/platform-specs.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import { nodePoolPlatformOf } from '../node-pools/platform-schema.ts';
import type { RegisterRoute } from '../route-deps.ts';
import { answers, jsonAnswer } from '../shared/answers.ts';
import { NoQuery } from '../shared/no-query.ts';
import { OpenWord, Reply, ReplyList } from '../shared/reply-fields.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

const JsonSchemaReply = (title: string, description: string) =>
  Type.Object({}, { title, additionalProperties: true, description });

const PlatformListReply = Reply('PlatformList', {
  items: ReplyList(
    Reply('Platform', {
      type: OpenWord(platformTypes, 'Value of `spec.platform.type`.'),
      clusterSchema: JsonSchemaReply(
        'PlatformClusterSchema',
        'JSON Schema of the block under `spec.platform`.',
      ),
      nodePoolSchema: JsonSchemaReply('PlatformNodePoolSchema', 'JSON Schema of `platform` in a node pool.'),
    }),
    'All platforms.',
    32,
  ),
});

const platforms = {
  items: platformTypes.map((type) => ({
    type,
    clusterSchema: { $schema: dialect, ...platformOf(type).schemas.cluster },
    nodePoolSchema: { $schema: dialect, ...nodePoolPlatformOf(type) },
  })),
};

export const listPlatforms: RegisterRoute = (app) => {
  app.route({
    method: 'GET',
    url: '/v1/platforms',
    config: { permission: 'catalogue.read' },
    schema: {
      operationId: 'listPlatforms',
      tags: ['Catalogue'],
      summary: 'List platforms',
      description: 'The platforms that clusters can be on, each with the JSON Schema of its block.',
      querystring: NoQuery,
      response: answers({ 200: jsonAnswer('The platforms.', PlatformListReply) }),
    },
    handler: async () => platforms,
  });
};
