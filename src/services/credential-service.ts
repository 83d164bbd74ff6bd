import { randomBytes } from 'node:crypto';
import type { TenantTx } from '../db/database.ts';
import { claimAccount, releaseAccount } from '../db/repositories/credential-accounts.ts';
import { listCredentialUsers, wakeCredentialUsers } from '../db/repositories/credential-users.ts';
import {
  findCredential,
  findCredentialIdByName,
  insertCredential,
  listCredentials,
  lockCredential,
  removeCredential,
  saveCredentialValue,
} from '../db/repositories/credentials.ts';
import { insertQuestion } from '../db/repositories/worker-questions.ts';
import { type Credential, isSecretKind } from '../domain/credential/credential.ts';
import { accountOfRole, cloudNameOf } from '../domain/credential/credential-settings.ts';
import { unverified } from '../domain/credential/credential-status.ts';
import type { NewCredential } from '../domain/credential/new-credential.ts';
import type { Sealer } from '../domain/credential/sealed.ts';
import { renderSetup, type SetupContext } from '../domain/credential/setup/setup.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { plusSeconds } from '../domain/shared/time.ts';
import { recordSimpleChange } from './audit.ts';
import type { CredentialService } from './contract.ts';
import { accountClosed, credentialInUse, noValue, otherFormat, takenName } from './credential-problems.ts';
import { readCredentialValue } from './credential-values.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { makeOnce } from './idempotency.ts';
import { prepareCredential } from './new-credential.ts';
import { checkIfMatch, notFound } from './preconditions.ts';
import type { RequestContext } from './request-context.ts';
import type { AskWorker } from './worker-questions.ts';

const shownUsers = 5;
/** How long the caller of a verification is kept waiting for a worker. Milliseconds. */
const patienceMs = 30_000;
/** How long workers may take to get to a credential that was just stored; then its regular turn comes. Seconds. */
const firstTry = 3_600;

const newExternalId = (): string => `berth-${randomBytes(24).toString('hex')}`;

const replayed = (stored: JsonObject) => ({ resource: stored as unknown as Credential, replayed: true });

export interface CredentialServiceDependencies extends ServiceDependencies {
  readonly sealer: Sealer;
  readonly ask: AskWorker;
  /** What the texts for customers' accounts say of this installation. */
  readonly setup: SetupContext;
}

