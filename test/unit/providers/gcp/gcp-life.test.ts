import { beforeEach, describe, expect, it } from 'vitest';
import { gcpManaged } from '../../../../src/domain/platforms/gcp/plan/plan.ts';
import { destroyInfrastructure } from '../../../../src/providers/infrastructure/engine/destroy.ts';
import { gcpRequest } from '../../../harness/gcp/gcp-requests.ts';
import { accountPath, createGcpWorld, poolPath } from './gcp-world.ts';

let world: ReturnType<typeof createGcpWorld>;

beforeEach(() => {
  world = createGcpWorld();
});

const description =
  'berth-instance=prod berth-tenant=ten_01jzc8w2q5e8rv9n3k7m4x6t0d berth-cluster=cl_b2c3d4e5f6g7h berth-created-at=1796083200 berth-infra=b2c3d4e5f6g7h';

describe('making', () => {
  it('makes network and identities as the command line of HyperShift does, marked as ours', async () => {
    const life = await world.live();
    expect(await life.create()).toMatchObject({ isComplete: true, failures: [] });
    const network = 'projects/acme-clusters/global/networks/b2c3d4e5f6g7h-network';
    expect(world.dataOf('b2c3d4e5f6g7h-network')).toEqual({
      name: 'b2c3d4e5f6g7h-network',
      description,
      autoCreateSubnetworks: false,
      routingConfig: { routingMode: 'REGIONAL' },
    });
    expect(world.dataOf('b2c3d4e5f6g7h-allow-kubelet')).toEqual({
      name: 'b2c3d4e5f6g7h-allow-kubelet',
      description,
      network,
      direction: 'INGRESS',
      sourceRanges: ['10.0.0.0/8'],
      allowed: [{ IPProtocol: 'tcp', ports: ['10250'] }],
    });
    expect(world.dataOf('b2c3d4e5f6g7h-subnet')).toEqual({
      name: 'b2c3d4e5f6g7h-subnet',
      description,
      network,
      ipCidrRange: '10.0.0.0/24',
      privateIpGoogleAccess: true,
    });
    expect(world.dataOf('b2c3d4e5f6g7h-router')).toEqual({
      name: 'b2c3d4e5f6g7h-router',
      description,
      network,
      nats: [
        {
          name: 'b2c3d4e5f6g7h-nat',
          natIpAllocateOption: 'AUTO_ONLY',
          sourceSubnetworkIpRangesToNat: 'LIST_OF_SUBNETWORKS',
          subnetworks: [
            {
              name: 'projects/acme-clusters/regions/europe-west1/subnetworks/b2c3d4e5f6g7h-subnet',
              sourceIpRangesToNat: ['ALL_IP_RANGES'],
            },
          ],
        },
      ],
    });
    expect(world.gcp.world.identities.get(`${poolPath}/providers/b2c3d4e5f6g7h-k8s-provider`)?.data).toEqual({
      displayName: 'b2c3d4e5f6g7h-k8s-provider',
      description,
      disabled: false,
      attributeMapping: { 'google.subject': 'assertion.sub' },
      oidc: {
        issuerUri: 'https://oidc.example.org/b2c3d4e5f6g7h',
        allowedAudiences: ['openshift'],
        jwksJson: '{"keys":[{"kid":"one"}]}',
      },
    });
    expect(world.gcp.world.policies.get(`iam ${accountPath('image-registry')}`)?.bindings).toEqual([
      {
        role: 'roles/iam.workloadIdentityUser',
        members: ['cluster-image-registry-operator', 'registry'].map(
          (name) =>
            `principal://iam.googleapis.com/projects/123456789012/locations/global/workloadIdentityPools/b2c3d4e5f6g7h-wi-pool/subject/system:serviceaccount:openshift-image-registry:${name}`,
        ),
      },
    ]);
  });

  it('knows the project’s number and a zone of the region afterwards', async () => {
    const life = await world.live();
    await life.create();
    const outputs = gcpManaged.outputs(gcpRequest(), (step) => life.journal.get(step)?.externalId ?? '');
    expect(outputs.gcp?.workloadIdentity.projectNumber).toBe('123456789012');
    expect(outputs.gcp?.zones).toEqual(['europe-west1-b']);
  });

  it('takes no more calls than it did: 67 to make, 21 to look, 101 to take away, none for what is settled', async () => {
    const life = await world.live();
    await life.create();
    expect(world.gcp.log.length).toBe(67);
    world.gcp.log.length = 0;
    await life.create();
    expect(world.gcp.log.length).toBe(0);
    expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
    expect(world.gcp.log.length).toBe(21);
    expect(world.writes()).toEqual([]);
    world.advance(100);
    world.gcp.log.length = 0;
    await (await world.live(gcpRequest(), life.journal, 'destroy')).destroy();
    expect(world.gcp.log.length).toBe(101);
  });

  it('refuses a project that has another number than the spec says', async () => {
    const life = await world.live(
      gcpRequest('b2c3d4e5f6g7h', { infrastructure: { mode: 'managed', projectNumber: '42' } }),
    );
    const outcome = await life.check();
    expect(outcome.failures.map(({ step, kind, message }) => [step, kind, message])).toContainEqual([
      'project',
      'invalid',
      'Project acme-clusters has the number 123456789012, not 42.',
    ]);
    expect(world.gcp.census().filter((line) => line.startsWith('serviceAccounts'))).toEqual([]);
  });

  it('waits for slow operations, and says for what', async () => {
    world.gcp.knobs.operationSeconds = (type, target) =>
      type === 'insert' && target.includes('/networks/') ? 300 : 1;
    const life = await world.live();
    const first = await life.check();
    expect(first.waiting).toContainEqual({
      step: 'network',
      seconds: 5,
      what: 'b2c3d4e5f6g7h-network to be ready',
    });
    const started = world.now();
    await life.create();
    expect((world.now() - started) / 1000).toBeGreaterThan(290);
  });

  it('brings the keys of the issuer along when they are rotated', async () => {
    const life = await world.live();
    await life.create();
    world.gcp.log.length = 0;
    const rotated = await world.live(
      { ...gcpRequest(), jwks: { keys: [{ kid: 'two' }, { kid: 'one' }] } },
      life.journal,
    );
    await rotated.create();
    expect(world.writes()).toEqual([`PATCH iam ${poolPath}/providers/b2c3d4e5f6g7h-k8s-provider`]);
    expect(
      world.gcp.world.identities.get(`${poolPath}/providers/b2c3d4e5f6g7h-k8s-provider`)?.data,
    ).toMatchObject({
      oidc: { jwksJson: '{"keys":[{"kid":"two"},{"kid":"one"}]}' },
    });
  });
});

