import {
  AssociateRouteTableCommand,
  CreateRouteCommand,
  paginateDescribeRouteTables,
  ReplaceRouteCommand,
  ReplaceRouteTableAssociationCommand,
  type RouteTable,
} from '@aws-sdk/client-ec2';
import type { StepContext } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { unlessRefusedWith } from './errors.ts';
import { readTags } from './marks.ts';
import { type Ec2Type, queryOf, type Seen } from './resource-type.ts';

const everywhere = '0.0.0.0/0';

/** What traffic that leaves the VPC goes through. */
export type WayOut = { readonly NatGatewayId: string } | { readonly GatewayId: string };

export const listRouteTables: Ec2Type<RouteTable>['list'] = async ({ ec2 }, query) => {
  const seen: Seen<RouteTable>[] = [];
  for await (const page of paginateDescribeRouteTables({ client: ec2 }, queryOf(query, 'RouteTableIds')))
    for (const raw of page.RouteTables ?? [])
      seen.push({ id: raw.RouteTableId ?? '', tags: readTags(raw.Tags), raw });
  return seen;
};

const defaultRouteOf = (raw: RouteTable | undefined) =>
  raw?.Routes?.find(({ DestinationCidrBlock }) => DestinationCidrBlock === everywhere);

/** `missing`: there is none. `other`: it goes elsewhere, or nowhere. */
const stateOfWayOut = (raw: RouteTable | undefined, way: WayOut): 'right' | 'missing' | 'other' => {
  const route = defaultRouteOf(raw);
  if (route === undefined) return 'missing';
  const isRight =
    'NatGatewayId' in way ? route.NatGatewayId === way.NatGatewayId : route.GatewayId === way.GatewayId;
  return isRight && route.State !== 'blackhole' ? 'right' : 'other';
};

const isAssociated = (raw: RouteTable | undefined, subnetId: string): boolean =>
  raw?.Associations?.some(({ SubnetId }) => SubnetId === subnetId) ?? false;

/** What differs from the plan in routes and associations. */
export const routeDrift = (
  raw: RouteTable,
  way: WayOut | undefined,
  subnetIds: readonly string[],
): readonly string[] => {
  const state = way === undefined ? 'right' : stateOfWayOut(raw, way);
  return [
    ...(state === 'right'
      ? []
      : [`route ${everywhere} is ${state === 'missing' ? 'missing' : 'another one'}`]),
    ...subnetIds.filter((id) => !isAssociated(raw, id)).map((id) => `subnet ${id} does not use it`),
  ];
};

/** The default route as planned. */
export const settleWayOut = async (
  { ec2 }: AwsAccount,
  id: string,
  raw: RouteTable | undefined,
  way: WayOut,
): Promise<void> => {
  const state = stateOfWayOut(raw, way);
  const route = { RouteTableId: id, DestinationCidrBlock: everywhere, ...way };
  if (state === 'other') await ec2.send(new ReplaceRouteCommand(route));
  if (state !== 'missing') return;
  const outcome = await unlessRefusedWith(ec2.send(new CreateRouteCommand(route)), 'RouteAlreadyExists');
  if (outcome === 'refused') await ec2.send(new ReplaceRouteCommand(route));
};

/** A subnet has one table: when it is another one, it is exchanged. */
const associate = async (account: AwsAccount, id: string, subnetId: string): Promise<void> => {
  const { ec2 } = account;
  const outcome = await unlessRefusedWith(
    ec2.send(new AssociateRouteTableCommand({ RouteTableId: id, SubnetId: subnetId })),
    'Resource.AlreadyAssociated',
  );
  if (outcome === 'done') return;
  const tables = await listRouteTables(account, {
    Filters: [{ Name: 'association.subnet-id', Values: [subnetId] }],
  });
  const present = tables
    .flatMap(({ raw: { Associations = [] } }) => Associations)
    .find(({ SubnetId }) => SubnetId === subnetId);
  if (present === undefined || present.RouteTableId === id) return;
  await ec2.send(
    new ReplaceRouteTableAssociationCommand({
      RouteTableId: id,
      AssociationId: present.RouteTableAssociationId,
    }),
  );
};

export const settleAssociations = async (
  account: AwsAccount,
  step: StepContext,
  id: string,
  raw: RouteTable | undefined,
  subnetIds: readonly string[],
): Promise<void> => {
  for (const subnetId of subnetIds) {
    if (isAssociated(raw, subnetId)) continue;
    await step.assertHeld();
    await associate(account, id, subnetId);
  }
};
