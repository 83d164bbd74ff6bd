import { beforeEach, describe, expect, it } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import type { InfrastructureRequest } from '../../../../src/domain/infrastructure/infrastructure-plan.ts';
import type { AzurePlatform } from '../../../../src/domain/platforms/azure/azure-spec.ts';
import { azureManaged } from '../../../../src/domain/platforms/azure/plan/azure-plan.ts';
import { platformBlock } from '../../../../src/domain/platforms/platform-rules.ts';
import { azureRequest } from '../../../harness/azure/azure-requests.ts';
import { type AzureWorld, createAzureWorld, infraId } from './azure-world.ts';

let world: AzureWorld;
let theirs: string;

const placed = { location: 'westeurope' };

beforeEach(async () => {
  world = await createAzureWorld();
  theirs = `${world.subscription}/resourceGroups/theirs`;
  world.double.knobs.hasControllers = true;
  world.double.furnish(theirs, 'Microsoft.Resources/resourceGroups', placed);
  world.double.furnish(`${theirs}/providers/Microsoft.Compute/disks/data`, 'Microsoft.Compute/disks', placed);
});

const furnishNetwork = (): { vnetId: string; subnetId: string; securityGroupId: string } => {
  const provider = `${theirs}/providers/Microsoft.Network`;
  const securityGroupId = `${provider}/networkSecurityGroups/guard`;
  const vnetId = `${provider}/virtualNetworks/net`;
  const subnetId = `${vnetId}/subnets/machines`;
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
  return { vnetId, subnetId, securityGroupId };
};

const requestOf = (azure: Partial<AzurePlatform>, more: Partial<ClusterSpec> = {}): InfrastructureRequest => {
  const request = azureRequest();
  const block = platformBlock(request.spec, 'azure').azure;
  return {
    ...request,
    spec: { ...request.spec, ...more, platform: { type: 'azure', azure: { ...block, ...azure } } },
  };
};

const inTheirGroup = (): InfrastructureRequest => azureRequest(infraId, { resourceGroup: 'theirs' });

/** Made, lived in, taken away: nothing is left but what was there before. */
const liveIn = async (request: InfrastructureRequest) => {
  const before = world.double.census();
  const life = world.live(request);
  await life.create();
  world.double.advance(60);
  expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
  const made = world.double.census();
  const outputs = azureManaged.outputs(request, (step) => life.journal.get(step)?.externalId ?? 'nothing');
  world.double.advance(3600);
  await life.destroy();
  expect(world.double.census()).toEqual(before);
  return { made, outputs, life };
};

describe('in a group of the customer', () => {
  it('takes away the cluster’s own things one by one, and leaves the group with the rest', async () => {
    const { made } = await liveIn(inTheirGroup());
    expect(made).toEqual(
      expect.arrayContaining([
        `disks pvc-${infraId}`,
        `publicIPAddresses ${infraId}-service`,
        `loadBalancers ${infraId}-internal`,
        `virtualMachines ${infraId}-node`,
      ]),
    );
    expect(made.filter((line) => line.startsWith('resourceGroups'))).toEqual([]);
    expect(world.double.look(`${theirs}/providers/Microsoft.Compute/disks/data`)).toBeDefined();
  });

  it('leaves what carries the mark of another cluster', async () => {
    const disk = `${theirs}/providers/Microsoft.Compute/disks/pvc-other`;
    const tags = { 'kubernetes.io_cluster.other': 'owned', [`kubernetes.io_cluster.${infraId}x`]: 'owned' };
    world.double.furnish(disk, 'Microsoft.Compute/disks', { ...placed, tags });
    await liveIn(inTheirGroup());
    expect(world.double.look(disk)).toBeDefined();
  });

  it('waits for the machines before what they hang on, and says so', async () => {
    const life = world.live(inTheirGroup());
    await life.create();
    world.double.advance(3600);
    world.double.knobs.polls['virtualMachines'] = 5;
    await life.destroyOnce();
    const { waiting, failures } = await life.destroyOnce();
    expect(failures).toEqual([]);
    expect(waiting).toContainEqual({
      step: 'others/machines',
      seconds: 5,
      what: `${infraId}-node to be deleted`,
    });
    await life.destroy();
  });

  it('is not made when the group is not there', async () => {
    const outcome = await world.live(azureRequest(infraId, { resourceGroup: 'nowhere' })).check();
    expect(outcome.failures.map(({ step, kind }) => [step, kind])).toContainEqual([
      'resourceGroup',
      'invalid',
    ]);
    expect(world.writes()).toEqual([]);
  });
});

describe('in a network of the customer', () => {
  it('makes none, and gives the identities their roles there', async () => {
    const network = furnishNetwork();
    const before = JSON.stringify(world.double.look(network.vnetId));
    const { made, outputs } = await liveIn(azureRequest(infraId, { network }));
    expect(made.filter((line) => line.startsWith('virtualNetworks'))).toEqual([]);
    // Seven at the group, five at that of the network, one at that of the zone; that of the security group is the same.
    expect(made.filter((line) => line.startsWith('roleAssignments'))).toHaveLength(13);
    expect(outputs.azure).toMatchObject(network);
    expect(outputs.machineCidrs).toBeUndefined();
    expect(JSON.stringify(world.double.look(network.vnetId))).toBe(before);
  });

  it('and in a group of the customer as well', async () => {
    const network = furnishNetwork();
    await liveIn(azureRequest(infraId, { network, resourceGroup: 'theirs' }));
    expect(world.double.look(network.subnetId)).toBeDefined();
  });
});

describe('with private access', () => {
  it('has an identity more, and a subnet for links', async () => {
    const { made, outputs } = await liveIn(requestOf({ endpointAccess: 'private' }));
    expect(made).toContain('subnets private-link');
    expect(outputs.azure?.natSubnetId).toBe(`${world.networkThing('virtualNetworks')}/subnets/private-link`);
    expect(outputs.azure?.workloadIdentities?.controlPlaneOperator).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('with a key of a vault', () => {
  const keyed = requestOf(
    {},
    { encryption: { type: 'kms', azure: { keyUrl: 'https://payments.vault.azure.net/keys/etcd/1' } } },
  );
  const furnishVault = (name: string): string => {
    const id = `${theirs}/providers/Microsoft.KeyVault/vaults/${name}`;
    world.double.furnish(id, 'Microsoft.KeyVault/vaults', placed);
    return id;
  };

  it('finds the vault, lets an identity use it, and takes that away again', async () => {
    furnishVault('others');
    const vault = furnishVault('payments');
    const life = world.live(keyed);
    await life.create();
    const onVault = world.double.calls.filter(
      ({ action, path, status }) =>
        action === 'PUT roleAssignments' && path.startsWith(vault) && status === 201,
    );
    expect(onVault).toHaveLength(1);
    expect(JSON.stringify(onVault[0]?.body)).toContain('12338af0-0e69-4776-bea7-57ae8d297424');
    world.double.advance(3600);
    await life.destroy();
    expect(world.double.census()).toEqual([]);
  });

  it('says that there is no such vault', async () => {
    const life = world.live(keyed);
    let codes: readonly string[] = [];
    for (let pass = 0; pass < 10; pass += 1) {
      const outcome = await life.check();
      codes = outcome.failures.map(({ step, code }) => `${step} ${code}`);
      world.double.advance(10);
    }
    expect(codes).toEqual(['keyVault NotFound']);
  });
});
