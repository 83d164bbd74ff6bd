import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { allowedMetadata, allowedNames, onlyAllowed } from '../../../src/domain/shared/allowed-metadata.ts';
import { listFiles, readText, section, tableRows } from './tree.ts';

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules?: readonly Rule[];
  readonly spec: {
    readonly failurePolicy?: string;
    readonly policyName?: string;
    readonly validationActions?: readonly string[];
    readonly matchConditions?: readonly { readonly expression: string }[];
    readonly variables?: readonly { readonly name: string; readonly expression: string }[];
  };
}

const manifests = listFiles('deploy/management-cluster').flatMap((path) =>
  parseAllDocuments(readText(path)).map((document) => document.toJS() as Manifest),
);
const ofKind = (kind: string): readonly Manifest[] => manifests.filter((manifest) => manifest.kind === kind);

/** The lists of an expression `kind == HostedCluster ? [ … ] : [ … ]`. */
const listsOf = (variable: string): readonly (readonly string[])[] => {
  const policy = ofKind('ValidatingAdmissionPolicy').find(
    ({ metadata }) => metadata.name === 'berth-hypershift-metadata',
  );
  const expression = policy?.spec.variables?.find(({ name }) => name === variable)?.expression ?? '';
  return [...expression.matchAll(/\[([^\]]*)\]/g)].map(([, list = '']) =>
    [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  );
};

describe('the list of annotations and labels', () => {
  it('is that of the admission policy, kind by kind', () => {
    expect(listsOf('allowedAnnotations')).toEqual([
      allowedNames('annotation', 'HostedCluster'),
      allowedNames('annotation', 'NodePool'),
    ]);
    expect(listsOf('allowedLabels')).toEqual([
      allowedNames('label', 'HostedCluster'),
      allowedNames('label', 'NodePool'),
    ]);
  });

  it('is that of its page, with the reasons', () => {
    const rows = tableRows(section(readText('docs/reference/annotations.md'), '## What Berth sets'));
    expect(rows).toEqual(
      allowedMetadata.map(({ type, name, kinds, reason }) => [type, `\`${name}\``, kinds.join(', '), reason]),
    );
  });

  it('replaces no image, opens nothing and forces nothing', () => {
    const dangerous = /image|security|skip|disable|jsonpatch|force|override|priority|topology|scope/;
    expect(allowedMetadata.map(({ name }) => name).filter((name) => dangerous.test(name))).toEqual([]);
  });

  it.each([
    ['annotation', 'HostedCluster', 'hypershift.openshift.io/control-plane-operator-image'],
    ['annotation', 'HostedCluster', 'Hypershift.OpenShift.io/restart-date'],
    ['annotation', 'HostedCluster', 'idpoverrides.hypershift.openshift.io/github'],
    ['annotation', 'NodePool', 'hypershift.openshift.io/restart-date'],
    ['label', 'HostedCluster', 'hypershift.openshift.io/hosted-cluster-size'],
  ] as const)('keeps the %s of a %s named %s out of what is rendered', (type, kind, name) => {
    expect(() => onlyAllowed(type, kind, { [name]: 'a' })).toThrow(
      `${type} ${name} is not one that may be set on a ${kind}`,
    );
  });

  it('lets pass what it holds, and what is not of HyperShift', () => {
    const texts = { 'hypershift.openshift.io/restart-date': 'a', 'berth.io/cluster-id': 'b' };
    expect(onlyAllowed('annotation', 'HostedCluster', texts)).toEqual(texts);
  });
});

describe('the manifests for management clusters', () => {
  it('give Berth no verb or resource by a wildcard, and none that leads to more rights', () => {
    const rules = ofKind('ClusterRole').flatMap(({ rules: granted = [] }) => granted);
    const words = rules.flatMap(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs]);
    expect(rules.length).toBeGreaterThan(5);
    const refused = ['*', 'deletecollection', 'escalate', 'bind', 'impersonate', 'update', 'pods', 'roles'];
    expect(words.filter((word) => refused.includes(word))).toEqual([]);
  });

  it('have policies that deny, fail closed, mean Berth only, and are bound', () => {
    const policies = ofKind('ValidatingAdmissionPolicy');
    expect(
      policies.map(({ metadata, spec }) => [
        metadata.name,
        spec.failurePolicy,
        spec.matchConditions?.map(({ expression }) => expression),
      ]),
    ).toEqual(
      ['berth-hypershift-metadata', 'berth-namespaces'].map((name) => [
        name,
        'Fail',
        ["request.userInfo.username == 'system:serviceaccount:berth:berth'"],
      ]),
    );
    const bindings = ofKind('ValidatingAdmissionPolicyBinding');
    expect(bindings.map(({ spec }) => [spec.policyName, spec.validationActions])).toEqual(
      policies.map(({ metadata }) => [metadata.name, ['Deny']]),
    );
  });
});
