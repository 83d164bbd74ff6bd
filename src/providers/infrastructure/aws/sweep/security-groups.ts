import {
  DeleteSecurityGroupCommand,
  paginateDescribeSecurityGroups,
  RevokeSecurityGroupEgressCommand,
  RevokeSecurityGroupIngressCommand,
  type SecurityGroup,
} from '@aws-sdk/client-ec2';
import type { AwsAccount } from '../account.ts';
import { unlessMissing } from '../errors.ts';
import { readTags } from '../marks.ts';
import { type Ec2Resource, queryOf, type Seen } from '../resource-type.ts';
import type { Sweep, SweepInVpc, SweepPlace } from './sweep-handler.ts';

export const listSecurityGroups: Ec2Resource<SecurityGroup>['list'] = async ({ ec2 }, query) => {
  const seen: Seen<SecurityGroup>[] = [];
  for await (const page of paginateDescribeSecurityGroups({ client: ec2 }, queryOf(query, 'GroupIds')))
    for (const raw of page.SecurityGroups ?? [])
      seen.push({ id: raw.GroupId ?? '', tags: readTags(raw.Tags), raw });
  return seen;
};

/** The default group goes with the VPC, and not before. */
export const isDefaultGroup = ({ GroupName }: SecurityGroup): boolean => GroupName === 'default';

const namesGroups = ({
  UserIdGroupPairs = [],
}: {
  UserIdGroupPairs?: readonly unknown[] | undefined;
}): boolean => UserIdGroupPairs.length > 0;

/** Rules that name groups keep those from going; a rule that somebody took off in the meantime is no matter. */
export const revokeRules = async ({ ec2 }: AwsAccount, group: SecurityGroup): Promise<void> => {
  const { GroupId } = group;
  const ingress = (group.IpPermissions ?? []).filter(namesGroups);
  const egress = (group.IpPermissionsEgress ?? []).filter(namesGroups);
  if (ingress.length > 0)
    await unlessMissing(ec2.send(new RevokeSecurityGroupIngressCommand({ GroupId, IpPermissions: ingress })));
  if (egress.length > 0)
    await unlessMissing(ec2.send(new RevokeSecurityGroupEgressCommand({ GroupId, IpPermissions: egress })));
};

export const removeSecurityGroup = async ({ ec2 }: AwsAccount, id: string): Promise<'gone'> => {
  await ec2.send(new DeleteSecurityGroupCommand({ GroupId: id }));
  return 'gone';
};

const keyOf = ({ step }: SweepPlace): string => `security groups ${step.request.infraId}`;

const listIn = (place: SweepInVpc): Promise<readonly Seen<SecurityGroup>[]> =>
  place.account.remembered(keyOf(place), async () =>
    (
      await listSecurityGroups(place.account, { Filters: [{ Name: 'vpc-id', Values: [place.vpcId] }] })
    ).filter(({ raw }) => raw.VpcId === place.vpcId),
  );

/** Groups name each other in their rules: the rules of all go before the first group. */
const revokeAll = ({ account, step }: SweepPlace): Promise<void> =>
  account.remembered(`rules of ${keyOf({ account, step })}`, async () => {
    const known = await account.recall<readonly Seen<SecurityGroup>[]>(keyOf({ account, step }));
    for (const { raw } of known ?? []) {
      await step.assertHeld();
      await revokeRules(account, raw);
    }
  });

export const sweepSecurityGroups: Sweep<SweepInVpc> = {
  list: async (place) => (await listIn(place)).filter(({ raw }) => !isDefaultGroup(raw)),
  remove: async (place, id) => {
    await revokeAll(place);
    return removeSecurityGroup(place.account, id);
  },
};
