import {
  AttachInternetGatewayCommand,
  CreateInternetGatewayCommand,
  DeleteInternetGatewayCommand,
  DetachInternetGatewayCommand,
  type InternetGateway,
  paginateDescribeInternetGateways,
} from '@aws-sdk/client-ec2';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext } from '../contract.ts';
import { unlessRefusedWith } from './errors.ts';
import { readTags } from './marks.ts';
import { type Ec2Type, idFrom, queryOf, type Seen, tagSpecifications } from './resource-type.ts';

const vpcOf = (step: StepContext): string => step.idOf(inputOf('internetGateway', step.planned).vpcStep);

const isAttached = (raw: InternetGateway | undefined, vpcId: string): boolean =>
  raw?.Attachments?.some(({ VpcId, State }) => VpcId === vpcId && State !== 'detached') ?? false;

export const internetGateway: Ec2Type<InternetGateway> = {
  type: 'internetGateway',
  list: async ({ ec2 }, query) => {
    const seen: Seen<InternetGateway>[] = [];
    const pages = paginateDescribeInternetGateways({ client: ec2 }, queryOf(query, 'InternetGatewayIds'));
    for await (const { InternetGateways = [] } of pages)
      for (const raw of InternetGateways)
        seen.push({ id: raw.InternetGatewayId ?? '', tags: readTags(raw.Tags), raw });
    return seen;
  },
  create: async ({ ec2 }, step) => {
    const answer = await ec2.send(
      new CreateInternetGatewayCommand({ TagSpecifications: tagSpecifications('internet-gateway', step) }),
    );
    return idFrom(answer.InternetGateway?.InternetGatewayId, 'CreateInternetGateway');
  },
  drift: ({ step, raw }) => (isAttached(raw, vpcOf(step)) ? [] : ['it is not attached to the VPC']),
  settle: async ({ account, step, id, raw }) => {
    const vpcId = vpcOf(step);
    if (isAttached(raw, vpcId)) return 'done';
    await unlessRefusedWith(
      account.ec2.send(new AttachInternetGatewayCommand({ InternetGatewayId: id, VpcId: vpcId })),
      'Resource.AlreadyAssociated',
    );
    return 'done';
  },
  remove: async ({ account, id, seen, assertHeld }) => {
    const { ec2 } = account;
    for (const { VpcId } of seen?.raw.Attachments ?? []) {
      await unlessRefusedWith(
        ec2.send(new DetachInternetGatewayCommand({ InternetGatewayId: id, VpcId })),
        'Gateway.NotAttached',
      );
      await assertHeld();
    }
    await ec2.send(new DeleteInternetGatewayCommand({ InternetGatewayId: id }));
    return 'gone';
  },
};
