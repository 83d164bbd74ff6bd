import { ReplaceRouteTableAssociationCommand, type RouteTable } from '@aws-sdk/client-ec2';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { instanceTag, readTags } from './marks.ts';
import type { Ec2Type } from './resource-type.ts';
import { createRouteTable, removeRouteTable } from './route-table.ts';
import { listRouteTables, routeDrift, settleAssociations, settleWayOut } from './routes.ts';

const mainOf = ({ Associations = [] }: RouteTable) => Associations.find(({ Main }) => Main === true);

const placesOf = (step: StepContext) => {
  const { vpcStep, internetGatewayStep, subnetSteps } = inputOf('publicRouteTable', step.planned);
  return {
    vpcId: step.idOf(vpcStep),
    way: { GatewayId: step.idOf(internetGatewayStep) },
    subnetIds: subnetSteps.map((id) => step.idOf(id)),
  };
};

const tablesOf = async (account: AwsAccount, vpcId: string): Promise<readonly RouteTable[]> =>
  (await listRouteTables(account, { Filters: [{ Name: 'vpc-id', Values: [vpcId] }] })).map(({ raw }) => raw);

/** Makes a table the main one of its VPC, which always has one. */
const makeMain = async (account: AwsAccount, vpcId: string, id: string): Promise<void> => {
  const main = (await tablesOf(account, vpcId)).flatMap((table) => mainOf(table) ?? [])[0];
  if (main === undefined || main.RouteTableId === id) return;
  await account.ec2.send(
    new ReplaceRouteTableAssociationCommand({
      AssociationId: main.RouteTableAssociationId,
      RouteTableId: id,
    }),
  );
};

/** The table that came with the VPC, and goes with it: it has no marks of ours, though the account may tag all that it has. */
const giveMainBack = async (account: AwsAccount, table: RouteTable): Promise<boolean> => {
  const main = mainOf(table);
  if (main === undefined) return true;
  const others = await tablesOf(account, table.VpcId ?? '');
  const strangers = others.filter(
    ({ RouteTableId, Tags }) =>
      RouteTableId !== table.RouteTableId && readTags(Tags)[instanceTag] === undefined,
  );
  const first = strangers.find(({ Tags = [] }) => Tags.length === 0) ?? strangers[0];
  if (first === undefined) return false;
  await account.ec2.send(
    new ReplaceRouteTableAssociationCommand({
      AssociationId: main.RouteTableAssociationId,
      RouteTableId: first.RouteTableId,
    }),
  );
  return true;
};

export const publicRouteTable: Ec2Type<RouteTable> = {
  type: 'publicRouteTable',
  family: 'routeTable',
  list: listRouteTables,
  create: createRouteTable((step) => inputOf('publicRouteTable', step.planned).vpcStep),
  drift: ({ step, raw }) => {
    const { way, subnetIds } = placesOf(step);
    const main = mainOf(raw) === undefined ? ['it is not the main table of the VPC'] : [];
    return [...main, ...routeDrift(raw, way, subnetIds)];
  },
  settle: async ({ account, step, id, raw }) => {
    const { vpcId, way, subnetIds } = placesOf(step);
    if (raw === undefined || mainOf(raw) === undefined) await makeMain(account, vpcId, id);
    await step.assertHeld();
    await settleWayOut(account, id, raw, way);
    await settleAssociations(account, step, id, raw, subnetIds);
    return 'done';
  },
  remove: async (removal) => {
    const { account, seen, assertHeld } = removal;
    // Without the first table it cannot go before the VPC, and goes with it.
    if (seen !== undefined && !(await giveMainBack(account, seen.raw))) return 'gone';
    await assertHeld();
    return removeRouteTable(removal);
  },
};