export const createCredentialService = (deps: CredentialServiceDependencies): CredentialService => {
  const { database, sealer } = deps;

  const describe = async (context: RequestContext, asked: NewCredential) => {
    const at = deps.clock();
    const { tenantId } = context;
    const { name, kind } = asked;
    const { settings, value, account } = prepareCredential(asked, newExternalId);
    const id = deps.newId('credential');
    const credential: Credential = {
      tenantId,
      id,
      name,
      kind,
      settings,
      ...(value === undefined
        ? {}
        : { value: { fingerprint: sealer.fingerprint({ tenantId, kind }, value), updatedAt: at } }),
      status: unverified,
      generation: 1,
      revision: 1,
      createdAt: at,
      updatedAt: at,
    };
    const sealed = value === undefined ? undefined : await sealer.seal({ tenantId, kind, id }, value);
    return { credential, sealed, account };
  };

  /** Keyless kinds open an account: whether they do is found out at once. */
  const askForFirstTry = (tx: TenantTx, context: RequestContext, id: string): Promise<void> =>
    insertQuestion(tx, {
      id: deps.newId('workerQuestion'),
      kind: 'credential.verify',
      input: { credentialId: id },
      lifeSeconds: firstTry,
      traceparent: context.traceparent,
    });

  const owned = async (tenantId: string, id: string): Promise<Credential> => {
    const credential = await findCredential(database.tenant(tenantId), id);
    if (credential === undefined) throw notFound();
    return credential;
  };

  return guardService<CredentialService>({
    createCredential: async (context, asked) => {
      const { tenantId } = context;
      const { credential, sealed, account } = await describe(context, asked);
      const { id, name, kind, settings } = credential;
      const isTried = !isSecretKind(kind);
      const make = async (tx: TenantTx) => {
        const holder = await findCredentialIdByName(tx, name);
        if (holder !== undefined) throw takenName(name, holder);
        if (account !== undefined && !(await claimAccount(tx, account))) throw accountClosed();
        await insertCredential(
          tx,
          credential,
          sealed,
          isTried ? plusSeconds(credential.createdAt, firstTry) : undefined,
        );
        if (isTried) await askForFirstTry(tx, context, id);
        const response = credential as unknown as JsonObject;
        const fingerprint = credential.value?.fingerprint;
        const audit = { after: { name, kind, settings, ...(fingerprint ? { fingerprint } : {}) } };
        const action = 'credentials.create';
        await recordSimpleChange(tx, deps, context, { action, targetId: id, audit, response });
        return { resource: credential, replayed: false };
      };
      return makeOnce(database, context, replayed, () => database.withTenant(tenantId, make));
    },
    getCredential: owned,
    listCredentials: (tenantId, page) => listCredentials(database.tenant(tenantId), page),
    replaceCredentialValue: async (context, id, text, ifMatch) => {
      // Sealed before the transaction: the key may be far away. Kind and settings of a credential never change.
      const known = await findCredential(database.tenant(context), id);
      if (known === undefined) throw notFound();
      checkIfMatch(known, ifMatch);
      const { kind, tenantId } = known;
      if (!isSecretKind(kind)) throw noValue(kind);
      const value = readCredentialValue(kind, text, { cloudName: cloudNameOf(known.settings) });
      const fingerprint = sealer.fingerprint({ tenantId, kind }, value);
      const sealed = await sealer.seal({ tenantId, kind, id }, value);
      return database.withTenant(context, async (tx) => {
        const before = await lockCredential(tx, id);
        if (before === undefined) throw notFound();
        checkIfMatch(before, ifMatch);
        const at = deps.clock();
        await saveCredentialValue(tx, id, { sealed, fingerprint, at });
        await wakeCredentialUsers(tx, id);
        await recordSimpleChange(tx, deps, context, {
          action: 'credentials.replaceValue',
          targetId: id,
          audit: { before: { fingerprint: before.value?.fingerprint ?? '' }, after: { fingerprint } },
          response: {},
        });
        return {
          ...before,
          value: { fingerprint, updatedAt: at },
          status: unverified,
          generation: before.generation + 1,
          revision: before.revision + 1,
          updatedAt: at,
        };
      });
    },
    verifyCredential: async (context, id, signal) => {
      await owned(context.tenantId, id);
      const asking = { context, patienceMs, signal };
      await deps.ask('credential.verify', { credentialId: id }, asking);
      return owned(context.tenantId, id);
    },
    getCredentialSetup: async (tenantId, id, format) => {
      const credential = await owned(tenantId, id);
      const setup = renderSetup(credential, deps.setup, format);
      if ('allowed' in setup) throw otherFormat(credential.kind, setup.allowed);
      return setup;
    },
    deleteCredential: (context, id, ifMatch) =>
      database.withTenant(context, async (tx) => {
        const credential = await lockCredential(tx, id);
        if (credential === undefined) throw notFound();
        checkIfMatch(credential, ifMatch);
        const users = await listCredentialUsers(tx, id, shownUsers);
        if (users.length > 0) throw credentialInUse(users);
        await removeCredential(tx, id);
        const { roleArn } = credential.settings;
        if (typeof roleArn === 'string')
          await releaseAccount(tx, { platform: 'aws', account: accountOfRole(roleArn) });
        await recordSimpleChange(tx, deps, context, {
          action: 'credentials.delete',
          targetId: id,
          audit: { before: { name: credential.name, kind: credential.kind } },
          response: {},
        });
      }),
  });
};
