import { CreateTagsCommand, type Subnet } from '@aws-sdk/client-ec2';
import {
  AssociateResourceShareCommand,
  CreateResourceShareCommand,
  DeleteResourceShareCommand,
  paginateGetResourceShares,
  type ResourceShare,
} from '@aws-sdk/client-ram';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { SettleResult, StepContext, StepHandler } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { type Accounts, accountOf } from './accounts.ts';
import { isOurs, missingTags, readTags, tagList } from './marks.ts';
import { idFrom, removing, type Seen } from './resource-type.ts';
import { listSubnets } from './subnet.ts';

/** The services of AWS disagree about the case of tags. */
export const tagsOfShare = ({ tags = [] }: ResourceShare) =>
  readTags(tags.map(({ key, value }) => ({ Key: key, Value: value })));

export const listShares = async (account: AwsAccount, name?: string): Promise<readonly ResourceShare[]> => {
  const shares: ResourceShare[] = [];
  const input = { resourceOwner: 'SELF', ...(name === undefined ? {} : { name }) } as const;
  for await (const page of paginateGetResourceShares({ client: account.ram }, input))
    shares.push(...(page.resourceShares ?? []));
  return shares.filter(({ status = '' }) => status === 'ACTIVE' || status === 'PENDING');
};

export const removeShare = async ({ ram }: AwsAccount, arn: string): Promise<'gone'> => {
  await ram.send(new DeleteResourceShareCommand({ resourceShareArn: arn }));
  return 'gone';
};

const arnOf = ({ partition, accountId, region }: AwsAccount, subnetId: string): string =>
  `arn:${partition}:ec2:${region}:${accountId}:subnet/${subnetId}`;

interface SharedSubnet {
  readonly id: string;
  readonly tags: Readonly<Record<string, string>>;
}

const subnetsOf = (step: StepContext): readonly SharedSubnet[] =>
  inputOf('resourceShare', step.planned).subnets.map(({ step: id, tags }) => ({ id: step.idOf(id), tags }));

/** Those that the other account sees already. */
const visibleIn = async (cluster: AwsAccount, ids: readonly string[]): Promise<readonly Seen<Subnet>[]> =>
  listSubnets(cluster, { Filters: [{ Name: 'subnet-id', Values: [...ids] }] });

const settle = async (accounts: Accounts, step: StepContext, id: string): Promise<SettleResult> => {
  const owner = await accountOf(accounts, step);
  const { cluster } = accounts;
  const subnets = subnetsOf(step);
  const visible = await visibleIn(
    cluster,
    subnets.map((subnet) => subnet.id),
  );
  const hidden = subnets.filter((subnet) => !visible.some((seen) => seen.id === subnet.id));
  if (hidden.length > 0) {
    await owner.ram.send(
      new AssociateResourceShareCommand({
        resourceShareArn: id,
        resourceArns: hidden.map((subnet) => arnOf(owner, subnet.id)),
        principals: [cluster.accountId],
      }),
    );
    return { againInSeconds: 10, waitingFor: `${hidden.length} shared subnets to be visible` };
  }
  for (const seen of visible) {
    const wanted = subnets.find((subnet) => subnet.id === seen.id)?.tags ?? {};
    const missing = missingTags(seen.tags, wanted);
    if (Object.keys(missing).length === 0) continue;
    await step.assertHeld();
    await cluster.ec2.send(new CreateTagsCommand({ Resources: [seen.id], Tags: tagList(missing) }));
  }
  return 'done';
};

/** Lends the subnets to the account of the cluster, and tags them there: tags do not go along. */
export const resourceShareHandler = (accounts: Accounts): StepHandler => ({
  find: async (step, idHint) => {
    const shares = await listShares(await accountOf(accounts, step), step.planned.name);
    const named = shares.filter(({ name }) => name === step.planned.name);
    return named.map((share) => {
      const id = share.resourceShareArn ?? '';
      return { id, isOurs: isOurs(tagsOfShare(share), step, id, idHint) };
    });
  },
  create: async (step) => {
    const owner = await accountOf(accounts, step);
    const answer = await owner.ram.send(
      new CreateResourceShareCommand({
        name: step.planned.name,
        resourceArns: subnetsOf(step).map((subnet) => arnOf(owner, subnet.id)),
        principals: [accounts.cluster.accountId],
        clientToken: step.clientToken,
        tags: Object.entries(inputOf('resourceShare', step.planned).tags).map(([key, value]) => ({
          key,
          value,
        })),
      }),
    );
    return idFrom(answer.resourceShare?.resourceShareArn, 'CreateResourceShare');
  },
  settle: (step, id) => settle(accounts, step, id),
  remove: async (step, id) => {
    const account = await accountOf(accounts, step);
    return removing(() => removeShare(account, id));
  },
});
