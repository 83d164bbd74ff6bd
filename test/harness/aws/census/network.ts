import type { MotoPlace } from '../moto-client.ts';
import { findAll, textAt, type XmlElement } from '../protocol/xml.ts';
import { describe } from '../strict/ec2/lookups.ts';
import { type Counted, counted, tagsOf } from './counted.ts';

type Describe = Parameters<typeof describe>[1];

interface Type {
  readonly type: string;
  readonly list: Describe;
  readonly id: string;
  /** Not put there by AWS, and not gone. */
  isOwn(item: XmlElement): boolean;
  parts?(item: XmlElement): readonly string[];
}

const isAlive = (item: XmlElement): boolean => textAt(item, 'state') !== 'deleted';

const routesOf = (table: XmlElement): readonly string[] =>
  findAll(table, 'routeSet', 'item')
    .filter((route) => textAt(route, 'gatewayId') !== 'local')
    .map((route) => {
      const target = ['natGatewayId', 'gatewayId', 'networkInterfaceId'].find(
        (field) => textAt(route, field) !== '',
      );
      const to = textAt(route, 'destinationCidrBlock') || textAt(route, 'destinationPrefixListId');
      return `route ${to.startsWith('pl-') ? 'prefix list' : to} ${textAt(route, target ?? '').replace(/-.*$/, '')}`;
    });

const isMain = (table: XmlElement): boolean =>
  findAll(table, 'associationSet', 'item').some((item) => textAt(item, 'main') === 'true');

const types: readonly Type[] = [
  {
    type: 'vpc',
    list: 'DescribeVpcs',
    id: 'vpcId',
    isOwn: (item) => textAt(item, 'isDefault') !== 'true',
  },
  {
    type: 'subnet',
    list: 'DescribeSubnets',
    id: 'subnetId',
    isOwn: (item) => textAt(item, 'defaultForAz') !== 'true',
  },
  {
    type: 'internetGateway',
    list: 'DescribeInternetGateways',
    id: 'internetGatewayId',
    isOwn: () => true,
    parts: (item) => findAll(item, 'attachmentSet', 'item').map(() => 'attached'),
  },
  { type: 'natGateway', list: 'DescribeNatGateways', id: 'natGatewayId', isOwn: isAlive },
  { type: 'address', list: 'DescribeAddresses', id: 'allocationId', isOwn: () => true },
  {
    type: 'routeTable',
    list: 'DescribeRouteTables',
    id: 'routeTableId',
    // A main table that somebody named is no longer AWS's own.
    isOwn: (item) => !isMain(item) || findAll(item, 'tagSet', 'item').length > 0,
    parts: (item) => [
      ...routesOf(item),
      ...findAll(item, 'associationSet', 'item').map((association) =>
        textAt(association, 'main') === 'true' ? 'main' : 'subnet',
      ),
    ],
  },
  { type: 'vpcEndpoint', list: 'DescribeVpcEndpoints', id: 'vpcEndpointId', isOwn: isAlive },
  {
    type: 'vpcEndpointService',
    list: 'DescribeVpcEndpointServiceConfigurations',
    id: 'serviceId',
    isOwn: () => true,
  },
  {
    type: 'securityGroup',
    list: 'DescribeSecurityGroups',
    id: 'groupId',
    isOwn: (item) => textAt(item, 'groupName') !== 'default',
  },
  {
    type: 'networkInterface',
    list: 'DescribeNetworkInterfaces',
    id: 'networkInterfaceId',
    isOwn: () => true,
  },
];

export const countNetwork = async (moto: MotoPlace): Promise<readonly Counted[]> => {
  const all: Counted[] = [];
  for (const { type, list, id, isOwn, parts } of types)
    for (const item of (await describe(moto, list)).filter(isOwn))
      all.push(
        counted(type, textAt(item, id), {
          ...(type === 'securityGroup' ? { name: textAt(item, 'groupName') } : {}),
          tags: tagsOf(findAll(item, 'tagSet', 'item')),
          ...(parts === undefined ? {} : { parts: parts(item) }),
        }),
      );
  return all;
};
