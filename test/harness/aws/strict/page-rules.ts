import { xmlAnswer } from '../protocol/aws-answer.ts';
import { type AwsCall, listOf } from '../protocol/aws-call.ts';
import { element, find, parseXml } from '../protocol/xml.ts';
import { ec2Kinds, type Kind } from './kinds.ts';
import type { Scene, StrictRule } from './rule.ts';

/** Addresses come in one page. */
const kinds = ec2Kinds.filter(({ name }) => name !== 'Address');

interface Page {
  readonly start: number;
  readonly most: number;
}

const pages = new WeakMap<AwsCall, Page>();

/** Moto gets neither size nor token: it would read them in its own way, or not at all. */
const readPage = (call: AwsCall, { knobs }: Scene): void => {
  const { parameters } = call;
  const wanted = Number(parameters.get('MaxResults') ?? Number.POSITIVE_INFINITY);
  const start = Number(/^page-(\d+)$/.exec(parameters.get('NextToken') ?? '')?.[1] ?? 0);
  pages.set(call, { start, most: Math.min(wanted, knobs.pageSize ?? wanted) });
  parameters.delete('MaxResults');
  parameters.delete('NextToken');
};

const cut = (kind: Kind) => (call: AwsCall, answer: { readonly body: Buffer }) => {
  const { start, most } = pages.get(call) ?? { start: 0, most: Number.POSITIVE_INFINITY };
  // A look at named things is not paged.
  const isWhole = start === 0 && !Number.isFinite(most);
  if (isWhole || listOf(call.parameters, kind.named).length > 0) return undefined;
  const document = parseXml(answer.body.toString('utf8'));
  const set = find(document, kind.set);
  if (set === undefined) return undefined;
  const all = set.children;
  set.children = all.slice(start, start + most);
  document.children = document.children.filter(({ name }) => name !== 'nextToken');
  if (start + most < all.length) document.children.push(element('nextToken', `page-${start + most}`));
  return xmlAnswer(200, document);
};

/** IAM pages by itself in moto: a small page is asked for in the caller's place. */
const askForSmallPage = (call: AwsCall, { knobs }: Scene): void => {
  if (knobs.pageSize === undefined) return;
  const most = Number(call.parameters.get('MaxItems') ?? knobs.pageSize);
  call.parameters.set('MaxItems', String(Math.min(most, knobs.pageSize)));
};

/** Lists in pages, which a caller has to follow; moto gives EC2's whole whatever is asked. */
export const pageRules: StrictRule = {
  before: {
    ...Object.fromEntries(kinds.map(({ list }) => [list, readPage])),
    'iam:ListRoles': askForSmallPage,
    'iam:ListInstanceProfiles': askForSmallPage,
    'iam:ListRolePolicies': askForSmallPage,
  },
  after: Object.fromEntries(kinds.map((kind) => [kind.list, cut(kind)])),
};
