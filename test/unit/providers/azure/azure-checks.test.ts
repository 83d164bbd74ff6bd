import { beforeEach, describe, expect, it } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { statusOfReport } from '../../../../src/domain/credential/credential-status.ts';
import type { InfrastructureRequest } from '../../../../src/domain/infrastructure/infrastructure-plan.ts';
import type { NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import { azurePermissions } from '../../../../src/domain/platforms/azure/azure-permissions.ts';
import type {
  AzureExistingInfrastructure,
  AzurePlatform,
} from '../../../../src/domain/platforms/azure/azure-spec.ts';
import { azureIdentityTable } from '../../../../src/domain/platforms/azure/plan/azure-identity-table.ts';
import { azureManaged } from '../../../../src/domain/platforms/azure/plan/azure-plan.ts';
import { platformBlock } from '../../../../src/domain/platforms/platform-rules.ts';
import { azureRequest } from '../../../harness/azure/azure-requests.ts';
import { type AzureWorld, createAzureWorld, infraId } from './azure-world.ts';

let world: AzureWorld;

beforeEach(async () => {
  world = await createAzureWorld();
});

const placed = { location: 'westeurope' };

const requestOf = (
  azure: Partial<AzurePlatform> = {},
  more: Partial<ClusterSpec> = {},
  nodePools: readonly NodePoolSpec[] = [],
): InfrastructureRequest => {
  const request = azureRequest();
  const block = platformBlock(request.spec, 'azure').azure;
  const platform = { type: 'azure' as const, azure: { ...block, ...azure } };
  return { ...request, nodePools, spec: { ...request.spec, ...more, platform } };
};

const preflight = async (request = requestOf()) => {
  const session = await world.open('scan');
  const { mode } = platformBlock(request.spec, 'azure').azure.infrastructure;
  const report = await session.preflight(request, mode === 'managed' ? azureManaged.plan(request) : []);
  expect(world.writes()).toEqual([]);
  return report;
};

/** `POINTER CODE`, without what all pointers begin with. */
const problemsOf = async (request?: InfrastructureRequest): Promise<readonly string[]> =>
  (await preflight(request)).problems.map(
    ({ pointer, code }) => `${pointer.replace('/spec/', '').replace('platform/azure/', '')} ${code}`,
  );

describe('before anything is made', () => {
  it('a subscription that can take the cluster has no problems', async () => {
    expect(await problemsOf()).toEqual([]);
  });

  it('reads what may be made, what there is, and what the plan adds', async () => {
    world.double.knobs.usedCores = { cores: 90 };
    const pool: NodePoolSpec = { name: 'a', version: '4.20.3', replicas: 3 } as NodePoolSpec;
    const { quotas, account, region } = await preflight(requestOf({}, {}, [pool]));
    expect([account, region]).toEqual([world.double.subscriptionId, 'westeurope']);
    expect(quotas.map(({ code, limit, used, needed }) => [code, limit, used, needed])).toEqual([
      ['resources/resourceGroups', 980, 1, 1],
      ['authorization/roleAssignments', 4000, 0, 8],
      ['network/VirtualNetworks', 1000, 0, 1],
      ['network/NetworkSecurityGroups', 1000, 0, 1],
      ['network/StandardSkuPublicIpAddresses', 1000, 0, 1],
      ['network/LoadBalancers', 1000, 0, 1],
      ['compute/cores', 100, 90, 12],
      ['compute/standardDSv5Family', 100, 0, 12],
    ]);
    expect(quotas[1]?.steps).toContain('role/ingress/dnsZone');
  });

  it('the credential is for the subscription and the tenant of the cluster', async () => {
    const id = '99999999-9999-4999-8999-999999999999';
    expect(await problemsOf(requestOf({ subscriptionId: id, tenantId: id }))).toEqual([
      'subscriptionId conflict',
      'tenantId conflict',
    ]);
  });

  it('the location is one of the subscription’s', async () => {
    const { problems } = await preflight(requestOf({ location: 'nowhere' }));
    expect(problems).toMatchObject([{ code: 'unsupported-value', allowed: ['northeurope', 'westeurope'] }]);
  });

  it('services are registered', async () => {
    world.double.knobs.unregistered.add('Microsoft.ManagedIdentity');
    const { problems } = await preflight();
    expect(problems).toMatchObject([{ code: 'not-registered' }]);
    expect(problems[0]?.detail).toContain('az provider register --namespace Microsoft.ManagedIdentity');
  });

  it('the zone of the base domain is there', async () => {
    expect(await problemsOf(requestOf({}, { dns: { baseDomain: 'example.net' } }))).toEqual([
      'dns/baseDomain not-found',
    ]);
    const byName = requestOf({ infrastructure: { mode: 'managed' } });
    expect(await problemsOf(byName)).toEqual([]);
    const second = `${world.subscription}/resourceGroups/more`;
    world.double.furnish(second, 'Microsoft.Resources/resourceGroups', placed);
    world.double.furnish(
      `${second}/providers/Microsoft.Network/dnsZones/example.org`,
      'Microsoft.Network/dnsZones',
      { location: 'global', properties: {} },
    );
    const { problems } = await preflight(byName);
    expect(problems).toMatchObject([{ code: 'required', allowed: ['dns', 'more'] }]);
  });
});

describe('machines of the pools', () => {
  const problemsOfPool = (pool: Partial<NodePoolSpec>, location = 'westeurope') =>
    problemsOf(requestOf({ location }, {}, [{ name: 'a', replicas: 1, ...pool } as NodePoolSpec]));

  it.each<readonly [string, Partial<NodePoolSpec>, readonly string[]]>([
    ['the default', {}, []],
    ['one in a zone', { zone: '2' }, []],
    ['one of arm64', { arch: 'arm64' }, []],
    ['a zone that is not there', { zone: '4' }, ['nodePools/0/zone unsupported-value']],
    [
      'an unknown size',
      { platform: { instanceType: 'Standard_X1' } },
      ['nodePools/0/platform/instanceType unsupported-value'],
    ],
    [
      'other processors',
      { platform: { instanceType: 'Standard_D4ps_v5' } },
      ['nodePools/0/platform/instanceType conflict'],
    ],
    [
      'a disk that dies with its host',
      { platform: { rootVolume: { persistence: 'Ephemeral' } } },
      ['nodePools/0/platform/rootVolume/persistence conflict'],
    ],
  ])('%s', async (_what, pool, problems) => {
    expect(await problemsOfPool(pool)).toEqual(problems);
  });

  it('that the subscription does not get in a location', async () => {
    expect(await problemsOfPool({ arch: 'arm64' }, 'northeurope')).toEqual([
      'nodePools/0/platform/instanceType unsupported-value',
    ]);
    expect(await problemsOfPool({ zone: '1' }, 'northeurope')).toEqual([
      'nodePools/0/zone unsupported-value',
    ]);
  });

  it('are not looked at without the right to look', async () => {
    world.double.knobs.refuse = ({ action }) =>
      action === 'LIST skus' ? { status: 403, code: 'AuthorizationFailed', message: 'No.' } : undefined;
    expect(await problemsOfPool({ zone: '4' })).toEqual([]);
  });
});

describe('infrastructure that exists', () => {
  let theirs: string;
  let existing: AzureExistingInfrastructure;

  const furnishIdentity = (row: (typeof azureIdentityTable)[number], issuer: string): string => {
    const id = `${theirs}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${row.suffix}`;
    world.double.furnish(id, 'Microsoft.ManagedIdentity/userAssignedIdentities', placed);
    const { clientId, principalId } = world.propertiesOf(id);
    row.serviceAccounts.forEach((account, index) => {
      world.double.furnish(
        `${id}/federatedIdentityCredentials/fed-${index}`,
        'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials',
        {
          properties: {
            issuer,
            subject: `system:serviceaccount:${row.namespace}:${account}`,
            audiences: ['openshift'],
          },
        },
      );
    });
    world.double.furnish(
      `${theirs}/providers/Microsoft.Authorization/roleAssignments/${String(clientId)}`,
      'Microsoft.Authorization/roleAssignments',
      { properties: { principalId: String(principalId), roleDefinitionId: `/x/${row.role}` } },
    );
    return String(clientId);
  };

  beforeEach(() => {
    theirs = `${world.subscription}/resourceGroups/theirs`;
    const provider = `${theirs}/providers/Microsoft.Network`;
    const securityGroupId = `${provider}/networkSecurityGroups/guard`;
    const vnetId = `${provider}/virtualNetworks/net`;
    world.double.furnish(theirs, 'Microsoft.Resources/resourceGroups', placed);
    world.double.furnish(securityGroupId, 'Microsoft.Network/networkSecurityGroups', {
      ...placed,
      properties: {},
    });
    world.double.furnish(vnetId, 'Microsoft.Network/virtualNetworks', {
      ...placed,
      properties: {
        addressSpace: { addressPrefixes: ['10.9.0.0/16'] },
        subnets: [
          {
            name: 'machines',
            properties: { addressPrefix: '10.9.0.0/24', networkSecurityGroup: { id: securityGroupId } },
          },
        ],
      },
    });
    const rows = azureIdentityTable.filter((row) => !row.isForKey && !row.isForPrivate);
    const ids = rows.map((row) => [row.name, furnishIdentity(row, 'https://oidc.example.org/x')] as const);
    existing = {
      mode: 'existing',
      resourceGroup: 'theirs',
      vnetId,
      subnetId: `${vnetId}/subnets/machines`,
      securityGroupId,
      issuerUrl: 'https://oidc.example.org/x',
      workloadIdentities: Object.fromEntries(ids) as AzureExistingInfrastructure['workloadIdentities'] &
        object,
    };
  });

  const problemsWith = (change: Partial<AzureExistingInfrastructure>, more: Partial<ClusterSpec> = {}) =>
    problemsOf(requestOf({ infrastructure: { ...existing, ...change } }, more));

  it('that fits has no problems, and uses up nothing', async () => {
    const request = requestOf({ infrastructure: existing });
    expect(await preflight(request)).toMatchObject({ problems: [], quotas: [] });
  });

  it('is there', async () => {
    expect(
      await problemsWith({
        resourceGroup: 'nowhere',
        vnetId: `${existing.vnetId}2`,
        subnetId: `${existing.vnetId}2/subnets/machines`,
        securityGroupId: `${existing.securityGroupId}2`,
      }),
    ).toEqual([
      'infrastructure/resourceGroup not-found',
      'infrastructure/vnetId not-found',
      'infrastructure/securityGroupId not-found',
      'infrastructure/subnetId not-found',
      ...azureIdentityTable
        .filter((row) => !row.isForKey && !row.isForPrivate)
        .map(({ name }) => `infrastructure/workloadIdentities/${name} conflict`),
    ]);
  });

  it('stands in the location of the cluster', async () => {
    const problems = await problemsOf(requestOf({ location: 'northeurope', infrastructure: existing }));
    expect(problems).toEqual([
      'infrastructure/resourceGroup conflict',
      'infrastructure/vnetId conflict',
      'infrastructure/securityGroupId conflict',
    ]);
  });

  it('overlaps no range of the cluster', async () => {
    expect(await problemsWith({}, { network: { clusterCidrs: ['10.9.128.0/17'] } })).toEqual([
      'infrastructure/vnetId overlap',
    ]);
  });

  it('has a subnet with the security group that was given', async () => {
    const other = existing.securityGroupId.replace('guard', 'other');
    world.double.furnish(other, 'Microsoft.Network/networkSecurityGroups', { ...placed, properties: {} });
    expect(await problemsWith({ securityGroupId: other })).toEqual([
      'infrastructure/securityGroupId conflict',
    ]);
  });

  it('has identities that trust the issuer', async () => {
    expect(await problemsWith({ issuerUrl: 'https://other.example.org' })).toContain(
      'infrastructure/workloadIdentities/disk conflict',
    );
    const slash = await problemsWith({ issuerUrl: 'https://oidc.example.org/x/' });
    expect(slash).toEqual([]);
  });

  it('has identities of the client ids, each for its operator', async () => {
    const { workloadIdentities } = existing;
    if (workloadIdentities === undefined) throw new Error('there are none');
    const { disk, file } = workloadIdentities;
    expect(await problemsWith({ workloadIdentities: { ...workloadIdentities, disk: infraUuid } })).toEqual([
      'infrastructure/workloadIdentities/disk not-found',
    ]);
    const swapped = await problemsWith({
      workloadIdentities: { ...workloadIdentities, disk: file, file: disk },
    });
    expect(new Set(swapped)).toEqual(
      new Set(['disk', 'file'].map((name) => `infrastructure/workloadIdentities/${name} conflict`)),
    );
  });

  it('has the zones that were given', async () => {
    const publicZoneId = world.double.publicZone.id.replace('example.org', 'example.net');
    const privateZoneId = `${theirs}/providers/Microsoft.Network/privateDnsZones/payments.example.org`;
    expect(
      await problemsWith({}, { dns: { baseDomain: 'example.org', publicZoneId, privateZoneId } }),
    ).toEqual(['dns/publicZoneId not-found', 'dns/privateZoneId not-found']);
    world.double.furnish(privateZoneId, 'Microsoft.Network/privateDnsZones', { location: 'global' });
    const dns = { baseDomain: 'example.org', publicZoneId: world.double.publicZone.id, privateZoneId };
    expect(await problemsWith({}, { dns })).toEqual(['dns/privateZoneId conflict']);
    world.double.furnish(
      `${privateZoneId}/virtualNetworkLinks/net`,
      'Microsoft.Network/privateDnsZones/virtualNetworkLinks',
      { location: 'global', properties: { virtualNetwork: { id: existing.vnetId } } },
    );
    expect(await problemsWith({}, { dns })).toEqual([]);
  });
});

const infraUuid = '77777777-7777-4777-8777-777777777777';

describe('a credential', () => {
  const verify = async () => {
    // The way in past Entra ID lets strangers in as well; that is tried elsewhere.
    const report = await (await world.open('scan')).verify();
    return { ...report, missing: report.permissions.flatMap((one) => (one.granted ? [] : [one.permission])) };
  };

  it('is tried for each right that Berth needs', async () => {
    const { missing, permissions } = await verify();
    expect(missing).toEqual([]);
    expect(permissions.map(({ permission }) => permission)).toEqual(azurePermissions);
  });

  it('of a Contributor may not give roles', async () => {
    world.double.knobs.grants = () => [
      {
        actions: ['*'],
        notActions: ['Microsoft.Authorization/*/Delete', 'Microsoft.Authorization/*/Write'],
      },
    ];
    expect((await verify()).missing).toEqual([
      'Microsoft.Authorization/roleAssignments/delete',
      'Microsoft.Authorization/roleAssignments/write',
    ]);
  });

  it('of a Reader may look, and what one role takes away another may give', async () => {
    world.double.knobs.grants = () => [{ actions: ['*/read'], notActions: [] }];
    const { missing, permissions } = await verify();
    const status = statusOfReport({ usable: true, problems: [], permissions }, '2026-11-30T12:00:00.000Z');
    expect([status.state, status.uses?.map(({ allowed }) => allowed)]).toEqual([
      'valid',
      [true, false, true, false],
    ]);
    expect(missing.filter((permission) => permission.endsWith('/read'))).toEqual([]);
    expect(missing).toContain('Microsoft.Network/virtualNetworks/write');
    world.double.knobs.grants = () => [
      { actions: ['*'], notActions: ['Microsoft.Network/*'] },
      { actions: ['Microsoft.Network/*'], notActions: [] },
    ];
    expect((await verify()).missing).toEqual([]);
  });

  it('that may not see its subscription is unusable, in Azure’s words', async () => {
    world.double.knobs.subscription = 'forbidden';
    const { usable, problems } = await verify();
    expect(usable).toBe(false);
    expect(problems.join()).toContain('AuthorizationFailed');
  });

  it('is not judged when Azure does not answer', async () => {
    world.double.knobs.refuse = () => ({ status: 503, code: 'ServiceUnavailable', message: 'No.' });
    await expect(verify()).rejects.toMatchObject({ kind: 'transient' });
  });
});

it('a life in the other location goes the same way', async () => {
  const life = world.live(requestOf({ location: 'northeurope' }));
  await life.create();
  expect(world.double.look(world.group)).toMatchObject({ location: 'northeurope', name: `berth-${infraId}` });
  world.double.advance(3600);
  await life.destroy();
  expect(world.double.census()).toEqual([]);
});
