import type { Role } from '../../src/domain/access/role.ts';
import { BerthError } from '../../src/domain/shared/error.ts';
import type { Services } from '../../src/services/contract.ts';
import { createFakeApiKeys } from './fake-services/api-keys.ts';
import { createFakeAudit } from './fake-services/audit.ts';
import { createFakeClusters } from './fake-services/clusters.ts';
import { createFakeCredentials } from './fake-services/credentials.ts';
import { addTenant, createFakeCatalogue, createFakeFleet } from './fake-services/fleet.ts';
import { createFakeIdentityIssuers, createFakeRoleBindings } from './fake-services/identities.ts';
import { createFakeLeaks } from './fake-services/leaks.ts';
import { createFakeNodePools } from './fake-services/node-pools.ts';
import { createFakeEvents, createFakeOperations, endOperation } from './fake-services/operations.ts';
import { createFakeQuotas } from './fake-services/quotas.ts';
import { createFakeAccess, createFakeProjects } from './fake-services/tenant-data.ts';
import { World } from './fake-services/world.ts';

/** Services that keep everything in memory and obey the contract as far as HTTP can tell. */
export interface FakeServices {
  readonly services: Services;
  readonly world: World;
  /** Keys that authenticate: two tenants, their roles, and the fleet's. */
  readonly keys: Readonly<
    Record<'acme' | 'acmeEditor' | 'acmeViewer' | 'globex' | 'operator' | 'observer', string>
  >;
  /** Ends an operation well; who waits for it goes on. */
  readonly endOperation: (id: string) => void;
}

export const createFakeServices = (): FakeServices => {
  const world = new World();
  const acme = addTenant(world, 'acme').id;
  const globex = addTenant(world, 'globex').id;
  const addKey = (name: string, role: Role, tenantId?: string): string => {
    const key = `bk_${name}_key_for_tests`;
    world.principals.set(key, {
      kind: 'apiKey',
      id: world.newId('apiKey'),
      grants: [{ role }],
      ...(tenantId ? { tenantId } : {}),
    });
    return key;
  };
  const keys = {
    acme: addKey('acme', 'admin', acme),
    acmeEditor: addKey('acme_editor', 'editor', acme),
    acmeViewer: addKey('acme_viewer', 'viewer', acme),
    globex: addKey('globex', 'admin', globex),
    operator: addKey('operator', 'fleet-operator'),
    observer: addKey('observer', 'fleet-viewer'),
  };
  world.releases.set('4.20.3', {
    version: '4.20.3',
    image: 'quay.io/openshift-release-dev/ocp-release:4.20.3-x86_64',
    channels: ['stable-4.20'],
    enabled: true,
  });
  const services: Services = {
    clusters: createFakeClusters(world),
    nodePools: createFakeNodePools(world),
    operations: createFakeOperations(world),
    events: createFakeEvents(world),
    access: createFakeAccess(world),
    catalogue: createFakeCatalogue(world),
    projects: createFakeProjects(world),
    credentials: createFakeCredentials(world),
    fleet: createFakeFleet(world),
    leaks: createFakeLeaks(world),
    quotas: createFakeQuotas(world),
    apiKeys: createFakeApiKeys(world),
    identityIssuers: createFakeIdentityIssuers(world),
    roleBindings: createFakeRoleBindings(world),
    identity: {
      authenticateKey: async (key) => world.principals.get(key),
      principalsOfToken: async ({ subject }) => [world.principals.get(subject) ?? []].flat(),
    },
    audit: createFakeAudit(world),
    issuers: {
      readIssuerDocument: async (path) => {
        if (path.startsWith('b2c3d4e5f6g7h/')) return { keys: [] };
        throw new BerthError('not-found', 'There is no such resource.');
      },
    },
  };
  return { services, world, keys, endOperation: (id) => endOperation(world, id) };
};
