import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { refused } from '../arm/answer.ts';
import { objectIn, objectsIn, propertiesIn, textIn } from '../arm/fields.ts';
import { isWithin, keyOf } from '../arm/resource-id.ts';
import { cardsIn, referencesOf, usersOf } from '../arm/things.ts';
import type { ArmThing, ArmWorld } from '../arm/world.ts';
import { type ArmKind, plainKind } from './kind.ts';

const refuseWhenUsed =
  (status: number, code: string) =>
  (world: ArmWorld, thing: ArmThing): void => {
    const [user] = usersOf(world, thing.id);
    if (user !== undefined)
      throw refused(status, code, `${thing.id} can not be deleted since it is still used by ${user.id}.`);
  };

export const networkSecurityGroups = plainKind('Microsoft.Network/networkSecurityGroups', {
  assertRemovable: refuseWhenUsed(400, 'InUseNetworkSecurityGroupCannotBeDeleted'),
});

const skuOf = (body: JsonObject | undefined): string => textIn(objectIn(body, 'sku'), 'name') ?? 'Basic';

export const publicIPAddresses = plainKind('Microsoft.Network/publicIPAddresses', {
  assertWrite: (_world, { body }) => {
    if (skuOf(body) === 'Standard' && propertiesIn(body)['publicIPAllocationMethod'] !== 'Static')
      throw refused(
        400,
        'StandardSkuPublicIPAddressesMustBeStatic',
        'Standard sku publicIp must have AllocationMethod set to Static.',
      );
  },
  properties: (world, thing) => {
    const [user] = usersOf(world, thing.id);
    const frontend = objectsIn(propertiesIn(user?.body), 'frontendIPConfigurations').find((part) =>
      referencesOf(part).includes(keyOf(thing.id)),
    );
    return {
      ipAddress: '203.0.113.10',
      ...(user === undefined || frontend === undefined
        ? {}
        : { ipConfiguration: { id: `${user.id}/frontendIPConfigurations/${frontend['name']}` } }),
    };
  },
  assertRemovable: refuseWhenUsed(400, 'PublicIPAddressCannotBeDeleted'),
});

const partLists = [
  'frontendIPConfigurations',
  'backendAddressPools',
  'probes',
  'outboundRules',
  'loadBalancingRules',
  'inboundNatRules',
];

const assertFrontend = (world: ArmWorld, id: string, sku: string, frontend: JsonObject): void => {
  const address = textIn(objectIn(propertiesIn(frontend), 'publicIPAddress'), 'id');
  if (address === undefined) return;
  const user = usersOf(world, address).find((other) => keyOf(other.id) !== keyOf(id));
  if (user !== undefined)
    throw refused(
      400,
      'PublicIPAddressInUse',
      `Resource ${address} is already allocated to resource ${user.id}.`,
    );
  if (skuOf(world.things.get(keyOf(address))?.body) !== sku)
    throw refused(
      400,
      'DifferentSkuLoadBalancersAndPublicIPAddressNotAllowed',
      `Load balancer ${id} and public IP address ${address} have different skus.`,
    );
};

/** Parts that the body leaves out go with the PUT, unless a network card is in one. */
const assertDroppedParts = (world: ArmWorld, found: ArmThing, body: JsonObject): void => {
  for (const list of partLists) {
    const kept = objectsIn(propertiesIn(body), list).map((part) => textIn(part, 'name'));
    for (const part of objectsIn(propertiesIn(found.body), list)) {
      const partId = `${found.id}/${list}/${part['name']}`;
      const user = usersOf(world, partId).find(({ id }) => !isWithin(id, found.id));
      if (!kept.includes(textIn(part, 'name')) && user !== undefined)
        throw refused(
          400,
          'InUseBackendAddressPoolCannotBeDeleted',
          `Cannot remove ${partId} because it is in use by ${user.id}.`,
        );
    }
  }
};

export const loadBalancers: ArmKind = plainKind('Microsoft.Network/loadBalancers', {
  assertWrite: (world, { id, body, found }) => {
    for (const list of partLists)
      for (const part of objectsIn(propertiesIn(body), list))
        if (textIn(part, 'name') === undefined)
          throw refused(
            400,
            'InvalidRequestFormat',
            `Cannot parse the request: an entry of ${list} has no name.`,
          );
    for (const frontend of objectsIn(propertiesIn(body), 'frontendIPConfigurations'))
      assertFrontend(world, id, skuOf(body), frontend);
    if (found !== undefined) assertDroppedParts(world, found, body);
  },
  properties: (world, thing) =>
    Object.fromEntries(
      partLists.map((list) => [
        list,
        objectsIn(propertiesIn(thing.body), list).map((part) => {
          const id = `${thing.id}/${list}/${part['name']}`;
          const cards = list === 'backendAddressPools' ? cardsIn(world, id) : [];
          return {
            ...part,
            id,
            properties: {
              provisioningState: 'Succeeded',
              ...propertiesIn(part),
              ...(cards.length === 0 ? {} : { backendIPConfigurations: cards }),
            },
          };
        }),
      ]),
    ),
});

/** What Berth makes none of: machines of a cluster, what hangs on them, vaults of the customer. */
export const machineKinds: readonly ArmKind[] = [
  plainKind('Microsoft.Network/networkInterfaces', { assertRemovable: refuseWhenUsed(400, 'NicInUse') }),
  plainKind('Microsoft.Compute/virtualMachines'),
  plainKind('Microsoft.Compute/disks', { assertRemovable: refuseWhenUsed(409, 'OperationNotAllowed') }),
  plainKind('Microsoft.Network/privateLinkServices', {
    assertRemovable: refuseWhenUsed(400, 'PrivateLinkServiceCannotBeDeleted'),
  }),
  plainKind('Microsoft.Network/privateEndpoints'),
  plainKind('Microsoft.Storage/storageAccounts', { pace: 'sync' }),
  plainKind('Microsoft.KeyVault/vaults', { pace: 'sync' }),
];
