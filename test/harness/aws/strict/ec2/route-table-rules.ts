import { Refusal } from '../../protocol/aws-answer.ts';
import { findAll, textAt, type XmlElement } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { dependencyViolation, describe } from './lookups.ts';
import { stateOfNat } from './nat-life.ts';

const associationsOf = (table: XmlElement): readonly XmlElement[] => findAll(table, 'associationSet', 'item');

const isMain = (association: XmlElement): boolean => textAt(association, 'main') === 'true';

const refuseRouteToNat = (id: string, { estate, knobs, now }: Scene): void => {
  const nat = estate.nats.get(id);
  if (nat === undefined || stateOfNat(nat, now(), knobs) !== 'available')
    throw new Refusal('InvalidNatGatewayID.NotFound', `The natGateway ID '${id}' does not exist`);
};

/** The main table stays, a subnet has one table, and a route leads to something: moto lets all of it pass. */
export const routeTableRules: StrictRule = {
  before: {
    'ec2:DeleteRouteTable': async ({ parameters }, { moto }) => {
      const id = parameters.get('RouteTableId') ?? '';
      const [table] = await describe(moto, 'DescribeRouteTables', { 'route-table-id': id });
      if (table !== undefined && associationsOf(table).some(isMain))
        throw dependencyViolation(`The routeTable '${id}'`);
    },
    'ec2:AssociateRouteTable': async ({ parameters }, { moto }) => {
      const id = parameters.get('RouteTableId') ?? '';
      const subnetId = parameters.get('SubnetId') ?? '';
      const [subnet] = await describe(moto, 'DescribeSubnets', { 'subnet-id': subnetId });
      const tables = await describe(moto, 'DescribeRouteTables');
      const table = tables.find((item) => textAt(item, 'routeTableId') === id);
      if (subnet === undefined || table === undefined) return;
      if (textAt(subnet, 'vpcId') !== textAt(table, 'vpcId'))
        throw new Refusal(
          'InvalidParameterValue',
          `Route table ${id} and subnet ${subnetId} belong to different networks`,
        );
      const held = tables.find((item) =>
        associationsOf(item).some((association) => textAt(association, 'subnetId') === subnetId),
      );
      if (held !== undefined && held !== table)
        throw new Refusal(
          'Resource.AlreadyAssociated',
          `the specified association for route table ${id} conflicts with an existing association`,
        );
    },
    'ec2:DisassociateRouteTable': async ({ parameters }, { moto }) => {
      const id = parameters.get('AssociationId') ?? '';
      const main = (await describe(moto, 'DescribeRouteTables'))
        .flatMap(associationsOf)
        .find((association) => isMain(association) && textAt(association, 'routeTableAssociationId') === id);
      if (main !== undefined)
        throw new Refusal(
          'InvalidParameterValue',
          `cannot disassociate the main route table association ${id}`,
        );
    },
    'ec2:CreateRoute': ({ parameters }, scene) => {
      const nat = parameters.get('NatGatewayId');
      if (nat !== null) refuseRouteToNat(nat, scene);
    },
    'ec2:ReplaceRoute': ({ parameters }, scene) => {
      const nat = parameters.get('NatGatewayId');
      if (nat !== null) refuseRouteToNat(nat, scene);
    },
  },
};
