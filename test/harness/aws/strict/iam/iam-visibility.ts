import { Refusal, xmlAnswer } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import { descendants, parseXml, textAt } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { isHidden } from '../visibility-rule.ts';

const kinds = [
  {
    name: 'role',
    create: 'CreateRole',
    get: 'GetRole',
    list: 'ListRoles',
    set: 'Roles',
    id: 'RoleName',
  },
  {
    name: 'instance profile',
    create: 'CreateInstanceProfile',
    get: 'GetInstanceProfile',
    list: 'ListInstanceProfiles',
    set: 'InstanceProfiles',
    id: 'InstanceProfileName',
  },
  {
    name: 'provider',
    create: 'CreateOpenIDConnectProvider',
    get: 'GetOpenIDConnectProvider',
    list: 'ListOpenIDConnectProviders',
    set: 'OpenIDConnectProviderList',
    id: 'Arn',
  },
] as const;

type IamKind = (typeof kinds)[number];

const keyOf = (account: string, kind: IamKind, id: string): string => `${account} ${kind.name} ${id}`;

/** When a role was made, for those who ask whether it has been spread yet. */
export const roleBornAt = (account: string, role: string, { estate }: Scene): number | undefined =>
  estate.bornAt.get(keyOf(account, kinds[0], role));

const named = ({ parameters }: AwsCall, kind: IamKind): string =>
  parameters.get(kind.name === 'provider' ? 'OpenIDConnectProviderArn' : kind.id) ?? '';

const remember =
  (kind: IamKind) =>
  (call: AwsCall, answer: { readonly body: Buffer }, { estate, now }: Scene): void => {
    const made =
      kind.name === 'provider'
        ? textAt(
            parseXml(answer.body.toString('utf8')),
            'CreateOpenIDConnectProviderResult',
            'OpenIDConnectProviderArn',
          )
        : named(call, kind);
    estate.bornAt.set(keyOf(call.account, kind, made), now());
  };

const look =
  (kind: IamKind) =>
  (call: AwsCall, scene: Scene): void => {
    const id = named(call, kind);
    if (isHidden(keyOf(call.account, kind, id), scene))
      throw new Refusal('NoSuchEntity', `The ${kind.name} with name ${id} cannot be found.`, 404);
  };

const list = (kind: IamKind) => (call: AwsCall, answer: { readonly body: Buffer }, scene: Scene) => {
  if (scene.knobs.hideSeconds === 0) return undefined;
  const document = parseXml(answer.body.toString('utf8'));
  for (const set of descendants(document, kind.set))
    set.children = set.children.filter(
      (item) => !isHidden(keyOf(call.account, kind, textAt(item, kind.id)), scene),
    );
  return xmlAnswer(200, document);
};

const byKind = <Rule>(action: (kind: IamKind) => string, rule: (kind: IamKind) => Rule) =>
  Object.fromEntries(kinds.map((kind) => [`iam:${action(kind)}`, rule(kind)]));

/** New roles, profiles and providers are hidden from lists and looks for a while; their names are taken at once. */
export const iamVisibilityRules: readonly StrictRule[] = [
  { before: byKind(({ get }) => get, look), after: byKind(({ create }) => create, remember) },
  { after: byKind(({ list: action }) => action, list) },
];
