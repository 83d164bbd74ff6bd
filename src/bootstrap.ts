import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from './db/database.ts';
import { insertApiKey } from './db/repositories/api-keys.ts';
import { findTenantByName } from './db/repositories/tenants.ts';
import type { Principal } from './domain/access/principal.ts';
import { platformTypes } from './domain/platforms/platform-specs.ts';
import type { NewId } from './domain/shared/id.ts';
import { hashApiKey, newApiKey, prefixOf } from './services/api-key.ts';
import type { Services } from './services/contract.ts';
import type { RequestContext } from './services/request-context.ts';

/** Makes sure that the fleet operator's first key exists. Only its hash is stored. */
export const ensureFleetKey = (database: Database, newId: NewId, key: string): Promise<void> =>
  insertApiKey(
    database.system(),
    {
      id: newId('apiKey'),
      role: 'fleet-operator',
      description: 'Bootstrap key',
      prefix: prefixOf(key),
      createdBy: 'bootstrap',
      createdAt: new Date().toISOString(),
    },
    hashApiKey(key),
  );

/** What a new user needs for the first request. */
export interface FirstSteps {
  readonly fleetKey: string;
  readonly tenantKey: string;
  readonly tenantId: string;
  readonly pullSecretCredentialId: string;
}

/** Releases that the sandbox can play; a real fleet gets its own by /v1/fleet/versions. */
const sandboxVersions = ['4.18.20', '4.19.9', '4.20.3', '4.20.4', '4.21.0'];

const releaseOf = (version: string) => {
  const minor = version.split('.').slice(0, 2).join('.');
  const image = `quay.io/openshift-release-dev/ocp-release:${version}-multi`;
  return { version, image, channels: [`stable-${minor}`, `fast-${minor}`], enabled: true };
};

/** A pull secret that opens nothing: enough for the sandbox. */
const sandboxPullSecret = JSON.stringify({
  auths: { 'registry.example.com': { auth: 'c2FuZGJveDpzYW5kYm94' } },
});

const contextOf = (principal: Principal, requestId: string): RequestContext => ({
  principal,
  tenantId: principal.tenantId ?? '',
  requestId,
});

/** The name of the first tenant of the all-in-one program. */
const firstTenant = 'first';

/**
 * Prepares an empty installation with the sandbox: catalogue, management cluster, one tenant with a key and a pull
 * secret. Keys are remembered in the data directory, so that a second start prints the same.
 */
export const prepareSandboxInstallation = async (options: {
  readonly database: Database;
  readonly services: Services;
  readonly newId: NewId;
  readonly kubeconfig: string;
  readonly dataDirectory: string;
  readonly fleetKey?: string | undefined;
}): Promise<FirstSteps> => {
  const { database, services } = options;
  const file = join(options.dataDirectory, 'first-steps.json');
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as FirstSteps,
    () => undefined,
  );
  const tenant = await findTenantByName(database.system(), firstTenant);
  const fleetKey = options.fleetKey ?? known?.fleetKey ?? newApiKey();
  await ensureFleetKey(database, options.newId, fleetKey);
  const operator = contextOf(
    { kind: 'system', id: 'bootstrap', grants: [{ role: 'fleet-operator' }] },
    'bootstrap',
  );
  for (const version of sandboxVersions) await services.catalogue.putRelease(operator, releaseOf(version));
  await registerSandbox(services, operator, options.kubeconfig);
  if (known !== undefined && tenant !== undefined) return { ...known, fleetKey };

  const { resource } = await services.fleet.createTenant(operator, { name: firstTenant });
  const principal: Principal = {
    kind: 'apiKey',
    id: resource.apiKey.id,
    tenantId: resource.tenant.id,
    grants: [{ role: 'admin' }],
  };
  const pullSecret = await services.credentials.createCredential(contextOf(principal, 'bootstrap'), {
    name: 'sandbox-pull-secret',
    kind: 'pullSecret',
    value: sandboxPullSecret,
  });
  const steps: FirstSteps = {
    fleetKey,
    tenantKey: resource.apiKey.key ?? '',
    tenantId: resource.tenant.id,
    pullSecretCredentialId: pullSecret.resource.id,
  };
  await writeFile(file, JSON.stringify(steps), { mode: 0o600 });
  return steps;
};

/** Registers the sandbox, or gives the registered one its present kubeconfig: its port may have changed. */
const registerSandbox = async (
  services: Services,
  operator: RequestContext,
  kubeconfig: string,
): Promise<void> => {
  const { items } = await services.fleet.listManagementClusters({ limit: 500 });
  const existing = items.find((item) => item.name === 'sandbox');
  if (existing !== undefined) {
    await services.fleet.updateManagementCluster(operator, existing.id, { kubeconfig }, '*');
    return;
  }
  await services.fleet.registerManagementCluster(operator, {
    name: 'sandbox',
    labels: { environment: 'sandbox' },
    platforms: [...platformTypes],
    capacity: 100_000,
    kubeconfig,
  });
};