describe('taking away', () => {
  it('leaves nothing of ours, with what controllers have made, and everything of others', async () => {
    world.gcp.knobs.hasControllers = true;
    world.gcp.add('projects/acme-clusters/global/networks/default', {});
    world.gcp.add('projects/acme-clusters/zones/europe-west1-b/instances/theirs', {
      networkInterfaces: [{ network: 'projects/acme-clusters/global/networks/default' }],
    });
    const before = world.gcp.census();
    const life = await world.live();
    await life.create();
    world.advance(10);
    expect(world.gcp.census()).toEqual(
      expect.arrayContaining([
        'buckets b2c3d4e5f6g7h-image-registry-europe-west1',
        'disks pvc-b2c3d4e5f6g7h',
        'forwardingRules psc-b2c3d4e5f6g7h',
        'instances b2c3d4e5f6g7h-node',
        'managedZones private-b2c3d4e5f6g7h',
        'routes pods-b2c3d4e5f6g7h',
        'snapshots snap-b2c3d4e5f6g7h',
      ]),
    );
    const end = await world.live(gcpRequest(), life.journal, 'destroy');
    await end.destroy();
    expect(world.gcp.census()).toEqual(before);
  });

  it('says what is in the way, in the cloud’s words, and goes on when it is gone', async () => {
    const life = await world.live();
    await life.create();
    world.advance(100);
    const foreign = 'projects/acme-clusters/regions/europe-west1/vpnGateways/theirs';
    world.gcp.add(foreign, { network: 'projects/acme-clusters/global/networks/b2c3d4e5f6g7h-network' });
    let outcome = await destroyInfrastructure(life.pass());
    for (let pass = 0; pass < 30 && outcome.failures.length === 0; pass += 1) {
      world.advance(outcome.againInSeconds ?? 1);
      outcome = await destroyInfrastructure(life.pass());
    }
    expect(outcome.failures).toEqual([
      {
        step: 'network',
        kind: 'conflict',
        code: 'resourceInUseByAnotherResource',
        message: `The resource 'projects/acme-clusters/global/networks/b2c3d4e5f6g7h-network' is already being used by '${foreign}'`,
      },
    ]);
    world.gcp.world.resources.delete(foreign);
    await life.destroy();
    expect(world.gcp.census()).toEqual([]);
  });

  it('does not touch what has the name of ours and is somebody else’s', async () => {
    world.gcp.add(world.path('networks', 'b2c3d4e5f6g7h-network'), { description: 'mine' });
    world.gcp.world.accounts.set(accountPath('gcp-pd-csi'), {
      path: accountPath('gcp-pd-csi'),
      data: { email: 'x', uniqueId: '1', description: description.replace('cl_b2c3d4e5f6g7h', 'cl_other') },
      createdAt: world.now(),
    });
    const before = world.gcp.census();
    const life = await world.live();
    const outcome = await life.check();
    expect(outcome.failures.map(({ step, kind }) => [step, kind])).toContainEqual(['network', 'foreign']);
    await life.destroy();
    expect(world.gcp.census()).toEqual(before);
  });

  it('leaves a thing that took the place of ours, though its path is the recorded one', async () => {
    const life = await world.live();
    await life.create();
    world.advance(100);
    const path = world.path('firewalls', 'b2c3d4e5f6g7h-allow-kubelet');
    world.gcp.world.resources.delete(path);
    world.gcp.add(path, { description: 'of somebody else' });
    const end = await world.live(gcpRequest(), life.journal, 'destroy');
    await end.destroy();
    expect(world.gcp.census()).toEqual(['firewalls b2c3d4e5f6g7h-allow-kubelet']);
  });

  it('of one cluster leaves another one in the same project as it was', async () => {
    const first = await world.live(gcpRequest('b2c3d4e5f6g7h'));
    const second = await world.live(gcpRequest('bzzzzzzzzzzzz'));
    await first.create();
    await second.create();
    const before = world.gcp.census().filter((line) => line.includes('bzzzzzzzzzzzz'));
    await first.destroy();
    expect(world.gcp.census()).toEqual(before);
    expect(await second.check()).toMatchObject({ isComplete: true, repaired: [] });
  });
});
