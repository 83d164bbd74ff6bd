import type { OperationStage, OperationType } from './operation.ts';

interface StagePlan {
  readonly name: string;
  /** Share of the whole that is done once this stage is. */
  readonly percent: number;
  /** Seconds after which the stage counts as stalled. */
  readonly deadlineSeconds: number;
  /** Only where Berth makes the infrastructure. */
  readonly isOfInfrastructure?: true;
}

const minutes = (count: number): number => count * 60;

/** The stages of each kind of operation, in order, with the time that each may take before it counts as stalled. */
export const stagePlans: Readonly<Record<OperationType, readonly StagePlan[]>> = {
  'cluster.create': [
    { name: 'placement', percent: 5, deadlineSeconds: minutes(10) },
    { name: 'infrastructure', percent: 12, deadlineSeconds: minutes(30), isOfInfrastructure: true },
    { name: 'manifests', percent: 15, deadlineSeconds: minutes(5) },
    { name: 'controlPlane', percent: 55, deadlineSeconds: minutes(30) },
    { name: 'nodes', percent: 85, deadlineSeconds: minutes(40) },
    { name: 'release', percent: 100, deadlineSeconds: minutes(40) },
  ],
  'cluster.update': [
    { name: 'manifests', percent: 20, deadlineSeconds: minutes(5) },
    { name: 'release', percent: 70, deadlineSeconds: minutes(90) },
    { name: 'nodes', percent: 100, deadlineSeconds: minutes(60) },
  ],
  'cluster.delete': [
    { name: 'hostedCluster', percent: 70, deadlineSeconds: minutes(30) },
    { name: 'nodePools', percent: 80, deadlineSeconds: minutes(10) },
    { name: 'infrastructure', percent: 95, deadlineSeconds: minutes(30), isOfInfrastructure: true },
    { name: 'namespace', percent: 100, deadlineSeconds: minutes(15) },
  ],
  'nodePool.create': [
    { name: 'manifests', percent: 20, deadlineSeconds: minutes(45) },
    { name: 'nodes', percent: 100, deadlineSeconds: minutes(40) },
  ],
  'nodePool.update': [
    { name: 'manifests', percent: 20, deadlineSeconds: minutes(10) },
    { name: 'nodes', percent: 100, deadlineSeconds: minutes(90) },
  ],
  'nodePool.delete': [{ name: 'nodePool', percent: 100, deadlineSeconds: minutes(30) }],
};

const plansOf = (type: OperationType, hasInfrastructure: boolean): readonly StagePlan[] =>
  stagePlans[type].filter(({ isOfInfrastructure }) => hasInfrastructure || isOfInfrastructure !== true);

export const initialStages = (type: OperationType, hasInfrastructure = false): readonly OperationStage[] =>
  plansOf(type, hasInfrastructure).map(({ name }) => ({ name, state: 'pending' }));

/** Seconds after which an operation of a kind is called failed: all its stages, one after another. */
export const operationDeadlineSeconds = (type: OperationType, hasInfrastructure = false): number =>
  plansOf(type, hasInfrastructure).reduce((sum, stage) => sum + stage.deadlineSeconds, 0);

/**
 * Moves stages forward. A stage is done when it and all before it are; the first that is not done runs.
 * Times once written stay; a stage that was done never runs again, so that progress does not go backwards.
 */
export const advanceStages = (
  stages: readonly OperationStage[],
  isDone: (stage: string) => boolean,
  now: string,
): readonly OperationStage[] => {
  let allBeforeDone = true;
  return stages.map((stage) => {
    if (!allBeforeDone) return stage;
    const startedAt = stage.startedAt ?? now;
    if (stage.state === 'succeeded') return stage;
    if (isDone(stage.name)) return { ...stage, state: 'succeeded', startedAt, endedAt: now };
    allBeforeDone = false;
    return { ...stage, state: 'running', startedAt };
  });
};

export const runningStage = (stages: readonly OperationStage[]): OperationStage | undefined =>
  stages.find((stage) => stage.state === 'running');

/** Percent of the stages that are done. */
export const percentOf = (type: OperationType, stages: readonly OperationStage[]): number =>
  stages.reduce((percent, { name, state }) => {
    const plan = stagePlans[type].find((entry) => entry.name === name);
    return state === 'succeeded' && plan !== undefined ? plan.percent : percent;
  }, 0);

/** The running stage when it has passed its deadline. */
export const stalledStage = (
  type: OperationType,
  stages: readonly OperationStage[],
  now: string,
): { readonly stage: string; readonly since: string } | undefined => {
  const stage = runningStage(stages);
  const plan = stagePlans[type].find(({ name }) => name === stage?.name);
  if (stage?.startedAt === undefined || plan === undefined) return undefined;
  const late = Date.parse(now) - Date.parse(stage.startedAt) > plan.deadlineSeconds * 1000;
  return late ? { stage: stage.name, since: stage.startedAt } : undefined;
};
