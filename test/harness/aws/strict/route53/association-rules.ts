import { Refusal, route53Answer } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import { zoneOfPath } from '../../protocol/route53-actions.ts';
import { find, parseXml, textAt } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { getZone, listZones } from './zone-lookups.ts';
import { checkConflict, checkVpc } from './zone-rules.ts';

interface Authorization {
  readonly zone: string;
  /** Of the zone. */
  readonly account: string;
  readonly vpc: string;
  readonly region: string;
}

const granted = new WeakMap<Scene['estate'], Map<string, Authorization>>();

const grantedOf = ({ estate }: Scene): Map<string, Authorization> => {
  const found = granted.get(estate) ?? new Map();
  granted.set(estate, found);
  return found;
};

const vpcOf = ({ body }: AwsCall) => find(parseXml(body.toString('utf8')), 'VPC');

const requireOwnZone = async (call: AwsCall, { moto }: Scene) => {
  const id = zoneOfPath(call.path);
  const zone = await getZone(moto, id);
  if (zone === undefined) throw new Refusal('NoSuchHostedZone', `No hosted zone found with ID: ${id}`, 404);
  return { id, ...zone };
};

const authorize = async (call: AwsCall, scene: Scene) => {
  const { id } = await requireOwnZone(call, scene);
  const vpc = textAt(vpcOf(call), 'VPCId');
  const region = textAt(vpcOf(call), 'VPCRegion');
  grantedOf(scene).set(`${id} ${vpc}`, { zone: id, account: call.account, vpc, region });
  return route53Answer(
    'CreateVPCAssociationAuthorizationResponse',
    `<HostedZoneId>${id}</HostedZoneId><VPC><VPCRegion>${region}</VPCRegion><VPCId>${vpc}</VPCId></VPC>`,
  );
};

const listAuthorizations = async (call: AwsCall, scene: Scene) => {
  const { id } = await requireOwnZone(call, scene);
  const vpcs = [...grantedOf(scene).values()]
    .filter(({ zone }) => zone === id)
    .map(({ vpc, region }) => `<VPC><VPCRegion>${region}</VPCRegion><VPCId>${vpc}</VPCId></VPC>`);
  return route53Answer(
    'ListVPCAssociationAuthorizationsResponse',
    `<HostedZoneId>${id}</HostedZoneId><VPCs>${vpcs.join('')}</VPCs>`,
  );
};

const withdraw = async (call: AwsCall, scene: Scene) => {
  const { id } = await requireOwnZone(call, scene);
  const vpc = textAt(vpcOf(call), 'VPCId');
  if (!grantedOf(scene).delete(`${id} ${vpc}`))
    throw new Refusal(
      'VPCAssociationAuthorizationNotFound',
      'The VPC that you specified is not authorized to be associated with the hosted zone.',
      404,
    );
  return route53Answer('DeleteVPCAssociationAuthorizationResponse', '');
};

/** A zone of another account is associated with its leave; moto looks into the caller's account alone. */
const associate = async (call: AwsCall, scene: Scene) => {
  const id = zoneOfPath(call.path);
  const vpc = vpcOf(call);
  const vpcId = textAt(vpc, 'VPCId');
  await checkVpc(vpc, scene);
  const own = await getZone(scene.moto, id);
  const grant = grantedOf(scene).get(`${id} ${vpcId}`);
  if (own === undefined && grant === undefined)
    throw new Refusal(
      'NotAuthorizedException',
      `The VPC: ${vpcId} has not authorized to associate with your hosted zone.`,
      401,
    );
  const moto = own === undefined && grant !== undefined ? scene.motoOf(grant.account) : scene.moto;
  const zone = own ?? (await getZone(moto, id));
  if (zone === undefined) throw new Refusal('NoSuchHostedZone', `No hosted zone found with ID: ${id}`, 404);
  if (!zone.isPrivate)
    throw new Refusal('PublicZoneVPCAssociation', `Hosted zone ${id} is a public hosted zone`);
  await checkConflict(zone.name, vpcId, await listZones(moto), moto);
  if (own !== undefined) return undefined;
  const reply = await moto.rest('route53', 'POST', call.path, call.body.toString('utf8'));
  return { status: reply.status, headers: { 'content-type': 'text/xml' }, body: reply.body };
};

const disassociate = async (call: AwsCall, scene: Scene) => {
  const { vpcs } = await requireOwnZone(call, scene);
  const vpc = textAt(vpcOf(call), 'VPCId');
  if (!vpcs.includes(vpc))
    throw new Refusal(
      'VPCAssociationNotFound',
      `The VPC: ${vpc} is not associated with the hosted zone.`,
      404,
    );
  if (vpcs.length === 1)
    throw new Refusal(
      'LastVPCAssociation',
      'The VPC that you are trying to disassociate from the hosted zone is the last VPC that is associated with the zone.',
    );
};

export const associationRules: StrictRule = {
  before: {
    'route53:CreateVPCAssociationAuthorization': authorize,
    'route53:ListVPCAssociationAuthorizations': listAuthorizations,
    'route53:DeleteVPCAssociationAuthorization': withdraw,
    'route53:AssociateVPCWithHostedZone': associate,
    'route53:DisassociateVPCFromHostedZone': disassociate,
  },
};
