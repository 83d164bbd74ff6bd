import {
  CreateVpcEndpointCommand,
  DeleteVpcEndpointsCommand,
  ModifyVpcEndpointCommand,
  paginateDescribeVpcEndpoints,
  type UnsuccessfulItem,
  type VpcEndpoint,
} from '@aws-sdk/client-ec2';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext } from '../contract.ts';
import { toCloudError } from './errors.ts';
import { readTags } from './marks.ts';
import {
  type Ec2Resource,
  type Ec2Type,
  idFrom,
  queryOf,
  type Seen,
  tagSpecifications,
} from './resource-type.ts';

/** Some calls for many things answer 200 and list what did not go. */
export const throwUnsuccessful = (items: readonly UnsuccessfulItem[] | undefined): void => {
  const [first] = items ?? [];
  if (first === undefined) return;
  const { Code = 'Unsuccessful', Message = '' } = first.Error ?? {};
  throw toCloudError(
    Object.assign(new Error(Message), { name: Code, $metadata: { httpStatusCode: 400 } }),
    true,
  );
};

/** Endpoints of any kind; the removed ones are listed for a while. */
export const vpcEndpoint: Ec2Resource<VpcEndpoint> = {
  list: async ({ ec2 }, query) => {
    const seen: Seen<VpcEndpoint>[] = [];
    for await (const page of paginateDescribeVpcEndpoints({ client: ec2 }, queryOf(query, 'VpcEndpointIds')))
      for (const raw of page.VpcEndpoints ?? [])
        if (!/^delet/i.test(raw.State ?? ''))
          seen.push({ id: raw.VpcEndpointId ?? '', tags: readTags(raw.Tags), raw });
    return seen;
  },
  remove: async ({ account, id }) => {
    const answer = await account.ec2.send(new DeleteVpcEndpointsCommand({ VpcEndpointIds: [id] }));
    throwUnsuccessful(answer.Unsuccessful);
    return 'gone';
  },
};

const tablesOf = (step: StepContext): readonly string[] =>
  inputOf('gatewayEndpoint', step.planned).routeTableSteps.map((id) => step.idOf(id));

const missingTables = (raw: VpcEndpoint, step: StepContext): readonly string[] =>
  tablesOf(step).filter((id) => !raw.RouteTableIds?.includes(id));

/** Way to S3 that does not go through a NAT gateway: images are pulled from there. */
export const gatewayEndpoint: Ec2Type<VpcEndpoint> = {
  ...vpcEndpoint,
  type: 'gatewayEndpoint',
  create: async ({ ec2 }, step) => {
    const { vpcStep, service } = inputOf('gatewayEndpoint', step.planned);
    const answer = await ec2.send(
      new CreateVpcEndpointCommand({
        VpcEndpointType: 'Gateway',
        VpcId: step.idOf(vpcStep),
        ServiceName: service,
        RouteTableIds: [...tablesOf(step)],
        ClientToken: step.clientToken,
        TagSpecifications: tagSpecifications('vpc-endpoint', step),
      }),
    );
    return idFrom(answer.VpcEndpoint?.VpcEndpointId, 'CreateVpcEndpoint');
  },
  drift: ({ step, raw }) => missingTables(raw, step).map((id) => `route table ${id} does not know it`),
  settle: async ({ account, step, id, raw }) => {
    const missing = raw === undefined ? [] : missingTables(raw, step);
    if (missing.length === 0) return 'done';
    await account.ec2.send(
      new ModifyVpcEndpointCommand({ VpcEndpointId: id, AddRouteTableIds: [...missing] }),
    );
    return 'done';
  },
};
