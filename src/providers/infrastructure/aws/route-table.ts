import {
  CreateRouteTableCommand,
  DeleteRouteTableCommand,
  DisassociateRouteTableCommand,
  type RouteTable,
} from '@aws-sdk/client-ec2';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext } from '../contract.ts';
import { unlessMissing } from './errors.ts';
import { type Ec2Type, idFrom, type Removal, tagSpecifications } from './resource-type.ts';
import { listRouteTables, routeDrift, settleAssociations, settleWayOut, type WayOut } from './routes.ts';

export const createRouteTable =
  (vpcStepOf: (step: StepContext) => string): Ec2Type<RouteTable>['create'] =>
  async ({ ec2 }, step) => {
    const answer = await ec2.send(
      new CreateRouteTableCommand({
        VpcId: step.idOf(vpcStepOf(step)),
        TagSpecifications: tagSpecifications('route-table', step),
      }),
    );
    return idFrom(answer.RouteTable?.RouteTableId, 'CreateRouteTable');
  };

/** A table goes only when no subnet uses it. The main association is not taken off, only moved. */
export const removeRouteTable = async ({
  account,
  id,
  seen,
  assertHeld,
}: Removal<RouteTable>): Promise<'gone'> => {
  for (const { Main, RouteTableAssociationId } of seen?.raw.Associations ?? []) {
    if (Main === true) continue;
    await unlessMissing(
      account.ec2.send(new DisassociateRouteTableCommand({ AssociationId: RouteTableAssociationId })),
    );
    await assertHeld();
  }
  await account.ec2.send(new DeleteRouteTableCommand({ RouteTableId: id }));
  return 'gone';
};

const placesOf = (
  step: StepContext,
): { readonly way: WayOut | undefined; readonly subnetIds: readonly string[] } => {
  const { natGatewayStep, subnetSteps } = inputOf('routeTable', step.planned);
  return {
    way: natGatewayStep === undefined ? undefined : { NatGatewayId: step.idOf(natGatewayStep) },
    subnetIds: subnetSteps.map((id) => step.idOf(id)),
  };
};

/** Routes of private subnets. Without a way out the table is still theirs: else they would use the main one. */
export const routeTable: Ec2Type<RouteTable> = {
  type: 'routeTable',
  list: listRouteTables,
  create: createRouteTable((step) => inputOf('routeTable', step.planned).vpcStep),
  drift: ({ step, raw }) => {
    const { way, subnetIds } = placesOf(step);
    return routeDrift(raw, way, subnetIds);
  },
  settle: async ({ account, step, id, raw }) => {
    const { way, subnetIds } = placesOf(step);
    if (way !== undefined) await settleWayOut(account, id, raw, way);
    await settleAssociations(account, step, id, raw, subnetIds);
    return 'done';
  },
  remove: removeRouteTable,
};
