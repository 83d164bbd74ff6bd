import type { TenantTx } from '../db/database.ts';
import {
  findCredential,
  findCredentialIdByName,
  insertCredential,
  listCredentials,
  listCredentialUsers,
  removeCredential,
} from '../db/repositories/credentials.ts';
import type { Credential } from '../domain/credential/credential.ts';
import type { Sealer } from '../domain/credential/sealed.ts';
import { BerthError } from '../domain/shared/error.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { recordSimpleChange } from './audit.ts';
import type { CredentialService } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { checkIfMatch, notFound } from './preconditions.ts';

const shownUsers = 5;

const inUse = (users: readonly string[]): BerthError =>
  new BerthError(
    'resource-in-use',
    `Clusters use this credential: ${users.join(', ')}. Delete or change them first.`,
    {
      extensions: { clusterId: users[0] ?? '' },
    },
  );

const nameTaken = (name: string, existingId: string): BerthError =>
  new BerthError('name-conflict', `There is a credential named "${name}" already.`, {
    problems: [{ pointer: '/name', code: 'taken', detail: 'Choose another name.' }],
    extensions: { existingId },
  });

const replayed = (stored: JsonObject) => ({ resource: stored as unknown as Credential, replayed: true });

export const createCredentialService = (deps: ServiceDependencies, sealer: Sealer): CredentialService => {
  const { database } = deps;
  return guardService({
    createCredential: (context, { name, kind, value }) => {
      const at = deps.clock();
      const { tenantId } = context;
      const id = deps.newId('credential');
      const fingerprint = sealer.fingerprint({ tenantId, kind }, value);
      const credential = {
        tenantId,
        id,
        name,
        kind,
        fingerprint,
        generation: 1,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      };
      const make = async (tx: TenantTx) => {
        const holder = await findCredentialIdByName(tx, name);
        if (holder !== undefined) throw nameTaken(name, holder);
        await insertCredential(tx, credential, sealer.seal({ tenantId, kind, id }, value));
        const response = credential as unknown as JsonObject;
        const audit = { after: { name, kind, fingerprint } };
        await recordSimpleChange(tx, deps, context, {
          action: 'credentials.create',
          targetId: id,
          audit,
          response,
        });
        return { resource: credential, replayed: false };
      };
      return makeOnce(database, context, replayed, () => database.withTenant(tenantId, make));
    },
    getCredential: async (tenantId, id) => {
      const credential = await findCredential(database.tenant(tenantId), id);
      if (credential === undefined) throw notFound();
      return credential;
    },
    listCredentials: (tenantId, page) => listCredentials(database.tenant(tenantId), page),
    deleteCredential: (context, id, ifMatch) =>
      database.withTenant(context.tenantId, async (tx) => {
        const credential = await findCredential(tx, id);
        if (credential === undefined) throw notFound();
        checkIfMatch(credential, ifMatch);
        const users = await listCredentialUsers(tx, id, shownUsers);
        if (users.length > 0) throw inUse(users);
        await removeCredential(tx, id);
        const audit = { before: { name: credential.name, kind: credential.kind } };
        await recordSimpleChange(tx, deps, context, {
          action: 'credentials.delete',
          targetId: id,
          audit,
          response: {},
        });
      }),
  });
};
