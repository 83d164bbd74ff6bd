import {
  CreateNatGatewayCommand,
  DeleteNatGatewayCommand,
  type NatGateway,
  paginateDescribeNatGateways,
} from '@aws-sdk/client-ec2';
import { infraIdTag } from '../../../domain/platforms/aws/plan/plan-frame.ts';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { toCloudError } from './errors.ts';
import { readTags } from './marks.ts';
import {
  type Ec2Type,
  idFrom,
  type Query,
  type Seen,
  tagFilter,
  tagSpecifications,
} from './resource-type.ts';

/** Seconds until the first look at one that comes (about 100 s) or goes (about a minute), and between the next ones. */
const firstPoll = 30;
const poll = 10;

const present: readonly string[] = ['pending', 'available', 'deleting'];

/** All of them, gone ones too: those are listed for an hour. This list takes `Filter`, not `Filters`. */
const listAll = async ({ ec2 }: AwsAccount, query: Query): Promise<readonly Seen<NatGateway>[]> => {
  const seen: Seen<NatGateway>[] = [];
  const input = 'ids' in query ? { NatGatewayIds: query.ids } : { Filter: query.Filters };
  for await (const { NatGateways = [] } of paginateDescribeNatGateways({ client: ec2 }, input))
    for (const raw of NatGateways) seen.push({ id: raw.NatGatewayId ?? '', tags: readTags(raw.Tags), raw });
  return seen;
};

/** Milliseconds for which the reason why one did not come up is told, before another is tried. */
const tellFailureFor = 300_000;

/** AWS takes the call, and says some seconds later that it came to nothing; it forgets the failed one by itself. */
const refuseAgain = async (account: AwsAccount, { request, planned }: StepContext): Promise<void> => {
  const all = await account.remembered(`natGateways of any state ${request.infraId}`, () =>
    listAll(account, { Filters: [tagFilter(infraIdTag, request.infraId)] }),
  );
  const failed = all.find(
    ({ tags, raw }) =>
      raw.State === 'failed' &&
      tags['Name'] === planned.name &&
      Date.now() - (raw.CreateTime?.getTime() ?? 0) < tellFailureFor,
  );
  if (failed === undefined) return;
  const { FailureCode = 'Failed', FailureMessage = '' } = failed.raw;
  const told = { name: FailureCode, $metadata: { httpStatusCode: 400 } };
  throw toCloudError(Object.assign(new Error(FailureMessage), told), true);
};

export const natGateway: Ec2Type<NatGateway> = {
  type: 'natGateway',
  list: async (account, query) =>
    (await listAll(account, query)).filter(({ raw }) => present.includes(raw.State ?? '')),
  isGoing: ({ State }) => State === 'deleting',
  create: async (account, step) => {
    const { subnetStep, addressStep } = inputOf('natGateway', step.planned);
    await refuseAgain(account, step);
    const answer = await account.ec2.send(
      new CreateNatGatewayCommand({
        SubnetId: step.idOf(subnetStep),
        AllocationId: step.idOf(addressStep),
        ClientToken: step.clientToken,
        TagSpecifications: tagSpecifications('natgateway', step),
      }),
    );
    return idFrom(answer.NatGateway?.NatGatewayId, 'CreateNatGateway');
  },
  settle: async ({ step, raw }) => {
    if (raw?.State === 'available') return 'done';
    return {
      againInSeconds: raw === undefined ? firstPoll : poll,
      waitingFor: `${step.planned.name} to be available`,
    };
  },
  remove: async ({ account, id, seen }) => {
    // One that no list shows and that cannot be looked at has gone, or was never there.
    if (seen === undefined) return 'gone';
    const isGoing = seen.raw.State === 'deleting';
    if (!isGoing) await account.ec2.send(new DeleteNatGatewayCommand({ NatGatewayId: id }));
    return { againInSeconds: isGoing ? poll : firstPoll, waitingFor: `NAT gateway ${id} to be gone` };
  },
};
