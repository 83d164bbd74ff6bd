import type { FastifyReply } from 'fastify';
import type { ApiKey } from '../../domain/tenant/tenant.ts';
import { entityTagOf } from '../../plugins/entity-tag.ts';
import type { ShownApiKey } from '../../services/access-contract.ts';
import type { Created } from '../../services/request-context.ts';
import type { RouteDeps } from '../route-deps.ts';

/** A key is not changed, only replaced or revoked: its tag stays as it is. */
export const apiKeyVersion = { generation: 1, revision: 1 } as const;

/** A key as the API shows it. */
export const presentApiKey = (key: ApiKey) => ({
  id: key.id,
  tenantId: key.tenantId,
  role: key.role,
  projectId: key.projectId,
  scopes: key.scopes,
  description: key.description,
  prefix: key.prefix,
  expiresAt: key.expiresAt,
  lastUsedAt: key.lastUsedAt,
  createdBy: key.createdBy,
  replacesId: key.replacesId,
  createdAt: key.createdAt,
});

/** 201 with the text of the key, which no cache may keep. */
export const answerShownApiKey = (
  reply: FastifyReply,
  { links }: RouteDeps,
  path: string,
  { resource, replayed }: Created<ShownApiKey>,
): object => {
  if (replayed) reply.header('Idempotent-Replayed', 'true');
  reply
    .code(201)
    .header('Location', links.to(`${path}/${resource.id}`))
    .header('ETag', entityTagOf(apiKeyVersion))
    .header('Cache-Control', 'no-store');
  return { ...presentApiKey(resource), key: resource.key };
};
