import { setTimeout as delay } from 'node:timers/promises';
import { clusterBody, pullSecret, release } from './cluster-body.ts';
import { createRestClient, type RestClient } from './rest-client.ts';

export interface BenchTenant {
  readonly id: string;
  readonly key: string;
  readonly pullSecretCredentialId: string;
}

interface CreatedTenant {
  readonly tenant: { readonly id: string };
  readonly apiKey: { readonly key: string };
}

const createTenant = async (rest: RestClient, fleetKey: string, name: string): Promise<BenchTenant> => {
  const { tenant, apiKey } = await rest.call<CreatedTenant>('POST', '/v1/fleet/tenants', fleetKey, { name });
  const { id } = await rest.call<{ id: string }>('POST', '/v1/credentials', apiKey.key, {
    name: 'pull-secret',
    kind: 'pullSecret',
    value: pullSecret,
  });
  return { id: tenant.id, key: apiKey.key, pullSecretCredentialId: id };
};

/** Catalogue, management cluster and tenants, through REST as a fleet operator makes them. */
export const prepareFleet = async (
  url: string,
  fleetKey: string,
  options: { readonly tenants: number; readonly kubeconfig: string },
): Promise<{ readonly tenants: readonly BenchTenant[]; readonly reported: BenchTenant }> => {
  const rest = createRestClient(url);
  const { version, ...known } = release;
  await rest.call('PUT', `/v1/fleet/versions/${version}`, fleetKey, known);
  await rest.call('POST', '/v1/fleet/management-clusters', fleetKey, {
    name: 'bench',
    platforms: ['aws', 'kubevirt', 'agent', 'none'],
    capacity: 10_000,
    kubeconfig: options.kubeconfig,
  });
  const tenants: BenchTenant[] = [];
  for (let index = 0; index < options.tenants; index += 1) {
    tenants.push(await createTenant(rest, fleetKey, `tenant-${index}`));
  }
  return { tenants, reported: await createTenant(rest, fleetKey, 'reported') };
};

const patienceMs = 60_000;

interface ClusterReply {
  readonly status: { readonly phase: string };
}

/** Asks for one cluster and tells its id. */
export const createCluster = async (url: string, tenant: BenchTenant, name: string): Promise<string> => {
  const body = clusterBody(name, tenant.pullSecretCredentialId);
  const { call } = createRestClient(url);
  const { cluster } = await call<{ cluster: { id: string } }>('POST', '/v1/clusters', tenant.key, body);
  return cluster.id;
};

/** Waits until workers have made a cluster ready. */
export const waitUntilReady = async (url: string, tenant: BenchTenant, id: string): Promise<void> => {
  const { call } = createRestClient(url);
  const end = performance.now() + patienceMs;
  for (;;) {
    const { status } = await call<ClusterReply>('GET', `/v1/clusters/${id}`, tenant.key);
    if (status.phase === 'ready') return;
    if (performance.now() > end) throw new Error(`the model cluster stays ${JSON.stringify(status)}`);
    await delay(200);
  }
};
