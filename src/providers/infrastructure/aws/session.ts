import type { CloudAccess, CloudSession } from '../contract.ts';
import { type AwsAccount, createAccount } from './account.ts';
import type { Accounts } from './accounts.ts';
import { accountOfRole, phaseKeys, roleSettingsOf } from './assume-role.ts';
import { type AwsClients, type AwsKeys, type ClientSettings, createClients } from './clients.ts';
import { createHandlers } from './handlers.ts';
import { homeRegionOf } from './home-region.ts';
import { listOwned, ownedTypes } from './leaks/list-owned.ts';
import { removeOwned } from './leaks/remove-owned.ts';
import type { NameServersOf } from './preflight/check-domain.ts';
import { preflight } from './preflight/preflight.ts';
import { verifyRole } from './verify/verify-role.ts';

export interface SessionSettings {
  readonly instance: string;
  readonly clients: ClientSettings;
  readonly sourceCredentials?: AwsKeys;
  readonly nameServersOf?: NameServersOf;
  /** Milliseconds, only going forward. */
  readonly now: () => number;
}

/** An account as one role sees it. */
interface Opened {
  readonly account: AwsAccount;
  readonly homeRegion: string;
  readonly sts: AwsClients['sts'];
  readonly accountWith: (keys: AwsKeys) => AwsAccount;
}

const openAccount = async (
  settings: SessionSettings,
  access: CloudAccess,
  region: string,
): Promise<Opened> => {
  const { instance, clients, now, sourceCredentials } = settings;
  const { accountId, partition } = accountOfRole(roleSettingsOf(access.settings).roleArn);
  const homeRegion = homeRegionOf(partition, region);
  const { sts } = createClients(clients, {
    account: 'own',
    region: homeRegion,
    ...(sourceCredentials === undefined ? {} : { keys: sourceCredentials }),
  });
  const keys = phaseKeys(sts, access, instance, now);
  // A role that lets nobody in is said at once, not at the first call of some step.
  await keys();
  const accountOf = (of: AwsKeys | (() => Promise<AwsKeys>)): AwsAccount =>
    createAccount({
      accountId,
      partition,
      // A credential can be tried before any cluster names a region.
      region: region === '' ? homeRegion : region,
      now,
      clientsOf: (place) => createClients(clients, { account: accountId, region: place, keys: of }),
    });
  return { account: accountOf(keys), homeRegion, sts, accountWith: accountOf };
};

/** Opens the account of a role for one phase; further accounts are opened when a step asks for them. */
export const openAwsSession = async (
  settings: SessionSettings,
  access: CloudAccess,
  region: string,
): Promise<CloudSession> => {
  const { instance, nameServersOf } = settings;
  const { account, homeRegion, sts, accountWith } = await openAccount(settings, access, region);
  const others = new Map<string, Promise<Opened>>();
  const accounts: Accounts = {
    cluster: account,
    isDestroying: access.phase === 'destroy',
    ofCredential: async (credentialId) => {
      const other = access.others?.find((candidate) => candidate.credentialId === credentialId);
      if (other === undefined) return undefined;
      const opened = others.get(credentialId) ?? openAccount(settings, other, region);
      others.set(credentialId, opened);
      return (await opened).account;
    },
  };
  const checks = { homeRegion, ...(nameServersOf === undefined ? {} : { nameServersOf }) };
  return {
    handlers: createHandlers(accounts),
    preflight: (request, plan) => preflight(accounts, checks, request, plan),
    listOwned: (owner, regions) => listOwned(account, owner, regions),
    ownedTypes,
    removeOwned: (resource, owner) => removeOwned(account, resource, owner),
    verify: () => verifyRole(sts, access, instance, accountWith),
    close: () => others.clear(),
  };
};
