import { type Database, fleetTenant, recordsOf, type TenantTx } from '../db/database.ts';
import {
  findApiKey,
  insertApiKey,
  listApiKeys,
  revokeApiKey,
  shortenApiKey,
} from '../db/repositories/api-keys.ts';
import { findProject } from '../db/repositories/projects.ts';
import { admitApiKey, type NewApiKey } from '../domain/access/new-api-key.ts';
import type { Sealed, Sealer } from '../domain/credential/sealed.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { earliestOf, plusSeconds } from '../domain/shared/time.ts';
import type { ApiKey } from '../domain/tenant/tenant.ts';
import type { ApiKeyService } from './access-contract.ts';
import { hashApiKey, newApiKey, prefixOf } from './api-key.ts';
import { recordSimpleChange } from './audit.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { checkIfMatch, notFound } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';

interface StoredAnswer {
  readonly apiKey: ApiKey;
  readonly sealedKey: Sealed;
}

const ownerOf = (tenantId: string): string | undefined => (tenantId === fleetTenant ? undefined : tenantId);

/** One transaction of the tenant, or of the fleet where there is none. */
const inScope = <Result>(
  database: Database,
  context: RequestContext,
  work: (tx: TenantTx) => Promise<Result>,
): Promise<Result> =>
  context.tenantId === fleetTenant
    ? database.withSystem((tx) => work(recordsOf(tx, fleetTenant)))
    : database.withTenant(context, work);

const shownInAudit = (key: ApiKey): JsonObject => ({
  role: key.role,
  ...(key.projectId === undefined ? {} : { projectId: key.projectId }),
  ...(key.scopes === undefined ? {} : { scopes: key.scopes }),
  ...(key.expiresAt === undefined ? {} : { expiresAt: key.expiresAt }),
  description: key.description,
  prefix: key.prefix ?? '',
});

export const createApiKeyService = (deps: ServiceDependencies, sealer: Sealer): ApiKeyService => {
  const { database } = deps;
  const sealContext = (key: ApiKey) => ({ tenantId: key.tenantId ?? '', kind: 'api-key', id: key.id });

  const replayed = async (stored: JsonObject) => {
    const { apiKey, sealedKey } = stored as unknown as StoredAnswer;
    const key = await sealer.open(sealContext(apiKey), sealedKey);
    return { resource: { ...apiKey, key }, replayed: true };
  };

  const describe = (context: RequestContext, wish: NewApiKey, text: string, replacesId?: string): ApiKey => ({
    id: deps.newId('apiKey'),
    ...(context.tenantId === fleetTenant ? {} : { tenantId: context.tenantId }),
    role: wish.role,
    ...(wish.projectId === undefined ? {} : { projectId: wish.projectId }),
    ...(wish.scopes === undefined ? {} : { scopes: wish.scopes }),
    description: wish.description,
    prefix: prefixOf(text),
    ...(wish.expiresAt === undefined ? {} : { expiresAt: new Date(wish.expiresAt).toISOString() }),
    createdBy: context.principal.id,
    ...(replacesId === undefined ? {} : { replacesId }),
    createdAt: deps.clock(),
  });

  const admit = async (tx: TenantTx, context: RequestContext, wish: NewApiKey): Promise<void> => {
    const isProjectKnown =
      wish.projectId !== undefined &&
      context.tenantId !== fleetTenant &&
      (await findProject(tx, wish.projectId)) !== undefined;
    const problems = admitApiKey(wish, { creator: context.principal, isProjectKnown, now: deps.clock() });
    if (problems.length > 0)
      throw new BerthError('admission-refused', 'The key cannot be made as asked. See `errors`.', {
        problems,
      });
  };

  const found = async (tx: TenantTx, context: RequestContext, id: string): Promise<ApiKey> => {
    const key = await findApiKey(tx, ownerOf(context.tenantId), id, true);
    if (key === undefined) throw notFound();
    return key;
  };

  /** Stores a key with its trace. The text is sealed beside it for the replay of the answer. */
  const store = async (
    tx: TenantTx,
    context: RequestContext,
    made: { readonly apiKey: ApiKey; readonly text: string; readonly sealedKey: Sealed },
    action: string,
  ) => {
    const { apiKey, text, sealedKey } = made;
    await insertApiKey(tx, apiKey, hashApiKey(text));
    await recordSimpleChange(tx, deps, context, {
      action,
      targetId: apiKey.id,
      audit: { after: shownInAudit(apiKey) },
      response: { apiKey, sealedKey } as unknown as JsonObject,
    });
    return { resource: { ...apiKey, key: text }, replayed: false };
  };

  const make = async (context: RequestContext, wish: NewApiKey, replacesId?: string) => {
    const text = newApiKey();
    const apiKey = describe(context, wish, text, replacesId);
    return { apiKey, text, sealedKey: await sealer.seal(sealContext(apiKey), text) };
  };

  return guardService({
    createApiKey: async (context, wish) => {
      const made = await make(context, wish);
      return makeOnce(database, context, replayed, () =>
        inScope(database, context, async (tx) => {
          await admit(tx, context, wish);
          return store(tx, context, made, 'apiKeys.create');
        }),
      );
    },
    getApiKey: async (tenantId, id) => {
      const sql = tenantId === fleetTenant ? database.system() : database.tenant(tenantId);
      const key = await findApiKey(sql, ownerOf(tenantId), id);
      if (key === undefined) throw notFound();
      return key;
    },
    listApiKeys: (tenantId, page) => {
      const sql = tenantId === fleetTenant ? database.system() : database.tenant(tenantId);
      return listApiKeys(sql, ownerOf(tenantId), page);
    },
    rotateApiKey: (context, id, overlapSeconds) =>
      makeOnce(database, context, replayed, async () => {
        const sql = context.tenantId === fleetTenant ? database.system() : database.tenant(context);
        const before = await findApiKey(sql, ownerOf(context.tenantId), id);
        if (before === undefined) throw notFound();
        const made = await make(context, before, id);
        return inScope(database, context, async (tx) => {
          const old = await found(tx, context, id);
          await admit(tx, context, old);
          const endsAt = plusSeconds(deps.clock(), overlapSeconds);
          await shortenApiKey(tx, ownerOf(context.tenantId), id, earliestOf(endsAt, old.expiresAt ?? endsAt));
          return store(tx, context, made, 'apiKeys.rotate');
        });
      }),
    deleteApiKey: (context, id, ifMatch) =>
      inScope(database, context, async (tx) => {
        const key = await found(tx, context, id);
        checkIfMatch({ generation: 1 }, ifMatch);
        await revokeApiKey(tx, ownerOf(context.tenantId), id);
        await recordSimpleChange(tx, deps, context, {
          action: 'apiKeys.delete',
          targetId: id,
          audit: { before: shownInAudit(key) },
          response: {},
        });
      }),
  });
};
