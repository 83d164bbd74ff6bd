import { beforeEach, describe, expect, it } from 'vitest';
import type { InfrastructureRequest } from '../../../../src/domain/infrastructure/infrastructure-plan.ts';
import { gcpExamples } from '../../../../src/domain/platforms/gcp/gcp-examples.ts';
import type { GcpExistingInfrastructure } from '../../../../src/domain/platforms/gcp/gcp-spec.ts';
import { gcpIdentities } from '../../../../src/domain/platforms/gcp/plan/identities.ts';
import { gcpManaged } from '../../../../src/domain/platforms/gcp/plan/plan.ts';
import { gcpRequest } from '../../../harness/gcp/gcp-requests.ts';
import { createGcpWorld } from './gcp-world.ts';

let world: ReturnType<typeof createGcpWorld>;

beforeEach(() => {
  world = createGcpWorld();
});

const look = async (request: InfrastructureRequest) => {
  const isManaged =
    request.spec.platform.type === 'gcp' && request.spec.platform.gcp.infrastructure.mode === 'managed';
  const report = await (await world.open('scan')).preflight(
    request,
    isManaged ? gcpManaged.plan(request) : [],
  );
  expect(world.writes()).toEqual([]);
  return report;
};

const problemsOf = async (request: InfrastructureRequest): Promise<string[]> =>
  (await look(request)).problems.map(({ pointer, code }) => `${pointer} ${code}`);

describe('a look at a project before anything is made', () => {
  it('counts what the plan adds to what is used', async () => {
    await (await world.live(gcpRequest('bzzzzzzzzzzzz'))).create();
    world.gcp.log.length = 0;
    const { account, region, problems, quotas } = await look(gcpRequest());
    expect({ account, region, problems }).toEqual({
      account: 'acme-clusters',
      region: 'europe-west1',
      problems: [],
    });
    expect(quotas.map(({ code, limit, used, needed }) => [code, limit, used, needed])).toEqual([
      ['compute/NETWORKS', 5, 1, 1],
      ['compute/SUBNETWORKS', 100, 1, 1],
      ['compute/FIREWALLS', 100, 1, 1],
      ['compute/ROUTERS', 20, 1, 1],
      ['iam/service-account-count', 100, 6, 6],
      ['iam/policy-members', 1500, 16, 16],
    ]);
    expect(quotas.find(({ code }) => code === 'compute/ROUTERS')?.steps).toEqual(['router']);
  });

  it('takes the usual number of accounts where the limit may not be read', async () => {
    world.gcp.world.quotas.set('SERVICE_ACCOUNTS', 7);
    const limit = async () =>
      (await look(gcpRequest())).quotas.find(({ code }) => code === 'iam/service-account-count')?.limit;
    expect(await limit()).toBe(7);
    world.gcp.knobs.denied = new Set(['serviceusage.quotas.get']);
    expect(await limit()).toBe(100);
  });

  it.each([
    [{ project: 'other-project' }, ['/project conflict']],
    [{ region: 'europe-west9' }, ['/region unsupported-value']],
    [
      { infrastructure: { mode: 'managed', zones: ['europe-west1-b', 'europe-west1-a'] } },
      ['/infrastructure/zones/1 unsupported-value'],
    ],
    [
      { infrastructure: { mode: 'managed', projectNumber: '42' } },
      ['/infrastructure/projectNumber conflict'],
    ],
  ] as const)('finds in %j %j', async (gcp, problems) => {
    expect(await problemsOf(gcpRequest('b2c3d4e5f6g7h', gcp))).toEqual(
      problems.map((problem) => `/spec/platform/gcp${problem}`),
    );
  });

  it('says which zones and regions there are', async () => {
    const { problems } = await look(gcpRequest('b2c3d4e5f6g7h', { region: 'europe-west9' }));
    expect(problems[0]?.allowed).toEqual(['europe-west1', 'us-east1']);
  });

  it('knows the machine types of a zone and their processors', async () => {
    const request: InfrastructureRequest = {
      ...gcpRequest(),
      nodePools: [
        { replicas: 1 },
        { replicas: 1, platform: { instanceType: 'x9-huge-1' } },
        { replicas: 1, zone: 'europe-west1-f' },
        { replicas: 1, arch: 'arm64', platform: { instanceType: 'n2-standard-4' } },
        { replicas: 1, arch: 'arm64', platform: { instanceType: 't2a-standard-4' } },
      ],
    };
    expect(await problemsOf(request)).toEqual([
      '/spec/nodePools/1/platform/instanceType unsupported-value',
      '/spec/nodePools/2/zone unsupported-value',
      '/spec/nodePools/3/platform/instanceType conflict',
    ]);
  });

  it('throws when it may not look', async () => {
    world.gcp.tokens = new Set();
    await expect(look(gcpRequest())).rejects.toMatchObject({ kind: 'credentials' });
  });
});

