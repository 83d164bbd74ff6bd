import { Refusal, route53Answer } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import { parseXml, textAt, type XmlElement } from '../../protocol/xml.ts';
import { describe } from '../ec2/lookups.ts';
import { counts } from '../quota-rules.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { getZone, listZones, type Zone } from './zone-lookups.ts';

const withDot = (name: string): string => (name.endsWith('.') ? name : `${name}.`);

export const checkVpc = async (vpc: XmlElement | undefined, { motoOf, moto }: Scene): Promise<void> => {
  const id = textAt(vpc, 'VPCId');
  const region = textAt(vpc, 'VPCRegion');
  const there =
    region === ''
      ? []
      : await describe(motoOf(moto.account, region), 'DescribeVpcs', { 'vpc-id': id }).catch(() => []);
  if (there.length === 0)
    throw new Refusal(
      'InvalidVPCId',
      `The VPC: ${id} in region ${region} that you provided is not authorized to make the association.`,
    );
};

/** One private zone of a name per VPC. */
export const checkConflict = async (
  name: string,
  vpc: string,
  zones: readonly Zone[],
  moto: Scene['moto'],
): Promise<void> => {
  for (const zone of zones.filter((other) => other.isPrivate && other.name === name)) {
    const known = await getZone(moto, zone.id);
    if (known?.vpcs.includes(vpc))
      throw new Refusal(
        'ConflictingDomainExists',
        `The VPC ${vpc} is already associated with the hosted zone ${zone.id} with the same name`,
      );
  }
};

const createZone = async ({ body }: AwsCall, scene: Scene): Promise<void> => {
  const request = parseXml(body.toString('utf8'));
  const zones = await listZones(scene.moto);
  const reference = textAt(request, 'CallerReference');
  if (zones.some((zone) => zone.reference === reference))
    throw new Refusal(
      'HostedZoneAlreadyExists',
      'A hosted zone has already been created with the specified caller reference.',
      409,
    );
  const vpc = request.children.find(({ name }) => name === 'VPC');
  if (vpc === undefined) return;
  await checkVpc(vpc, scene);
  await checkConflict(withDot(textAt(request, 'Name')), textAt(vpc, 'VPCId'), zones, scene.moto);
};

const accountLimit = async (call: AwsCall, scene: Scene) => {
  const type = call.path.replace(/^.*\//, '');
  if (type !== 'MAX_HOSTED_ZONES_BY_OWNER')
    throw new Refusal('InvalidInput', `the double has no limit ${type}`);
  const count = (await counts['CreateHostedZone']?.(call, scene)) ?? 0;
  const limit = scene.knobs.limits['CreateHostedZone'] ?? 1_000_000;
  return route53Answer(
    'GetAccountLimitResponse',
    `<Limit><Type>${type}</Type><Value>${limit}</Value></Limit><Count>${count}</Count>`,
  );
};

/** A CallerReference makes one zone, and a VPC has one zone of a name; moto makes another each time. */
export const zoneRules: StrictRule = {
  before: { 'route53:CreateHostedZone': createZone, 'route53:GetAccountLimit': accountLimit },
};
