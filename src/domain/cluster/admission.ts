import type { CredentialKind } from '../credential/credential.ts';
import { nameProblem } from '../node-pool/node-pool-admission.ts';
import { checkNodePoolSpec } from '../node-pool/node-pool-admission-spec.ts';
import { checkLabelMap } from '../platforms/label-checks.ts';
import { checkNodePoolVersion } from '../release/node-pool-skew.ts';
import type { Release } from '../release/release.ts';
import { resolveRelease } from '../release/resolve-release.ts';
import { isDnsLabel } from '../shared/kube-names.ts';
import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import { checkSafeText } from '../shared/safe-text.ts';
import { checkClusterSpec } from './admission-spec.ts';
import type { ClusterSpec, NewNodePool } from './cluster-spec.ts';
import { checkCredentials, credentialReferences } from './credential-references.ts';
import { checkNamespaces, clusterNamespaces } from './namespace-references.ts';

/** What the admission of a new cluster needs: the request, and what the tenant has. */
export interface ClusterAdmissionContext {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: ClusterSpec;
  readonly nodePools: readonly NewNodePool[];
  readonly releases: readonly Release[];
  /** RFC 3339. */
  readonly now: string;
  /** As asked for in the spec, or as chosen. */
  readonly domainPrefix: string;
  readonly known: {
    /** Absent: the tenant has no such project. */
    readonly projectId?: string;
    /** Kinds of the tenant's credentials that the spec names, by id; absent: all of them were found there before. */
    readonly credentialKinds?: ReadonlyMap<string, CredentialKind>;
    /** Namespaces of the management clusters that are open to the tenant, of those that the spec names; absent: none. */
    readonly openNamespaces?: ReadonlySet<string>;
    /** Matters only for a prefix that was asked for: another one is chosen otherwise. */
    readonly isPrefixTaken: boolean;
    /** Another cluster of the tenant has the prefix of cloud names that the spec asks for; absent: none does. */
    readonly isInfraIdTaken?: boolean;
  };
}

const checkKnown = ({
  known,
  spec,
  nodePools,
  domainPrefix,
}: ClusterAdmissionContext): readonly FieldProblem[] => [
  ...(known.projectId === undefined
    ? [{ pointer: '/projectId', code: 'not-found', detail: 'There is no such project.' }]
    : []),
  ...(known.credentialKinds === undefined
    ? []
    : checkCredentials(credentialReferences(spec), known.credentialKinds)),
  ...checkNamespaces(clusterNamespaces(spec, nodePools), known.openNamespaces),
  ...(known.isPrefixTaken && spec.dns?.domainPrefix !== undefined
    ? [
        {
          pointer: '/spec/dns/domainPrefix',
          code: 'taken',
          detail: `The domain prefix ${domainPrefix} is taken below this base domain or the domain for external DNS; give another one or none.`,
        },
      ]
    : []),
  ...(known.isInfraIdTaken === true
    ? [
        {
          pointer: pointerOf('spec', 'platform', spec.platform.type, 'infrastructure', 'infraId'),
          code: 'taken',
          detail:
            'Another cluster has this infraId. What its operators make is known by it: give each cluster its own, or none.',
        },
      ]
    : []),
];

const checkPoolNames = (pools: readonly NewNodePool[]): readonly FieldProblem[] =>
  pools.flatMap(({ name }, index) => {
    const pointer = pointerOf('spec', 'nodePools', index, 'name');
    if (!isDnsLabel(name)) return [nameProblem(name, pointer)];
    if (pools.findIndex((pool) => pool.name === name) === index) return [];
    return [{ pointer, code: 'duplicate', detail: `There is a node pool named ${name} before.` }];
  });

const checkPoolVersion = (
  { version }: NewNodePool,
  pointer: string,
  cluster: Release | undefined,
  releases: readonly Release[],
): readonly FieldProblem[] => {
  if (version === undefined) return [];
  const resolved = resolveRelease(version, releases, pointer);
  if (!('image' in resolved)) return [resolved];
  return cluster === undefined
    ? []
    : checkNodePoolVersion(version, { desired: cluster.version }, releases, pointer);
};

/**
 * Whether a cluster may be made as asked: every problem at once, none when it may. Whether a management cluster can take it is
 * not asked here: it is accepted and waits, and placement says for what.
 */
export const admitCluster = (context: ClusterAdmissionContext): readonly FieldProblem[] => {
  const { name, labels, spec, nodePools, releases } = context;
  const resolved = resolveRelease(spec.version, releases);
  const release = 'image' in resolved ? resolved : undefined;
  return [
    ...checkSafeText({ name, labels, spec: { nodePools } }),
    ...(isDnsLabel(name) ? [] : [nameProblem(name, '/name')]),
    ...checkLabelMap(labels, ['labels']),
    ...checkKnown(context),
    ...('image' in resolved ? [] : [resolved]),
    ...checkClusterSpec(spec, nodePools, context.domainPrefix, context.now),
    ...checkPoolNames(nodePools),
    ...nodePools.flatMap((pool, index) => [
      ...checkNodePoolSpec(spec, pool, ['spec', 'nodePools', index]),
      ...checkPoolVersion(pool, pointerOf('spec', 'nodePools', index, 'version'), release, releases),
    ]),
  ];
};