describe('infrastructure that exists', () => {
  const existing: GcpExistingInfrastructure = gcpExamples.cluster.infrastructure;
  const pool = 'projects/acme-clusters/locations/global/workloadIdentityPools/payments-pool';

  beforeEach(() => {
    const { gcp } = world;
    const network = world.path('networks', 'payments-network');
    gcp.add(network, {});
    gcp.add(world.path('subnetworks', 'payments-subnet'), { network, ipCidrRange: '10.9.0.0/20' });
    gcp.world.identities.set(pool, { path: pool, data: {}, createdAt: 0 });
    const oidc = { issuerUri: existing.issuerUrl, allowedAudiences: ['openshift'] };
    gcp.world.identities.set(`${pool}/providers/payments-k8s`, {
      path: `${pool}/providers/payments-k8s`,
      data: { oidc, attributeMapping: { 'google.subject': 'assertion.sub' } },
      createdAt: 0,
    });
    for (const { account, subjects } of gcpIdentities) {
      const path = `projects/acme-clusters/serviceAccounts/${existing.serviceAccounts[account]}`;
      gcp.world.accounts.set(path, { path, data: {}, createdAt: 0 });
      const members = subjects.map(
        (subject) =>
          `principal://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/payments-pool/subject/system:serviceaccount:${subject}`,
      );
      gcp.world.policies.set(`iam ${path}`, {
        version: 1,
        etag: 1,
        bindings: [{ role: 'roles/iam.workloadIdentityUser', members }],
      });
    }
  });

  const request = (more: Partial<GcpExistingInfrastructure> = {}, network = {}): InfrastructureRequest => {
    const { spec, ...rest } = gcpRequest('b2c3d4e5f6g7h', { infrastructure: { ...existing, ...more } });
    return { ...rest, spec: { ...spec, network } };
  };

  const found = async (wanted: InfrastructureRequest): Promise<string[]> =>
    (await problemsOf(wanted)).map((problem) => problem.replace('/spec/platform/gcp/infrastructure', ''));

  it('is taken when everything is there and belongs together', async () => {
    expect(await found(request())).toEqual([]);
    expect((await look(request())).quotas).toEqual([]);
  });

  it('is refused with what is missing, all at once', async () => {
    expect(
      await found(
        request({
          network: 'gone',
          privateServiceConnectSubnet: 'gone-too',
          workloadIdentity: { ...existing.workloadIdentity, providerId: 'no-such-provider' },
          serviceAccounts: {
            ...existing.serviceAccounts,
            storage: 'no-such-account@acme-clusters.iam.gserviceaccount.com',
          },
        }),
      ),
    ).toEqual([
      '/network not-found',
      '/privateServiceConnectSubnet not-found',
      '/workloadIdentity/providerId not-found',
      '/serviceAccounts/storage not-found',
    ]);
  });

  it('is refused when the subnet is of another network, kept for proxies, or overlaps the pods', async () => {
    const subnet = world.gcp.resource('payments-subnet');
    if (subnet === undefined) throw new Error('there is no subnet');
    subnet.data = {
      ...subnet.data,
      network: world.path('networks', 'other'),
      purpose: 'REGIONAL_MANAGED_PROXY',
      secondaryIpRanges: [{ ipCidrRange: '10.133.0.0/16' }],
    };
    expect(await found(request({}, { serviceCidrs: ['10.9.8.0/24'] }))).toEqual([
      '/privateServiceConnectSubnet conflict',
      '/privateServiceConnectSubnet conflict',
      '/privateServiceConnectSubnet overlap',
      '/privateServiceConnectSubnet overlap',
    ]);
  });

  it('is refused when the provider trusts another issuer or takes other tokens', async () => {
    const provider = world.gcp.world.identities.get(`${pool}/providers/payments-k8s`);
    if (provider === undefined) throw new Error('there is no provider');
    provider.data = { oidc: { issuerUri: 'https://other.example.org' } };
    expect(await found(request())).toEqual([
      '/issuerUrl conflict',
      '/workloadIdentity/providerId conflict',
      '/workloadIdentity/providerId conflict',
    ]);
  });

  it('is refused when the pool is deleted, or of another project', async () => {
    const identity = world.gcp.world.identities.get(pool);
    if (identity !== undefined) identity.deletedAt = world.now();
    expect(await found(request())).toEqual(['/workloadIdentity/poolId not-found']);
  });

  it('is refused when the cluster may not act as an account; a grant to the whole pool is one', async () => {
    const path = `projects/acme-clusters/serviceAccounts/${existing.serviceAccounts.imageRegistry}`;
    world.gcp.world.policies.delete(`iam ${path}`);
    expect(await found(request())).toEqual([
      '/serviceAccounts/imageRegistry conflict',
      '/serviceAccounts/imageRegistry conflict',
    ]);
    const member =
      'principalSet://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/payments-pool/*';
    world.gcp.world.policies.set(`iam ${path}`, {
      version: 1,
      etag: 1,
      bindings: [{ role: 'roles/iam.workloadIdentityUser', members: [member] }],
    });
    expect(await found(request())).toEqual([]);
  });
});

