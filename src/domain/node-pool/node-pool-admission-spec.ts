import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import { checkInstant } from '../cluster/instant-check.ts';
import type { SpecPath } from '../platforms/platform-rules.ts';
import { nodePoolFieldsOf, platformOf } from '../platforms/platforms.ts';
import { collect, conflicting } from '../platforms/problems.ts';
import { isLabelKey, isLabelValue } from '../shared/names.ts';
import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import { checkNodeManifests } from './node-manifest-checks.ts';
import type { NodePoolSpec } from './node-pool-spec.ts';

/** Exactly one of the two, in every order in which a patch may bring it about. */
const checkSize = ({ replicas, autoscaling }: NodePoolSpec, at: SpecPath): readonly FieldProblem[] => {
  if (replicas === undefined && autoscaling === undefined)
    return [
      {
        pointer: pointerOf(...at, 'replicas'),
        code: 'required',
        detail: 'Give exactly one of replicas and autoscaling; neither is there.',
      },
    ];
  if (replicas !== undefined && autoscaling !== undefined)
    return [
      {
        pointer: pointerOf(...at, 'autoscaling'),
        code: 'conflict',
        detail: 'Give exactly one of replicas and autoscaling; both are there. In a patch, null removes one.',
      },
    ];
  if (autoscaling === undefined || autoscaling.min <= autoscaling.max) return [];
  const detail = `autoscaling.min ${autoscaling.min} is above autoscaling.max ${autoscaling.max}.`;
  return [{ pointer: pointerOf(...at, 'autoscaling', 'min'), code: 'out-of-range', detail }];
};

const checkPlatformFields = (
  cluster: ClusterSpec,
  nodePool: NodePoolSpec,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { type } = cluster.platform;
  const allowed: readonly string[] = nodePoolFieldsOf(type);
  return Object.keys(nodePool.platform ?? {})
    .filter((field) => !allowed.includes(field))
    .map((field) => ({
      pointer: pointerOf(...at, 'platform', field),
      code: 'not-allowed',
      detail: `Platform ${type} has no machine setting ${field}.`,
      allowed,
    }));
};

const maxTaints = 50;

const checkTaints = ({ taints = [] }: NodePoolSpec, at: SpecPath): readonly FieldProblem[] => {
  const path = [...at, 'taints'];
  const problem = (where: SpecPath, code: string, detail: string): FieldProblem => ({
    pointer: pointerOf(...where),
    code,
    detail,
  });
  return [
    ...(taints.length > maxTaints
      ? [problem(path, 'out-of-range', `A node pool has at most ${maxTaints} taints.`)]
      : []),
    ...taints.flatMap(({ key, value = '', effect }, index) => [
      ...(isLabelKey(key)
        ? []
        : [problem([...path, index, 'key'], 'invalid-format', `${key} is no taint key: [PREFIX/]NAME.`)]),
      ...(isLabelValue(value)
        ? []
        : [
            problem(
              [...path, index, 'value'],
              'invalid-format',
              'A taint value has the form of a label value.',
            ),
          ]),
      ...(taints.findIndex((other) => other.key === key && other.effect === effect) < index
        ? [problem([...path, index], 'duplicate', `There is a taint ${key} with effect ${effect} before.`)]
        : []),
    ]),
  ];
};

const checkPause = ({ pause, pausedUntil }: NodePoolSpec, at: SpecPath): readonly FieldProblem[] => {
  const path = [...at, 'pausedUntil'];
  return collect(
    checkInstant(pausedUntil, path),
    pause === true && pausedUntil !== undefined
      ? conflicting(path, 'Give pause or pausedUntil, not both.')
      : undefined,
  );
};

/**
 * Everything about a node pool that needs only its spec and that of its cluster. Every problem at once.
 * @param at where the pool's spec stands in the request: `['spec']`, or `['spec', 'nodePools', 0]`.
 */
export const checkNodePoolSpec = (
  cluster: ClusterSpec,
  nodePool: NodePoolSpec,
  at: SpecPath,
): readonly FieldProblem[] => [
  ...checkSize(nodePool, at),
  ...checkPlatformFields(cluster, nodePool, at),
  ...checkTaints(nodePool, at),
  ...checkNodeManifests(nodePool, at),
  ...checkPause(nodePool, at),
  ...platformOf(cluster.platform.type).checkNodePool({ cluster, nodePool }, at),
];
