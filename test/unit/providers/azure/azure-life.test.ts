import { beforeEach, describe, expect, it } from 'vitest';
import type { AzureManagedInfrastructure } from '../../../../src/domain/platforms/azure/azure-spec.ts';
import { azureManaged } from '../../../../src/domain/platforms/azure/plan/azure-plan.ts';
import { platformBlock } from '../../../../src/domain/platforms/platform-rules.ts';
import { azureRequest } from '../../../harness/azure/azure-requests.ts';
import { type AzureWorld, createAzureWorld, infraId } from './azure-world.ts';

let world: AzureWorld;

beforeEach(async () => {
  world = await createAzureWorld();
});

const tags = {
  'berth-instance': 'prod',
  'berth-tenant': 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
  'berth-cluster': 'cl_b2c3d4e5f6g7h',
  'berth-created-at': '1796083200',
  'berth-infra-id': infraId,
};

const kindsOf = (lines: readonly string[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const line of lines) {
    const [kind = ''] = line.split(' ');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

describe('making', () => {
  it('makes one group with network, identities and the way out in it, and rights', async () => {
    expect(await world.live().create()).toMatchObject({ isComplete: true, failures: [] });
    expect(kindsOf(world.double.census())).toEqual({
      resourceGroups: 1,
      networkSecurityGroups: 1,
      virtualNetworks: 1,
      subnets: 1,
      privateDnsZones: 1,
      virtualNetworkLinks: 1,
      publicIPAddresses: 1,
      loadBalancers: 1,
      userAssignedIdentities: 7,
      federatedIdentityCredentials: 12,
      roleAssignments: 8,
    });
  });

  it('marks what it makes, by tags or in words', async () => {
    await world.live().create();
    expect(world.double.look(world.group)).toMatchObject({ tags });
    expect(world.double.look(world.networkThing('virtualNetworks'))).toMatchObject({ tags });
    const [assignment] = world.double.calls.filter(({ action }) => action === 'PUT roleAssignments');
    expect(assignment?.body).toMatchObject({
      properties: {
        principalType: 'ServicePrincipal',
        description: `berth-instance=prod berth-tenant=${tags['berth-tenant']} berth-cluster=cl_b2c3d4e5f6g7h berth-created-at=1796083200 berth-infra-id=${infraId}`,
      },
    });
  });

  it('lets the operators of the cluster in, and nobody else', async () => {
    await world.live().create();
    const trusts = world.double.calls
      .filter(({ action, status = 0 }) => action === 'PUT federatedIdentityCredentials' && status < 300)
      .map(({ body }) => body?.['properties']);
    expect(trusts).toHaveLength(12);
    for (const trust of trusts)
      expect(trust).toMatchObject({
        issuer: `https://oidc.example.org/${infraId}`,
        audiences: ['openshift'],
      });
  });

  it('knows client ids and zones afterwards', async () => {
    const life = world.live();
    await life.create();
    const outputs = azureManaged.outputs(
      azureRequest(),
      (step) => life.journal.get(step)?.externalId ?? 'nothing',
    );
    expect(outputs.publicZoneId).toBe(world.double.publicZone.id);
    const ids = Object.values(outputs.azure?.workloadIdentities ?? {});
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-/);
  });

  it('takes no more calls than it did: 77 to make, 35 to look, none for what is settled', async () => {
    const life = world.live();
    const { calls } = world.double;
    await life.create();
    expect(calls.length).toBe(77);
    calls.length = 0;
    await life.create();
    expect(calls.length).toBe(0);
    expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
    expect(calls.length).toBe(35);
    expect(world.writes()).toEqual([]);
  });

  it('waits until Entra ID knows a new identity, and says for what', async () => {
    world.double.knobs.principalSeconds = 60;
    const life = world.live();
    const started = world.double.clock();
    const seen = new Set<string>();
    for (let pass = 0; pass < 40; pass += 1) {
      const outcome = await life.check();
      for (const { code } of outcome.failures) seen.add(code);
      if (outcome.isComplete) break;
      world.double.advance(outcome.againInSeconds ?? 10);
    }
    expect([...seen]).toEqual(['PrincipalNotFound']);
    expect((world.double.clock() - started) / 1000).toBeGreaterThan(60);
    expect(world.double.census().filter((line) => line.startsWith('roleAssignments'))).toHaveLength(8);
  });

  it('waits as long as Azure asks for', async () => {
    world.double.knobs.retryAfterSeconds = 40;
    world.double.knobs.polls = { default: 0, loadBalancers: 3 };
    const life = world.live();
    const { waiting, againInSeconds } = await life.check();
    expect(waiting).toEqual([{ step: 'loadBalancer', seconds: 40, what: `${infraId} to be ready` }]);
    expect(againInSeconds).toBe(40);
    await life.create();
  });

  it('does not touch what has the name of ours and is somebody else’s', async () => {
    world.double.furnish(world.group, 'Microsoft.Resources/resourceGroups', { location: 'westeurope' });
    const life = world.live();
    const { failures, isComplete } = await life.check();
    expect(isComplete).toBe(false);
    expect(failures.map(({ step, kind }) => [step, kind])).toEqual([['resourceGroup', 'foreign']]);
    await life.destroy();
    expect(world.double.look(world.group)).toBeDefined();
    expect(world.writes()).toEqual([]);
  });

  it('finds the zone of the base domain by its name, and says when it cannot', async () => {
    const { dnsZoneResourceGroup: _, ...unnamed } = { mode: 'managed', dnsZoneResourceGroup: 'dns' } as const;
    const request = azureRequest();
    const { azure } = platformBlock(request.spec, 'azure');
    const named = (infrastructure: AzureManagedInfrastructure, baseDomain = 'example.org') => ({
      ...request,
      spec: {
        ...request.spec,
        dns: { baseDomain },
        platform: { type: 'azure' as const, azure: { ...azure, infrastructure } },
      },
    });
    const life = world.live(named(unnamed));
    await life.create();
    expect(life.journal.get('zone/public')?.externalId).toBe(world.double.publicZone.id);
    const lost = await world.live(named(unnamed, 'example.net')).check();
    expect(lost.failures.map(({ step, code }) => [step, code])).toContainEqual(['zone/public', 'NotFound']);
  });
});

describe('taking away', () => {
  it('leaves nothing of ours, with what controllers have made, and everything of others', async () => {
    Object.assign(world.double.knobs, { hasControllers: true });
    const before = world.double.census();
    const life = world.live();
    await life.create();
    world.double.advance(60);
    await life.check();
    expect(world.double.census()).toEqual(
      expect.arrayContaining([
        `disks pvc-${infraId}`,
        `virtualMachines ${infraId}-node`,
        'A *.apps.payments',
      ]),
    );
    await life.destroy();
    expect(world.double.census()).toEqual(before);
    expect(world.double.look(`${world.double.publicZone.id}/A/www`)).toBeDefined();
  });

  it('takes the group, and by hand only what stands outside of it, with 18 calls', async () => {
    Object.assign(world.double.knobs, { hasControllers: true });
    const life = world.live();
    await life.create();
    await life.check();
    world.double.advance(3600);
    world.double.calls.length = 0;
    await life.destroy();
    const deletes = world.writes();
    expect([...new Set(deletes)].sort()).toEqual([
      'DELETE A',
      'DELETE resourceGroups',
      'DELETE roleAssignments',
    ]);
    expect(deletes).toHaveLength(4);
    expect(world.double.calls.length).toBe(18);
  });

  it('says what is in the way, in Azure’s words, and goes on when it is gone', async () => {
    const life = world.live();
    await life.create();
    world.double.knobs.locked.add(`berth-${infraId}`);
    const outcomes = [];
    for (let pass = 0; pass < 6; pass += 1) {
      const outcome = await life.destroyOnce();
      outcomes.push(outcome);
    }
    const blocked = outcomes.flatMap(({ failures }) => failures).find(({ step }) => step === 'resourceGroup');
    expect(blocked).toMatchObject({ kind: 'conflict', code: 'ScopeLocked' });
    world.double.knobs.locked.clear();
    await life.destroy();
    expect(world.double.census()).toEqual([]);
  });

  it('begins anew what Azure has given up', async () => {
    const life = world.live();
    await life.create();
    let isFailing = true;
    world.double.knobs.failOperation = (action) =>
      isFailing && action === 'DELETE resourceGroups'
        ? { code: 'ResourceGroupDeletionTimeout', message: 'Deletion did not end in time.' }
        : undefined;
    const outcomes = [];
    for (let pass = 0; pass < 12; pass += 1) {
      const outcome = await life.destroyOnce();
      outcomes.push(...outcome.failures.map(({ code }) => code));
    }
    expect(outcomes).toContain('ResourceGroupDeletionTimeout');
    isFailing = false;
    await life.destroy();
    expect(world.double.census()).toEqual([]);
  });

  it('of one cluster leaves another one in the same subscription as it was', async () => {
    const first = world.live(azureRequest());
    const second = world.live(azureRequest('bzzzzzzzzzzzz'));
    await first.create();
    await second.create();
    const before = world.double.census().filter((line) => line.includes('bzzzzzzzzzzzz'));
    await first.destroy();
    expect(world.double.census().filter((line) => line.includes(infraId))).toEqual([]);
    expect(world.double.census().filter((line) => line.includes('bzzzzzzzzzzzz'))).toEqual(before);
    expect(await second.check()).toMatchObject({ isComplete: true, repaired: [] });
  });

  it('keeps the record that says it is of another cluster', async () => {
    const life = world.live();
    await life.create();
    world.double.foreign.records('payments', 'other');
    await life.destroy();
    expect(world.double.census()).toEqual(['A *.apps.payments']);
  });
});
