import type { PlannedStep } from '../../../domain/infrastructure/infrastructure-plan.ts';

/**
 * The steps so that each comes behind those that it needs; steps that do not need each other keep the order of the plan.
 * Throws on a step that is named twice, needs one that is not there, or needs itself.
 */
export const orderSteps = (plan: readonly PlannedStep[]): readonly PlannedStep[] => {
  const byId = new Map(plan.map((step) => [step.id, step]));
  if (byId.size !== plan.length) throw new TypeError('a step of the plan is there twice');
  const ordered = new Map<string, PlannedStep>();
  const visit = (step: PlannedStep, path: readonly string[]): void => {
    if (ordered.has(step.id)) return;
    if (path.includes(step.id))
      throw new TypeError(`steps need each other: ${[...path, step.id].join(' → ')}`);
    for (const id of step.after) {
      const needed = byId.get(id);
      if (needed === undefined) throw new TypeError(`step ${step.id} needs ${id}, which is not in the plan`);
      visit(needed, [...path, step.id]);
    }
    ordered.set(step.id, step);
  };
  for (const step of plan) visit(step, []);
  return [...ordered.values()];
};

/** For each step those that need it: they go first. */
export const dependentsOf = (plan: readonly PlannedStep[]): ReadonlyMap<string, readonly string[]> => {
  const dependents = new Map<string, string[]>(plan.map(({ id }) => [id, []]));
  for (const step of plan) for (const id of step.after) dependents.get(id)?.push(step.id);
  return dependents;
};