describe('a credential', () => {
  it('is usable with everything that it needs', async () => {
    const session = await world.open('scan');
    const report = await session.verify();
    // The double lets anybody in: that is what the one problem says.
    expect(report).toMatchObject({ usable: false, account: 'acme-clusters' });
    expect(report.problems.length).toBe(1);
    expect(report.permissions.length).toBeGreaterThan(75);
    expect(report.permissions.every(({ granted }) => granted)).toBe(true);
    expect(world.gcp.log.length).toBe(1);
  });

  it('says per permission what is missing', async () => {
    world.gcp.knobs.denied = new Set(['compute.routers.create', 'iam.serviceAccounts.delete']);
    const { permissions } = await (await world.open('scan')).verify();
    expect(permissions.filter(({ granted }) => !granted)).toEqual([
      { permission: 'compute.routers.create', granted: false, neededFor: ['managed'] },
      { permission: 'iam.serviceAccounts.delete', granted: false, neededFor: ['managed'] },
    ]);
  });

  it('is tried with all the others when a project knows nothing of one permission', async () => {
    world.gcp.knobs.unknownPermissions = new Set(['compute.forwardingRules.pscDelete']);
    const { permissions } = await (await world.open('scan')).verify();
    expect(permissions.filter(({ granted }) => !granted)).toEqual([
      {
        permission: 'compute.forwardingRules.pscDelete',
        granted: false,
        detail: 'Permission compute.forwardingRules.pscDelete is not valid for this resource.',
        neededFor: ['managed', 'leakCleaning'],
      },
    ]);
    expect(permissions.length).toBeGreaterThan(75);
    expect(world.gcp.log.length).toBeLessThan(20);
  });

  it('that may not even be asked what it may do is not usable', async () => {
    world.gcp.knobs.refuse = () => ({
      status: 403,
      body: { error: { code: 403, message: 'Caller lacks access.', status: 'PERMISSION_DENIED' } },
    });
    const report = await (await world.open('scan')).verify();
    expect(report).toMatchObject({ usable: false, permissions: [] });
    expect(report.problems).toContain('PERMISSION_DENIED: Caller lacks access.');
  });
});
