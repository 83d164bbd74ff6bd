import { admitApiKey, type NewApiKey } from '../../../src/domain/access/new-api-key.ts';
import { BerthError } from '../../../src/domain/shared/error.ts';
import type { ApiKey } from '../../../src/domain/tenant/tenant.ts';
import type { ApiKeyService, ShownApiKey } from '../../../src/services/access-contract.ts';
import type { RequestContext } from '../../../src/services/request-context.ts';
import { checkIfMatch, notFound, pageOf, type World } from './world.ts';

export const createFakeApiKeys = (world: World): ApiKeyService => {
  const keys = new Map<string, ApiKey>();
  const owned = (tenantId: string, id: string): ApiKey => {
    const key = keys.get(id);
    if (key === undefined || (key.tenantId ?? '') !== tenantId) throw notFound();
    return key;
  };
  const make = (context: RequestContext, wish: NewApiKey, replacesId?: string): ShownApiKey => {
    const isProjectKnown = wish.projectId !== undefined && world.projects.has(wish.projectId);
    const problems = admitApiKey(wish, { creator: context.principal, isProjectKnown, now: world.now() });
    if (problems.length > 0)
      throw new BerthError('admission-refused', 'The key cannot be made.', { problems });
    const id = world.newId('apiKey');
    const key: ApiKey = {
      id,
      ...(context.tenantId === '' ? {} : { tenantId: context.tenantId }),
      role: wish.role,
      projectId: wish.projectId,
      scopes: wish.scopes,
      description: wish.description,
      prefix: 'bk_made_key',
      expiresAt: wish.expiresAt,
      createdBy: context.principal.id,
      replacesId,
      createdAt: world.now(),
    };
    keys.set(id, key);
    return { ...key, key: `bk_made_key_of_${id}` };
  };
  return {
    createApiKey: async (context, wish) =>
      world.once(context, () => {
        world.calls.push('createApiKey');
        return { resource: make(context, wish) };
      }),
    getApiKey: async (tenantId, id) => owned(tenantId, id),
    listApiKeys: async (tenantId, page) =>
      pageOf(
        [...keys.values()].filter((key) => (key.tenantId ?? '') === tenantId),
        page,
      ),
    rotateApiKey: async (context, id, overlapSeconds) =>
      world.once(context, () => {
        world.calls.push(`rotateApiKey ${overlapSeconds}`);
        return { resource: make(context, owned(context.tenantId, id), id) };
      }),
    deleteApiKey: async ({ tenantId }, id, ifMatch) => {
      world.calls.push('deleteApiKey');
      owned(tenantId, id);
      checkIfMatch({ generation: 1 }, ifMatch);
      keys.delete(id);
    },
  };
};
