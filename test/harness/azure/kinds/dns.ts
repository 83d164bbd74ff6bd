import { refused } from '../arm/answer.ts';
import { objectIn, propertiesIn, textIn } from '../arm/fields.ts';
import { keyOf, parentIdOf } from '../arm/resource-id.ts';
import { childrenOf, nameOf, referencesOf } from '../arm/things.ts';
import { type ArmKind, plainKind } from './kind.ts';

export const recordTypes = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT'] as const;

const linkType = 'Microsoft.Network/privateDnsZones/virtualNetworkLinks';

const privateDnsZones: ArmKind = plainKind('Microsoft.Network/privateDnsZones', {
  place: 'global',
  pace: 'empty',
  properties: (world, zone) => ({ numberOfVirtualNetworkLinks: childrenOf(world, zone.id, linkType).length }),
  assertRemovable: (world, zone) => {
    const [link] = childrenOf(world, zone.id, linkType);
    if (link !== undefined)
      throw refused(
        409,
        'CannotDeleteResource',
        `Cannot delete resource while nested resources exist. Some existing nested resource IDs include: '${link.id}'. Please delete all nested resources before deleting this resource.`,
      );
  },
});

const virtualNetworkLinks: ArmKind = plainKind(linkType, {
  place: 'global',
  pace: 'empty',
  assertWrite: (world, { id, body, found }) => {
    const network = textIn(objectIn(propertiesIn(body), 'virtualNetwork'), 'id');
    if (network === undefined)
      throw refused(400, 'BadRequest', 'The virtual network of the link is missing.');
    if (found !== undefined && !referencesOf(found.body).includes(keyOf(network)))
      throw refused(409, 'Conflict', 'The virtual network of a link cannot be changed.');
    const other = childrenOf(world, parentIdOf(id), linkType).find(
      (link) => keyOf(link.id) !== keyOf(id) && referencesOf(link.body).includes(keyOf(network)),
    );
    if (other !== undefined)
      throw refused(
        409,
        'Conflict',
        `The virtual network is already linked to the zone by '${nameOf(other)}'.`,
      );
  },
  properties: () => ({ virtualNetworkLinkState: 'Completed' }),
});

const recordKind = (zoneType: string, recordType: string): ArmKind => ({
  type: `Microsoft.Network/${zoneType}/${recordType}`,
  place: 'none',
  pace: 'sync',
  hasState: true,
  properties: (world, record) => ({
    fqdn: `${nameOf(record)}.${nameOf(world.things.get(keyOf(parentIdOf(record.id))) ?? record)}.`,
  }),
  assertRemovable: (_world, record) => {
    if (nameOf(record) === '@' && ['NS', 'SOA'].includes(recordType))
      throw refused(
        400,
        'BadRequest',
        `Record sets of type '${recordType}' at the zone apex cannot be deleted.`,
      );
  },
});

export const dnsKinds: readonly ArmKind[] = [
  privateDnsZones,
  virtualNetworkLinks,
  { type: 'Microsoft.Network/dnsZones', place: 'global', pace: 'sync', hasState: false },
  ...['dnsZones', 'privateDnsZones'].flatMap((zoneType) =>
    recordTypes.map((recordType) => recordKind(zoneType, recordType)),
  ),
];
