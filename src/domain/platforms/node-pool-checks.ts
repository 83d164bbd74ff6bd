import type { NodePoolSpec } from '../node-pool/node-pool-spec.ts';
import { parseIsoDuration } from '../shared/duration.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { checkLabelMap } from './label-checks.ts';
import type { PlatformRules, SpecPath } from './platform-rules.ts';
import type { RootVolume } from './platform-specs.ts';
import { collect, invalidFormat, notAllowed, outOfRange, unsupported } from './problems.ts';
import { checkRollout } from './rollout-checks.ts';

const checkRootVolumeFields = (
  rules: PlatformRules,
  volume: RootVolume | undefined,
  at: SpecPath,
): readonly FieldProblem[] => {
  const allowed = Object.keys(rules.schemas.rootVolume);
  if (volume === undefined || allowed.length === 0) return [];
  return Object.keys(volume)
    .filter((field) => !allowed.includes(field))
    .map((field) => ({
      ...notAllowed([...at, field], `Platform ${rules.type} has no ${field} of root volumes.`),
      allowed,
    }));
};

const checkAutoscaling = (
  rules: PlatformRules,
  { autoscaling }: NodePoolSpec,
  at: SpecPath,
): FieldProblem | undefined => {
  if (autoscaling === undefined) return undefined;
  if (rules.autoscaling === 'none')
    return notAllowed(at, `Platform ${rules.type} makes no machines to scale.`);
  return autoscaling.min === 0 && rules.autoscaling === 'fromOne'
    ? outOfRange([...at, 'min'], `On platform ${rules.type} a pool scales down to 1.`)
    : undefined;
};

const checkPlace = (rules: PlatformRules, nodePool: NodePoolSpec, at: SpecPath): readonly FieldProblem[] => {
  const places = rules.nodePoolPlaces ?? (rules.hasZones ? ['zone', 'subnet'] : []);
  return (['zone', 'subnet'] as const)
    .filter((field) => nodePool[field] !== undefined && !places.includes(field))
    .map((field) => notAllowed([...at, field], `A pool on platform ${rules.type} has no ${field}.`));
};

const checkDurations = (nodePool: NodePoolSpec, at: SpecPath): readonly FieldProblem[] =>
  (['drainTimeout', 'volumeDetachTimeout'] as const)
    .filter((field) => nodePool[field] !== undefined && parseIsoDuration(nodePool[field]) === undefined)
    .map((field) =>
      invalidFormat(
        [...at, field],
        'Give an ISO 8601 duration of weeks, days, hours, minutes or seconds, such as PT30M.',
      ),
    );

/** What holds for the pools of every platform and is not in the schema of the API. Every problem at once. */
export const checkAnyNodePool = (
  rules: PlatformRules,
  nodePool: NodePoolSpec,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { arch = rules.architecture ?? 'amd64' } = nodePool;
  return collect(
    rules.architectures.includes(arch)
      ? undefined
      : unsupported(
          [...at, 'arch'],
          `Platform ${rules.type} has no machines of ${arch}.`,
          rules.architectures,
        ),
    checkRootVolumeFields(rules, nodePool.platform?.rootVolume, [...at, 'platform', 'rootVolume']),
    checkAutoscaling(rules, nodePool, [...at, 'autoscaling']),
    checkPlace(rules, nodePool, at),
    checkRollout(nodePool.management ?? {}, rules.upgradeType, [...at, 'management']),
    checkDurations(nodePool, at),
    checkLabelMap(nodePool.labels, [...at, 'labels']),
  );
};
