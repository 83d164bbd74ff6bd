import { beforeEach, describe, expect, it } from 'vitest';
import { destroyInfrastructure } from '../../../../src/providers/infrastructure/engine/destroy.ts';
import { accountPath, createGcpWorld, poolPath } from './gcp-world.ts';

let world: ReturnType<typeof createGcpWorld>;
let life: Awaited<ReturnType<typeof world.live>>;
let made: readonly string[];

beforeEach(async () => {
  world = createGcpWorld();
  life = await world.live();
  await life.create();
  world.advance(600);
  made = world.gcp.census();
});

const providerPath = `${poolPath}/providers/b2c3d4e5f6g7h-k8s-provider`;

const change = (name: string, data: object): void => {
  const resource = world.gcp.resource(name);
  if (resource === undefined) throw new Error(`there is no ${name}`);
  resource.data = { ...resource.data, ...data };
};

/** Repairs until nothing is left to repair, and everything is as it was made. */
const repairs = async (): Promise<readonly string[]> => {
  const found = await life.checkUntilDone();
  world.advance(60);
  expect(await life.checkUntilDone()).toMatchObject({ repaired: [], failures: [] });
  expect(world.gcp.census()).toEqual(made);
  return found.repaired;
};

describe('what somebody changed by hand', () => {
  it('of a firewall rule is put right', async () => {
    change('b2c3d4e5f6g7h-allow-kubelet', { sourceRanges: ['0.0.0.0/0'], disabled: true });
    await repairs();
    expect(world.dataOf('b2c3d4e5f6g7h-allow-kubelet')).toMatchObject({
      sourceRanges: ['10.0.0.0/8'],
      disabled: false,
    });
  });

  it('of the access of a subnet to Google’s APIs is put right', async () => {
    change('b2c3d4e5f6g7h-subnet', { privateIpGoogleAccess: false });
    await repairs();
    expect(world.dataOf('b2c3d4e5f6g7h-subnet')['privateIpGoogleAccess']).toBe(true);
  });

  it('of a NAT is put right, and another one on the router is left', async () => {
    change('b2c3d4e5f6g7h-router', { nats: [{ name: 'theirs' }] });
    made = [...made, 'nats theirs'].sort();
    await repairs();
    expect(world.dataOf('b2c3d4e5f6g7h-router')['nats']).toMatchObject([
      { name: 'theirs' },
      { name: 'b2c3d4e5f6g7h-nat', natIpAllocateOption: 'AUTO_ONLY' },
    ]);
    change('b2c3d4e5f6g7h-router', { nats: [{ name: 'theirs' }, { name: 'b2c3d4e5f6g7h-nat' }] });
    await repairs();
  });

  it('of the provider is put right', async () => {
    const provider = world.gcp.world.identities.get(providerPath);
    if (provider === undefined) throw new Error('there is no provider');
    const before = provider.data;
    provider.data = {
      ...before,
      disabled: true,
      attributeMapping: { 'google.subject': 'assertion.email' },
      oidc: { issuerUri: 'https://evil.example.org', allowedAudiences: [], jwksJson: '{"keys":[]}' },
    };
    await repairs();
    expect(provider.data).toEqual(before);
  });

  it('of a service account and of who may act as it is put right', async () => {
    const account = world.gcp.world.accounts.get(accountPath('gcp-pd-csi'));
    if (account === undefined) throw new Error('there is no account');
    account.data = { ...account.data, disabled: true };
    world.gcp.world.policies.delete(`iam ${accountPath('gcp-pd-csi')}`);
    world.gcp.world.policies.delete(`iam ${accountPath('cloud-network')}`);
    expect(await repairs()).toEqual([
      'b2c3d4e5f6g7h-gcp-pd-csi: system:serviceaccount:openshift-cluster-csi-drivers:gcp-pd-csi-driver-controller-sa may not act as it',
      'b2c3d4e5f6g7h-gcp-pd-csi: it is disabled',
      'b2c3d4e5f6g7h-cloud-network: system:serviceaccount:openshift-cloud-network-config-controller:cloud-network-config-controller may not act as it',
    ]);
    expect(account.data['disabled']).toBe(false);
  });

  it('of a role in the project is put right', async () => {
    const key = 'resourceManager projects/acme-clusters';
    const policy = world.gcp.world.policies.get(key);
    if (policy === undefined) throw new Error('there is no policy');
    policy.bindings = policy.bindings.filter(({ role }) => role !== 'roles/dns.admin');
    policy.etag += 1;
    expect(await repairs()).toEqual([
      'roles of b2c3d4e5f6g7h: serviceAccount:b2c3d4e5f6g7h-ctrlplane-op@acme-clusters.iam.gserviceaccount.com lacks roles/dns.admin',
    ]);
  });
});

describe('what somebody took away by hand', () => {
  it('of the network is made again', async () => {
    const router = world.path('routers', 'b2c3d4e5f6g7h-router');
    world.gcp.world.resources.delete(router);
    world.gcp.world.resources.delete(world.path('firewalls', 'b2c3d4e5f6g7h-allow-kubelet'));
    await repairs();
  });

  it('of the accounts is made again, with its roles, and the dead member goes', async () => {
    const { gcp } = world;
    const path = accountPath('cloud-network');
    gcp.answer({ service: 'iam', method: 'DELETE', path, query: new URLSearchParams(), body: {} }, 'token');
    expect(gcp.census().filter((line) => line.includes('deleted:')).length).toBe(2);
    await repairs();
  });

  it('of the pools, which are kept for thirty days, is taken back', async () => {
    const pool = world.gcp.world.identities.get(poolPath);
    const provider = world.gcp.world.identities.get(providerPath);
    if (pool === undefined || provider === undefined) throw new Error('there is no pool');
    provider.deletedAt = world.now();
    pool.deletedAt = world.now();
    world.gcp.log.length = 0;
    await repairs();
    expect(world.writes()).toEqual(
      expect.arrayContaining([`POST iam ${poolPath}:undelete`, `POST iam ${providerPath}:undelete`]),
    );
  });

  it('is no obstacle to the end', async () => {
    world.gcp.world.resources.delete(world.path('routers', 'b2c3d4e5f6g7h-router'));
    const pool = world.gcp.world.identities.get(poolPath);
    if (pool !== undefined) pool.deletedAt = world.now();
    await life.destroy();
    expect(world.gcp.census()).toEqual([]);
    expect(await destroyInfrastructure(life.pass())).toMatchObject({ isGone: true });
  });
});
