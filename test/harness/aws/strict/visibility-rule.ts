import { Refusal, xmlAnswer } from '../protocol/aws-answer.ts';
import { type AwsCall, listOf } from '../protocol/aws-call.ts';
import { descendants, parseXml, textAt } from '../protocol/xml.ts';
import { ec2Kinds, type Kind } from './kinds.ts';
import type { Scene, StrictRule } from './rule.ts';

/** Whether a thing is too new to be shown. */
export const isHidden = (key: string, { estate, knobs, now }: Scene): boolean => {
  const bornAt = estate.bornAt.get(key);
  return bornAt !== undefined && now() < bornAt + knobs.hideSeconds * 1000;
};

const remember =
  (kind: Kind) =>
  (_call: AwsCall, answer: { readonly body: Buffer }, { estate, now }: Scene): void => {
    const id = textAt(parseXml(answer.body.toString('utf8')), ...kind.made);
    // A retried create answers with the first one's id.
    if (id !== '' && !estate.bornAt.has(id)) estate.bornAt.set(id, now());
  };

const refuseHidden =
  (kind: Kind) =>
  ({ parameters }: AwsCall, scene: Scene): void => {
    const hidden = listOf(parameters, kind.named).find((id) => isHidden(id, scene));
    if (hidden !== undefined) throw new Refusal(kind.notFound, `The ID '${hidden}' does not exist`);
  };

const showVisible = (kind: Kind) => (_call: AwsCall, answer: { readonly body: Buffer }, scene: Scene) => {
  if (scene.knobs.hideSeconds === 0) return undefined;
  const document = parseXml(answer.body.toString('utf8'));
  for (const set of descendants(document, kind.set))
    set.children = set.children.filter((item) => !isHidden(textAt(item, kind.id), scene));
  return xmlAnswer(200, document);
};

/** What a lagging cloud is on record to refuse; the codes are those that upstream's own creation retries. */
const knownReferences: Readonly<Record<string, readonly (readonly [parameter: string, code: string])[]>> = {
  'ec2:CreateNatGateway': [
    ['SubnetId', 'InvalidSubnetID.NotFound'],
    ['AllocationId', 'InvalidElasticIpID.NotFound'],
  ],
  'ec2:CreateRoute': [['NatGatewayId', 'InvalidNatGatewayID.NotFound']],
  'ec2:CreateVpcEndpoint': [['RouteTableId', 'InvalidRouteTableId.NotFound']],
};

const refuseReference = (call: AwsCall, scene: Scene): void => {
  for (const [parameter, code] of knownReferences[`${call.service}:${call.action}`] ?? []) {
    const named = [call.parameters.get(parameter) ?? '', ...listOf(call.parameters, parameter)];
    const hidden = named.find((id) => isHidden(id, scene));
    if (hidden !== undefined) throw new Refusal(code, `The ID '${hidden}' does not exist`);
  }
  const isUse = call.isWrite && !/^(?:Delete|Release|Terminate|CreateTags)/.test(call.action);
  if (scene.knobs.lagReaches !== 'every' || !isUse) return;
  for (const [, value] of call.parameters) {
    const kind = isHidden(value, scene) ? ec2Kinds.find(({ name }) => matchesId(name, value)) : undefined;
    if (kind !== undefined) throw new Refusal(kind.notFound, `The ID '${value}' does not exist`);
  }
};

const prefixes: Readonly<Record<string, string>> = {
  Vpc: 'vpc-',
  Subnet: 'subnet-',
  InternetGateway: 'igw-',
  Address: 'eipalloc-',
  NatGateway: 'nat-',
  RouteTable: 'rtb-',
  VpcEndpoint: 'vpce-',
  SecurityGroup: 'sg-',
  NetworkInterface: 'eni-',
  Volume: 'vol-',
  Snapshot: 'snap-',
};

const matchesId = (name: string, id: string): boolean => {
  const prefix = prefixes[name];
  return prefix !== undefined && id.startsWith(prefix);
};

const byKind = <Rule>(action: (kind: Kind) => string, rule: (kind: Kind) => Rule): Record<string, Rule> =>
  Object.fromEntries(ec2Kinds.map((kind) => [action(kind), rule(kind)]));

/** New things of EC2 are hidden from lists and looks for a while; calls that name them work, but for those on record. */
export const visibilityRules: readonly StrictRule[] = [
  { before: { 'ec2:*': refuseReference, ...byKind(({ list }) => list, refuseHidden) } },
  { after: byKind(({ create }) => create, remember) },
  { after: byKind(({ list }) => list, showVisible) },
];
