import { xmlAnswer } from '../protocol/aws-answer.ts';
import { type AwsCall, listOf } from '../protocol/aws-call.ts';
import { descendants, findAll, parseXml, textAt, type XmlElement } from '../protocol/xml.ts';
import { matchesCall } from './ec2/filters.ts';
import { ec2Kinds, type Kind } from './kinds.ts';
import type { Scene, StrictRule } from './rule.ts';

/** These show a state of their own when they are deleted. */
const kinds = ec2Kinds.filter(({ name }) => name !== 'NatGateway' && name !== 'VpcEndpoint');

const place = ({ account, region }: AwsCall): string => `${account} ${region}`;

/** What is about to go, for its ghost. */
const dying = new WeakMap<AwsCall, { readonly id: string; readonly item: XmlElement }>();

const remember =
  (kind: Kind) =>
  async (call: AwsCall, { knobs, moto }: Scene): Promise<void> => {
    if (knobs.lingerSeconds === 0) return;
    const id = call.parameters.get(kind.deleted) ?? '';
    const all = await moto.query('ec2', kind.list.replace('ec2:', ''));
    const item = findAll(all, kind.set, 'item').find((found) => textAt(found, kind.id) === id);
    if (item !== undefined) dying.set(call, { id, item });
  };

const haunt =
  (kind: Kind) =>
  (call: AwsCall, _answer: unknown, { estate, knobs, now }: Scene): void => {
    const dead = dying.get(call);
    if (dead === undefined) return;
    const until = now() + knobs.lingerSeconds * 1000;
    estate.ghosts.add({ kind: kind.name, place: place(call), until, ...dead });
  };

const ghostsOf = (kind: Kind, call: AwsCall, { estate }: Scene) =>
  [...estate.ghosts].filter((ghost) => ghost.kind === kind.name && ghost.place === place(call));

/** Ids asked for, when a ghost is among them: moto would say that it is not there. */
const asked = new WeakMap<AwsCall, readonly string[]>();

const hideFromMoto =
  (kind: Kind) =>
  (call: AwsCall, scene: Scene): void => {
    const ids = listOf(call.parameters, kind.named);
    if (!ghostsOf(kind, call, scene).some(({ id }) => ids.includes(id))) return;
    asked.set(call, ids);
    for (const key of [...call.parameters.keys()])
      if (key.startsWith(`${kind.named}.`)) call.parameters.delete(key);
  };

const showGhosts = (kind: Kind) => (call: AwsCall, answer: { readonly body: Buffer }, scene: Scene) => {
  const ghosts = ghostsOf(kind, call, scene);
  if (ghosts.length === 0) return undefined;
  const document = parseXml(answer.body.toString('utf8'));
  const ids = asked.get(call) ?? listOf(call.parameters, kind.named);
  const [set] = descendants(document, kind.set);
  if (set === undefined) return undefined;
  const all = [...set.children, ...ghosts.map(({ item }) => item)];
  set.children = all.filter(
    (item) =>
      (ids.length === 0 || ids.includes(textAt(item, kind.id))) &&
      (set.children.includes(item) || matchesCall(item, call.parameters)),
  );
  return xmlAnswer(200, document);
};

const byKind = <Rule>(action: (kind: Kind) => string, rule: (kind: Kind) => Rule): Record<string, Rule> =>
  Object.fromEntries(kinds.map((kind) => [action(kind), rule(kind)]));

/** Lists lag behind deletions too: for a while they still show what is gone. */
export const lingerRules: readonly StrictRule[] = [
  { before: byKind((kind) => kind.delete, remember), after: byKind((kind) => kind.delete, haunt) },
  { before: byKind(({ list }) => list, hideFromMoto), after: byKind(({ list }) => list, showGhosts) },
];
