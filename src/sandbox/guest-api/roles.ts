import { isJsonObject, type JsonValue } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import type { GuestUser } from './guest-user.ts';

export interface AccessAttributes {
  readonly verb: string;
  readonly group: string;
  /** With its subresource, as in `serviceaccounts/token`. */
  readonly resource: string;
}

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const reading = ['get', 'list', 'watch'];
const everything: Rule = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };
const readsNamespaces: Rule = {
  apiGroups: [''],
  resources: ['namespaces', 'serviceaccounts'],
  verbs: reading,
};
const writesAccounts: Rule = {
  apiGroups: [''],
  resources: ['serviceaccounts', 'serviceaccounts/token'],
  verbs: ['*'],
};

const builtInRoles = new Map<string, readonly Rule[]>(
  Object.entries({
    'cluster-admin': [everything],
    'cluster-reader': [{ apiGroups: ['*'], resources: ['*'], verbs: reading }],
    view: [readsNamespaces],
    edit: [readsNamespaces, writesAccounts],
    admin: [readsNamespaces, writesAccounts],
  }),
);

const textsOf = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const rulesOf = (role: string, objects: readonly KubeObject[]): readonly Rule[] => {
  const made = objects.find(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === role);
  const rules = made?.['rules'];
  if (!Array.isArray(rules)) return builtInRoles.get(role) ?? [];
  return rules.filter(isJsonObject).map((rule) => ({
    apiGroups: textsOf(rule['apiGroups']),
    resources: textsOf(rule['resources']),
    verbs: textsOf(rule['verbs']),
  }));
};

const isSubject = (subject: unknown, user: GuestUser): boolean => {
  if (!isJsonObject(subject)) return false;
  const { kind, name, namespace } = subject;
  if (kind === 'ServiceAccount') return user.username === `system:serviceaccount:${namespace}:${name}`;
  if (kind === 'Group') return typeof name === 'string' && user.groups.includes(name);
  return kind === 'User' && name === user.username;
};

const covers = (values: readonly string[], value: string): boolean =>
  values.includes('*') || values.includes(value);

/** ClusterRoleBindings only: the sandbox has no roles inside a namespace. */
export const mayAccess = (
  user: GuestUser,
  objects: readonly KubeObject[],
  { verb, group, resource }: AccessAttributes,
): boolean => {
  if (user.groups.includes('system:masters')) return true;
  return objects
    .filter(({ kind }) => kind === 'ClusterRoleBinding')
    .filter((binding) => {
      const subjects = binding['subjects'];
      return Array.isArray(subjects) && subjects.some((subject) => isSubject(subject, user));
    })
    .flatMap((binding) => {
      const roleRef = binding['roleRef'];
      return isJsonObject(roleRef) ? rulesOf(String(roleRef['name']), objects) : [];
    })
    .some(
      (rule) => covers(rule.apiGroups, group) && covers(rule.resources, resource) && covers(rule.verbs, verb),
    );
};
