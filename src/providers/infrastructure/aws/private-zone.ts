import { CreateHostedZoneCommand } from '@aws-sdk/client-route-53';
import { ownershipTags } from '../../../domain/infrastructure/infrastructure-plan.ts';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import { CloudError, type FoundResource, type StepContext, type StepHandler } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { type Accounts, accountOf } from './accounts.ts';
import { hasCode } from './errors.ts';
import { listZones, plainName, removeZone, type SeenZone, zoneIdOf } from './hosted-zones.ts';
import { instanceTag, missingTags, tagDrift } from './marks.ts';
import { removing } from './resource-type.ts';
import { commentOf } from './zone-comment.ts';
import { associateForeignVpc, isForeign, makeTemporaryVpc } from './zone-of-other-account.ts';
import { hasShortAbsence, readZoneTags, shortenAbsence, vpcsOfZone, writeZoneTags } from './zone-settings.ts';

const referenceOf = ({ request, planned }: StepContext): string => `${request.infraId}/${planned.name}`;

/** A zone that somebody removed leaves its reference used up: its successor has a longer one. */
const isOurs = (zone: SeenZone, step: StepContext): boolean => {
  const reference = referenceOf(step);
  const isOfStep = zone.reference === reference || zone.reference.startsWith(`${reference}/`);
  return isOfStep && zone.marks[instanceTag] === step.request.instance;
};

const isOfStep = (zone: SeenZone, step: StepContext, idHint: string | undefined): boolean =>
  zone.isPrivate && (isOurs(zone, step) || zone.id === idHint);

const tagsOfZones = (account: AwsAccount, step: StepContext): ReturnType<typeof readZoneTags> =>
  account.remembered(`tags of zones ${step.request.infraId}`, async () => {
    const prefix = `${step.request.infraId}/`;
    const ours = (await listZones(account)).filter(({ reference }) => reference.startsWith(prefix));
    return readZoneTags(
      account,
      ours.map(({ id }) => id),
    );
  });

const driftOf = async (
  account: AwsAccount,
  step: StepContext,
  zone: SeenZone,
): Promise<readonly string[]> => {
  const { tags, domain, vpcStep } = inputOf('privateZone', step.planned);
  const vpcs = await vpcsOfZone(account, zone.id);
  return [
    ...tagDrift((await tagsOfZones(account, step)).get(zone.id) ?? {}, tags),
    ...(vpcs.some(({ VPCId }) => VPCId === step.knownIdOf(vpcStep)) ? [] : ['the VPC does not use it']),
    ...((await hasShortAbsence(account, zone.id, domain)) ? [] : ['absence of names is remembered too long']),
  ];
};

const createZone = async (
  account: AwsAccount,
  step: StepContext,
  vpcId: string,
  reference: string,
): Promise<string> => {
  const { domain, region } = inputOf('privateZone', step.planned);
  const answer = await account.route53.send(
    new CreateHostedZoneCommand({
      Name: domain,
      CallerReference: reference,
      VPC: { VPCId: vpcId, VPCRegion: region as 'eu-west-1' },
      HostedZoneConfig: { PrivateZone: true, Comment: commentOf(ownershipTags(step.request)) },
    }),
  );
  return zoneIdOf(answer.HostedZone?.Id);
};

const create = async (accounts: Accounts, step: StepContext): Promise<string> => {
  const account = await accountOf(accounts, step);
  const input = inputOf('privateZone', step.planned);
  const vpcId = isForeign(input) ? await makeTemporaryVpc(account, step) : step.idOf(input.vpcStep);
  const reference = referenceOf(step);
  try {
    return await createZone(account, step, vpcId, reference);
  } catch (error) {
    if (!hasCode(error, 'HostedZoneAlreadyExists')) throw error;
    const present = (await listZones(account)).find((zone) => isOurs(zone, step));
    if (present !== undefined) return present.id;
    await step.assertHeld();
    return createZone(account, step, vpcId, `${reference}/${step.clientToken.slice(0, 36)}`);
  }
};

const settle = async (accounts: Accounts, step: StepContext, id: string): Promise<'done'> => {
  const account = await accountOf(accounts, step);
  const input = inputOf('privateZone', step.planned);
  const isListed = (await listZones(account)).some((zone) => zone.id === id);
  const present = isListed ? ((await tagsOfZones(account, step)).get(id) ?? {}) : {};
  await writeZoneTags(account, id, missingTags(present, input.tags), step.assertHeld);
  await step.assertHeld();
  await shortenAbsence(account, id, input.domain);
  if (isForeign(input)) await associateForeignVpc(accounts, account, step, id);
  return 'done';
};

/** Names of the applications, and of the private endpoints. Known by its reference: that is set with the zone. */
export const privateZoneHandler = (accounts: Accounts): StepHandler => ({
  find: async (step, idHint): Promise<readonly FoundResource[]> => {
    const account = await accountOf(accounts, step);
    const zones = (await listZones(account)).filter((zone) => isOfStep(zone, step, idHint));
    return Promise.all(
      zones.map(async (zone) =>
        isOurs(zone, step)
          ? {
              id: zone.id,
              isOurs: true,
              drift: accounts.isDestroying ? [] : await driftOf(account, step, zone),
            }
          : { id: zone.id, isOurs: false },
      ),
    );
  },
  create: (step) => create(accounts, step),
  settle: (step, id) => settle(accounts, step, id),
  remove: async (step, id) => {
    const account = await accountOf(accounts, step);
    const domain = plainName(inputOf('privateZone', step.planned).domain);
    const zone = (await listZones(account)).find((seen) => seen.id === id);
    if (zone !== undefined && !isOurs(zone, step))
      throw new CloudError('foreign', 'Foreign', `Zone ${id} was not made for this cluster.`);
    return removing(() => removeZone(account, { id, domain }, step.assertHeld));
  },
});
