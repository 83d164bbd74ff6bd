import { type AwsCall, listOf } from '../../protocol/aws-call.ts';
import { findAll, textAt } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';

const routesTo = (endpoint: string, table: Parameters<typeof findAll>[0]) =>
  findAll(table, 'routeSet', 'item').filter((route) => textAt(route, 'gatewayId') === endpoint);

/** A gateway endpoint is a route in each of its tables. Moto notes tables that come later without one, and cannot delete it then. */
const followTables = async ({ parameters }: AwsCall, _answer: unknown, { moto }: Scene): Promise<void> => {
  const endpoint = parameters.get('VpcEndpointId') ?? '';
  const tables = await describe(moto, 'DescribeRouteTables');
  const known = tables.flatMap((table) => routesTo(endpoint, table))[0];
  const to = { DestinationPrefixListId: textAt(known, 'destinationPrefixListId') };
  for (const id of listOf(parameters, 'AddRouteTableId')) {
    const table = tables.find((candidate) => textAt(candidate, 'routeTableId') === id);
    if (table === undefined || routesTo(endpoint, table).length > 0) continue;
    await moto.query('ec2', 'CreateRoute', { RouteTableId: id, GatewayId: endpoint, ...to });
  }
  for (const id of listOf(parameters, 'RemoveRouteTableId'))
    await moto.query('ec2', 'DeleteRoute', { RouteTableId: id, ...to });
};

export const endpointRouteRules: StrictRule = { after: { 'ec2:ModifyVpcEndpoint': followTables } };
