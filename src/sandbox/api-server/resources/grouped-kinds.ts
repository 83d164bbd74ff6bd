import { encodeGoJson } from '../../../kube-schema/go-print.ts';
import { equalJson } from '../../../kube-schema/json-equality.ts';
import { pathSegmentProblem } from '../admission/label-rules.ts';
import { atomic, free, listOf, openStruct, string, struct } from '../fields/field-type.ts';
import { type ApiObject, objectAt, textAt } from '../objects/api-object.ts';
import type { FieldProblem } from '../objects/errors.ts';
import { createdAtColumn, nameColumn, textColumn } from '../table/table-column.ts';
import { type BuiltInSpec, builtIn } from './built-in.ts';
import type { ResourceType } from './resource-type.ts';

const rbac = {
  group: 'rbac.authorization.k8s.io',
  nameRule: pathSegmentProblem,
  createOnUpdate: true,
} satisfies Partial<BuiltInSpec>;

const roleColumns = [nameColumn, createdAtColumn];

const roleRefProblems = (object: ApiObject, previous: ApiObject | undefined): readonly FieldProblem[] =>
  previous === undefined || equalJson(object['roleRef'], previous['roleRef'])
    ? []
    : [
        {
          path: 'roleRef',
          reason: 'FieldValueInvalid',
          message: `Invalid value: ${encodeGoJson(object['roleRef'])}: cannot change roleRef`,
        },
      ];

const binding = (plural: string, kind: string, namespaced: boolean): ResourceType =>
  builtIn({
    ...rbac,
    plural,
    kind,
    namespaced,
    fields: { subjects: listOf(free), roleRef: atomic(openStruct({ kind: string, name: string })) },
    columns: [
      textColumn('Role', (object) => {
        const { kind: refKind, name } = objectAt(object, 'roleRef');
        return `${String(refKind)}/${String(name)}`;
      }),
    ],
    strategy: { validate: roleRefProblems },
  });

export const groupedKinds: readonly ResourceType[] = [
  builtIn({
    ...rbac,
    plural: 'roles',
    kind: 'Role',
    namespaced: true,
    fields: { rules: listOf(free) },
    allColumns: roleColumns,
  }),
  builtIn({
    ...rbac,
    plural: 'clusterroles',
    kind: 'ClusterRole',
    namespaced: false,
    fields: { rules: listOf(free), aggregationRule: openStruct({}) },
    allColumns: roleColumns,
  }),
  binding('rolebindings', 'RoleBinding', true),
  binding('clusterrolebindings', 'ClusterRoleBinding', false),
  builtIn({
    group: 'coordination.k8s.io',
    plural: 'leases',
    kind: 'Lease',
    namespaced: true,
    unconditionalUpdate: false,
    createOnUpdate: true,
    fields: { spec: openStruct({}) },
    columns: [textColumn('Holder', (object) => textAt(object, 'spec', 'holderIdentity') ?? '')],
  }),
  builtIn({
    group: 'networking.k8s.io',
    plural: 'networkpolicies',
    kind: 'NetworkPolicy',
    shortNames: ['netpol'],
    namespaced: true,
    hasGeneration: true,
    fields: {
      spec: struct({
        podSelector: openStruct({}),
        ingress: listOf(free),
        egress: listOf(free),
        policyTypes: listOf(string),
      }),
    },
    columns: [
      textColumn('Pod-Selector', (object) => {
        const labels = Object.entries(objectAt(object, 'spec', 'podSelector', 'matchLabels'));
        return labels.map(([key, value]) => `${key}=${String(value)}`).join(',') || '<none>';
      }),
    ],
  }),
];

const review = (group: string, plural: string, kind: string, namespaced = false): ResourceType =>
  builtIn({
    group,
    plural,
    kind,
    namespaced,
    createOnly: true,
    fields: { spec: openStruct({}), status: openStruct({}) },
  });

/** Questions about tokens and permissions: answered at once, never stored. */
export const reviewKinds: readonly ResourceType[] = [
  review('authentication.k8s.io', 'selfsubjectreviews', 'SelfSubjectReview'),
  review('authentication.k8s.io', 'tokenreviews', 'TokenReview'),
  review('authorization.k8s.io', 'selfsubjectaccessreviews', 'SelfSubjectAccessReview'),
  review('authorization.k8s.io', 'selfsubjectrulesreviews', 'SelfSubjectRulesReview'),
  review('authorization.k8s.io', 'subjectaccessreviews', 'SubjectAccessReview'),
  review('authorization.k8s.io', 'localsubjectaccessreviews', 'LocalSubjectAccessReview', true),
];
