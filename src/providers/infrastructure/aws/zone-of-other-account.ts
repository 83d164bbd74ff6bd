import { CreateVpcCommand, DeleteVpcCommand } from '@aws-sdk/client-ec2';
import {
  AssociateVPCWithHostedZoneCommand,
  CreateVPCAssociationAuthorizationCommand,
  DeleteVPCAssociationAuthorizationCommand,
  DisassociateVPCFromHostedZoneCommand,
} from '@aws-sdk/client-route-53';
import { infraIdTag } from '../../../domain/platforms/aws/plan/plan-frame.ts';
import { type AwsInput, inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { type Accounts, accountOf } from './accounts.ts';
import { unlessMissing } from './errors.ts';
import { marksOf, tagList } from './marks.ts';
import { idFrom, type Seen, tagFilter } from './resource-type.ts';
import { listVpcs } from './vpc.ts';
import { vpcsOfZone } from './zone-settings.ts';

/** Smallest range that a VPC may have; nothing ever stands in it. */
const temporaryCidr = '10.255.255.240/28';

const temporaryName = ({ request, planned }: StepContext): string =>
  `${request.infraId}-temporary-${planned.name}`;

/** A private zone is made on a VPC of its own account. When the cluster's is another account's, that is a stopgap. */
export const isForeign = ({ account, vpcAccount }: AwsInput<'privateZone'>): boolean =>
  account !== vpcAccount;

/** Temporary VPCs of the cluster, or of one of its zones. */
export const listTemporaryVpcs = async (
  account: AwsAccount,
  step: StepContext,
  name?: string,
): Promise<readonly Seen<unknown>[]> => {
  const marked = await listVpcs(account, { Filters: [tagFilter(infraIdTag, step.request.infraId)] });
  const prefix = name ?? `${step.request.infraId}-temporary-`;
  return marked.filter(
    ({ tags }) => marksOf(tags, step) === 'ours' && (tags['Name'] ?? '').startsWith(prefix),
  );
};

export const makeTemporaryVpc = async (account: AwsAccount, step: StepContext): Promise<string> => {
  const [present] = await listTemporaryVpcs(account, step, temporaryName(step));
  if (present !== undefined) return present.id;
  const tags = { ...inputOf('privateZone', step.planned).tags, Name: temporaryName(step) };
  const answer = await account.ec2.send(
    new CreateVpcCommand({
      CidrBlock: temporaryCidr,
      TagSpecifications: [{ ResourceType: 'vpc', Tags: tagList(tags) }],
    }),
  );
  await step.assertHeld();
  return idFrom(answer.Vpc?.VpcId, 'CreateVpc');
};

/** The zone's account allows it, the VPC's account does it; then the zone lets the stopgap go. */
export const associateForeignVpc = async (
  accounts: Accounts,
  account: AwsAccount,
  step: StepContext,
  zoneId: string,
): Promise<void> => {
  const { vpcStep, vpcAccount, region } = inputOf('privateZone', step.planned);
  const owner = await accountOf(accounts, step, vpcAccount);
  const vpcId = step.idOf(vpcStep);
  const VPC = { VPCId: vpcId, VPCRegion: region as 'eu-west-1' };
  const present = await vpcsOfZone(account, zoneId);
  if (!present.some(({ VPCId }) => VPCId === vpcId)) {
    const change = { HostedZoneId: zoneId, VPC };
    await step.assertHeld();
    await account.route53.send(new CreateVPCAssociationAuthorizationCommand(change));
    await owner.route53.send(new AssociateVPCWithHostedZoneCommand(change));
    await unlessMissing(account.route53.send(new DeleteVPCAssociationAuthorizationCommand(change)));
  }
  for (const { id } of await listTemporaryVpcs(account, step, temporaryName(step))) {
    await step.assertHeld();
    if (present.some(({ VPCId }) => VPCId === id))
      await account.route53.send(
        new DisassociateVPCFromHostedZoneCommand({ HostedZoneId: zoneId, VPC: { ...VPC, VPCId: id } }),
      );
    await unlessMissing(account.ec2.send(new DeleteVpcCommand({ VpcId: id })));
  }
};
