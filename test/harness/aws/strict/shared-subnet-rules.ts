import { ec2Answer, xmlAnswer } from '../protocol/aws-answer.ts';
import { type AwsCall, listOf } from '../protocol/aws-call.ts';
import { element, find, parseXml, textAt, type XmlElement } from '../protocol/xml.ts';
import { matchesCall } from './ec2/filters.ts';
import { describe } from './ec2/lookups.ts';
import type { Scene, StrictRule } from './rule.ts';

interface Share {
  readonly owner: string;
  readonly region: string;
  readonly subnets: Set<string>;
  readonly principals: Set<string>;
  readonly madeAt: number;
}

interface Sharing {
  readonly shares: Map<string, Share>;
  /** Tags that participants gave to what is not theirs, by account and id. */
  readonly tags: Map<string, Map<string, string>>;
}

const sharings = new WeakMap<Scene['estate'], Sharing>();

const sharingOf = ({ estate }: Scene): Sharing => {
  const found = sharings.get(estate) ?? { shares: new Map(), tags: new Map() };
  sharings.set(estate, found);
  return found;
};

interface ShareBody {
  readonly resourceShareArn?: string;
  readonly resourceArns?: readonly string[];
  readonly principals?: readonly string[];
}

const readBody = (body: Buffer): ShareBody => JSON.parse(body.toString('utf8') || '{}') as ShareBody;

const subnetsOf = ({ resourceArns = [] }: ShareBody): readonly string[] =>
  resourceArns.filter((arn) => arn.includes(':subnet/')).map((arn) => arn.replace(/^.*\//, ''));

/** Subnets of others that an account may see in a region, as their owners see them. */
const seenBy = async ({ account, region }: AwsCall, scene: Scene): Promise<readonly XmlElement[]> => {
  const seen: XmlElement[] = [];
  for (const share of sharingOf(scene).shares.values()) {
    const isVisible = scene.now() >= share.madeAt + scene.knobs.hideSeconds * 1000;
    if (!isVisible || share.region !== region || !share.principals.has(account)) continue;
    for (const id of share.subnets)
      seen.push(
        ...(await describe(scene.motoOf(share.owner, region), 'DescribeSubnets', { 'subnet-id': id })),
      );
  }
  return seen;
};

/** Tags do not cross a share: a participant sees its own. */
const withOwnTags = (item: XmlElement, id: string, { account }: AwsCall, scene: Scene): XmlElement => {
  const tags = [...(sharingOf(scene).tags.get(`${account} ${id}`) ?? [])].map(([key, value]) =>
    element('item', [element('key', key), element('value', value)]),
  );
  return {
    ...item,
    children: [...item.children.filter(({ name }) => name !== 'tagSet'), element('tagSet', tags)],
  };
};

const asked = new WeakMap<AwsCall, readonly string[]>();

/** Takes ids of shared subnets out of the call: moto would say that they are not there. */
const hideFromMoto = async (call: AwsCall, scene: Scene): Promise<void> => {
  const ids = listOf(call.parameters, 'SubnetId');
  if (ids.length === 0 || sharingOf(scene).shares.size === 0) return;
  const shared = (await seenBy(call, scene)).map((item) => textAt(item, 'subnetId'));
  if (!ids.some((id) => shared.includes(id))) return;
  asked.set(call, ids);
  for (const key of [...call.parameters.keys()]) if (key.startsWith('SubnetId.')) call.parameters.delete(key);
};

const showShared = async (call: AwsCall, answer: { readonly body: Buffer }, scene: Scene) => {
  if (sharingOf(scene).shares.size === 0) return undefined;
  const shared = await seenBy(call, scene);
  const document = parseXml(answer.body.toString('utf8'));
  const set = find(document, 'subnetSet');
  if (set === undefined || shared.length === 0) return undefined;
  const ids = asked.get(call);
  const foreign = shared
    .map((item) => withOwnTags(item, textAt(item, 'subnetId'), call, scene))
    .filter((item) => matchesCall(item, call.parameters));
  set.children = [...set.children, ...foreign].filter(
    (item) => ids === undefined || ids.includes(textAt(item, 'subnetId')),
  );
  return xmlAnswer(200, document);
};

/** Tags on shared subnets, which moto would look for in the caller's account. */
const tagShared = async (call: AwsCall, scene: Scene) => {
  if (sharingOf(scene).shares.size === 0) return undefined;
  const shared = (await seenBy(call, scene)).map((item) => textAt(item, 'subnetId'));
  const ids = listOf(call.parameters, 'ResourceId');
  if (ids.length === 0 || !ids.every((id) => shared.includes(id))) return undefined;
  for (const id of ids) {
    const key = `${call.account} ${id}`;
    const tags = sharingOf(scene).tags.get(key) ?? new Map<string, string>();
    sharingOf(scene).tags.set(key, tags);
    for (let index = 1; call.parameters.has(`Tag.${index}.Key`); index += 1)
      tags.set(
        call.parameters.get(`Tag.${index}.Key`) ?? '',
        call.parameters.get(`Tag.${index}.Value`) ?? '',
      );
  }
  return ec2Answer(call.action, '<return>true</return>');
};

const change =
  (add: boolean) =>
  (call: AwsCall, _answer: unknown, scene: Scene): void => {
    const body = readBody(call.body);
    const share = sharingOf(scene).shares.get(body.resourceShareArn ?? '');
    if (share === undefined) return;
    for (const subnet of subnetsOf(body)) share.subnets[add ? 'add' : 'delete'](subnet);
    for (const principal of body.principals ?? []) share.principals[add ? 'add' : 'delete'](principal);
  };

/** Subnets shared by RAM appear in the account that they are shared with; moto keeps the share and nothing more. */
export const sharedSubnetRules: StrictRule = {
  before: {
    'ec2:DescribeSubnets': hideFromMoto,
    'ec2:CreateTags': tagShared,
  },
  after: {
    'ec2:DescribeSubnets': showShared,
    'ram:CreateResourceShare': (call, answer, scene) => {
      const { resourceShare } = JSON.parse(answer.body.toString('utf8')) as {
        readonly resourceShare: { readonly resourceShareArn: string };
      };
      const body = readBody(call.body);
      sharingOf(scene).shares.set(resourceShare.resourceShareArn, {
        owner: call.account,
        region: call.region,
        subnets: new Set(subnetsOf(body)),
        principals: new Set(body.principals ?? []),
        madeAt: scene.now(),
      });
    },
    'ram:AssociateResourceShare': change(true),
    'ram:DisassociateResourceShare': change(false),
    'ram:DeleteResourceShare': (call, _answer, scene) => {
      const arn = new URL(call.path, 'http://ram').searchParams.get('resourceShareArn') ?? '';
      sharingOf(scene).shares.delete(arn);
    },
  },
};
