import type { NodePoolSpec } from '../node-pool/node-pool-spec.ts';
import type { NamespaceReference, SpecPath } from '../platforms/platform-rules.ts';
import { platformOf } from '../platforms/platforms.ts';
import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import type { ClusterSpec } from './cluster-spec.ts';

/** Namespaces of the management cluster that a pool names, beside its cluster's own. */
export const nodePoolNamespaces = (
  cluster: ClusterSpec,
  nodePool: NodePoolSpec,
  at: SpecPath = ['spec'],
): readonly NamespaceReference[] =>
  platformOf(cluster.platform.type).nodePoolNamespaces?.({ cluster, nodePool }, at) ?? [];

/** The same of a cluster that is to be made, with its pools. */
export const clusterNamespaces = (
  spec: ClusterSpec,
  nodePools: readonly NodePoolSpec[],
): readonly NamespaceReference[] => [
  ...(platformOf(spec.platform.type).namespaces?.(spec) ?? []),
  ...nodePools.flatMap((pool, index) => nodePoolNamespaces(spec, pool, ['spec', 'nodePools', index])),
];

/**
 * Namespaces that the fleet operator has not opened to the tenant. It is told the same of those of others and of those that are
 * not there.
 * @param open absent: none is.
 */
export const checkNamespaces = (
  references: readonly NamespaceReference[],
  open: ReadonlySet<string> = new Set(),
): readonly FieldProblem[] =>
  references
    .filter(({ namespace }) => !open.has(namespace))
    .map(({ path, namespace }) => ({
      pointer: pointerOf(...path),
      code: 'not-allowed',
      detail: `Namespace ${namespace} of the management clusters is not open to the tenant; the operator of the fleet can allow it.`,
    }));
