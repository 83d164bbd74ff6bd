import type { PlannedStep } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { StepContext } from '../contract.ts';
import type { PassInput } from './pass.ts';

/** What a handler sees of a step: ids of other steps come from the journal. */
export const stepContext = (pass: PassInput, planned: PlannedStep, clientToken: string): StepContext => ({
  request: pass.request,
  planned,
  clientToken,
  idOf: (step) => {
    const id = pass.journal.get(step)?.externalId;
    if (id === undefined)
      throw new TypeError(`step ${planned.id} asks for the id of ${step}, which is not known`);
    return id;
  },
  knownIdOf: (step) => pass.journal.get(step)?.externalId,
  assertHeld: pass.assertHeld,
});
