import { type Cidr, isCidr, overlapOf, parseCidr } from '../../../../src/domain/network/cidr.ts';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { refused } from '../arm/answer.ts';
import { objectIn, objectsIn, propertiesIn, textIn } from '../arm/fields.ts';
import { keyOf, parentIdOf } from '../arm/resource-id.ts';
import { cardsIn, childrenOf, nameOf, usersOf } from '../arm/things.ts';
import type { ArmThing, ArmWorld } from '../arm/world.ts';
import { type ArmKind, plainKind } from './kind.ts';

export const subnetType = 'Microsoft.Network/virtualNetworks/subnets';

const rangeOf = (text: unknown, what: string): Cidr => {
  const parsed = parseCidr(String(text ?? ''));
  if (!isCidr(parsed))
    throw refused(
      400,
      'InvalidCIDRNotation',
      `The address prefix ${text} of ${what} has an invalid CIDR notation.`,
    );
  return parsed;
};

const contains = (wide: Cidr, narrow: Cidr): boolean => {
  const shared = overlapOf(wide, narrow);
  return shared !== undefined && shared.prefix === narrow.prefix && wide.prefix <= narrow.prefix;
};

const prefixesOf = (vnet: JsonObject): readonly unknown[] => {
  const { addressPrefixes } = objectIn(propertiesIn(vnet), 'addressSpace');
  if (!Array.isArray(addressPrefixes) || addressPrefixes.length === 0)
    throw refused(400, 'InvalidRequestFormat', 'Cannot parse the request: the address space is missing.');
  return addressPrefixes;
};

/** Subnets lie in their network and not over each other. */
const assertRanges = (vnetName: string, vnet: JsonObject, subnets: readonly JsonObject[]): void => {
  const space = prefixesOf(vnet).map((prefix) => rangeOf(prefix, vnetName));
  const seen: { readonly name: string; readonly range: Cidr }[] = [];
  for (const subnet of subnets) {
    const name = textIn(subnet, 'name');
    if (name === undefined)
      throw refused(400, 'InvalidRequestFormat', 'Cannot parse the request: a subnet has no name.');
    const range = rangeOf(propertiesIn(subnet)['addressPrefix'], `subnet ${name}`);
    if (!space.some((wide) => contains(wide, range)))
      throw refused(
        400,
        'NetcfgSubnetRangeOutsideVnet',
        `Subnet '${name}' is not valid because its IP address range is outside the IP address range of virtual network '${vnetName}'.`,
      );
    const other = seen.find((earlier) => overlapOf(earlier.range, range) !== undefined);
    if (other !== undefined)
      throw refused(
        400,
        'NetcfgSubnetRangesOverlap',
        `Subnet '${name}' is not valid because its IP address range overlaps with that of an existing subnet '${other.name}'.`,
      );
    seen.push({ name, range });
  }
};

const assertUnused = (world: ArmWorld, subnet: ArmThing): void => {
  const [user] = usersOf(world, subnet.id);
  if (user !== undefined)
    throw refused(
      400,
      'InUseSubnetCannotBeDeleted',
      `Subnet ${nameOf(subnet)} is in use by ${user.id} and cannot be deleted.`,
    );
};

const subnetsOf = (world: ArmWorld, vnetId: string): readonly ArmThing[] =>
  childrenOf(world, vnetId, subnetType);

const usesOf = (world: ArmWorld, { id }: ArmThing): JsonObject => {
  const cards = cardsIn(world, id);
  return cards.length === 0 ? {} : { ipConfigurations: cards };
};

const inlineOf = (subnet: ArmThing): JsonObject => ({ name: nameOf(subnet), ...subnet.body });

export const virtualNetworks: ArmKind = plainKind('Microsoft.Network/virtualNetworks', {
  assertWrite: (world, { id, body }) => {
    const wanted = objectsIn(propertiesIn(body), 'subnets');
    assertRanges(id.split('/').at(-1) ?? '', body, wanted);
    // A PUT is the whole network: subnets that it does not name go.
    const names = wanted.map((subnet) => keyOf(textIn(subnet, 'name') ?? ''));
    for (const subnet of subnetsOf(world, id))
      if (!names.includes(keyOf(nameOf(subnet)))) assertUnused(world, subnet);
  },
  prepare: (_world, { body }) => {
    const { subnets: _, ...properties } = propertiesIn(body);
    return { ...body, properties };
  },
  stored: (world, vnet, written) => {
    const wanted = objectsIn(propertiesIn(written), 'subnets');
    const names = wanted.map((subnet) => keyOf(textIn(subnet, 'name') ?? ''));
    for (const { id } of subnetsOf(world, vnet.id))
      if (!names.includes(keyOf(id.split('/').at(-1) ?? ''))) world.things.delete(keyOf(id));
    for (const subnet of wanted) {
      const id = `${vnet.id}/subnets/${textIn(subnet, 'name')}`;
      const before = world.things.get(keyOf(id));
      world.things.set(keyOf(id), {
        id: before?.id ?? id,
        type: subnetType,
        body: { properties: propertiesIn(subnet) },
        madeAt: before?.madeAt ?? world.now(),
        etag: (before?.etag ?? 0) + 1,
        maker: before?.maker ?? vnet.maker,
      });
    }
  },
  properties: (world, vnet) => ({
    subnets: subnetsOf(world, vnet.id).map((subnet) => ({
      id: subnet.id,
      name: nameOf(subnet),
      properties: { ...propertiesIn(subnet.body), ...usesOf(world, subnet), provisioningState: 'Succeeded' },
    })),
  }),
  assertRemovable: (world, vnet) => {
    for (const subnet of subnetsOf(world, vnet.id)) assertUnused(world, subnet);
  },
});

export const subnets: ArmKind = plainKind(subnetType, {
  place: 'none',
  assertWrite: (world, { id, body }) => {
    const vnet = world.things.get(keyOf(parentIdOf(id)));
    if (vnet === undefined) return;
    const others = subnetsOf(world, vnet.id).filter((subnet) => keyOf(subnet.id) !== keyOf(id));
    assertRanges(nameOf(vnet), vnet.body, [
      ...others.map(inlineOf),
      { name: id.split('/').at(-1) ?? '', ...body },
    ]);
  },
  properties: usesOf,
  assertRemovable: assertUnused,
});
