import type { Ledger } from '../invariants.ts';
import type { TestTenant, TestWorld } from '../test-world.ts';
import type { Driver } from './driver.ts';

interface Life {
  readonly services: TestWorld['services'];
  readonly tenant: TestTenant;
  readonly driver: Driver;
  readonly ledger: Ledger;
  readonly name: string;
}

/** Texts that are another in every run. */
export interface OwnTexts {
  readonly ids: readonly string[];
}

const untilSucceeded = async (
  { services, tenant, driver }: Life,
  what: string,
  ids: readonly string[],
): Promise<void> => {
  const hasSucceeded = async (id: string): Promise<boolean> =>
    (await services.operations.getOperation(tenant.context, id)).state === 'succeeded';
  await driver.driveUntil(what, async () => (await Promise.all(ids.map(hasSucceeded))).every(Boolean));
};

const suffixOf = (id: string): string => id.slice(id.indexOf('_') + 1);

const create = async ({ services, tenant, ledger, name }: Life) => {
  const { resource, operation } = await services.clusters.createCluster(tenant.context, {
    name,
    labels: {},
    spec: {
      version: '4.20.3',
      platform: { type: 'kubevirt', kubevirt: {} },
      dns: { baseDomain: `${name}.example.com`, domainPrefix: 'life' },
      pullSecretCredentialId: tenant.pullSecretId,
    },
    nodePools: [{ name: 'workers', replicas: 2 }],
  });
  ledger.note('create', { cluster: resource, operation });
  return { resource, operation };
};

/** Creates a cluster and waits until it is ready. */
export const createAndWait = async (life: Life): Promise<{ readonly id: string } & OwnTexts> => {
  const { services, tenant, name } = life;
  const { resource, operation } = await create(life);
  await untilSucceeded(life, 'readiness', [operation.id]);
  const pools = await services.nodePools.listNodePools(
    tenant.context,
    { limit: 10 },
    { clusterId: resource.id },
  );
  const ids = [resource.id, ...pools.items.map((pool) => pool.id)].map(suffixOf);
  return { id: resource.id, ids: [...ids, resource.infraId, `${name}.`] };
};

/** Creates a cluster and goes on while it is still being made. */
export const createAndGoOn = async (life: Life, turns: number): Promise<{ readonly id: string }> => {
  const { resource } = await create(life);
  await life.driver.driveFor(turns);
  return { id: resource.id };
};

/** Upgrades a cluster and scales its pool. */
export const changeAndWait = async (life: Life, clusterId: string): Promise<void> => {
  const { services, tenant, ledger } = life;
  const upgrade = await services.clusters.updateCluster(tenant.context, clusterId, {
    patch: { spec: { version: '4.20.4' } },
    ifMatch: [1],
    validate: () => [],
  });
  ledger.note('update', { cluster: upgrade.resource, operation: upgrade.operation });
  const pools = await services.nodePools.listNodePools(tenant.context, { limit: 10 }, { clusterId });
  const scale = await services.nodePools.updateNodePool(tenant.context, pools.items[0]?.id ?? '', {
    patch: { spec: { replicas: 3 } },
    ifMatch: undefined,
    validate: () => [],
  });
  ledger.note('update', { nodePool: scale.resource, operation: scale.operation });
  await untilSucceeded(life, 'the changes', [upgrade.operation.id, scale.operation.id]);
};

/** Deletes a cluster and waits until it is gone. */
export const deleteAndWait = async (life: Life, clusterId: string): Promise<void> => {
  const { services, tenant, ledger, driver } = life;
  const { resource, operation } = await services.clusters.deleteCluster(tenant.context, clusterId, undefined);
  ledger.note('delete', { cluster: resource, operation });
  await untilSucceeded(life, 'the deletion', [operation.id]);
  await driver.driveToRest();
};
