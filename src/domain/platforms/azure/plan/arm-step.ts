import {
  type InfrastructureRequest,
  ownershipTags,
  type PlannedStep,
} from '../../../infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../shared/json.ts';
import { managedOf } from './azure-ids.ts';

/** Tags of everything that has some. The user's come first: what others believe in cannot be overridden. */
export const tagsOf = (request: InfrastructureRequest): Readonly<Record<string, string>> => ({
  ...managedOf(request).azure.tags,
  ...ownershipTags(request),
  'berth-infra-id': request.infraId,
});

type StepParts = Pick<PlannedStep, 'id' | 'type' | 'name' | 'after'> & Partial<PlannedStep>;

/** A thing that a PUT to its id makes. */
export const armStep = (
  step: StepParts,
  arm: { readonly id: string; readonly apiVersion: string; readonly body: JsonObject },
): PlannedStep => ({ hasStableId: true, ...step, input: { ...arm } });

/** A thing of the user's, by its id. */
export const foundStep = (
  step: Pick<PlannedStep, 'id' | 'type' | 'name'>,
  arm: { readonly id: string; readonly apiVersion: string },
): PlannedStep => ({ ...step, after: [], input: { ...arm }, role: 'found' });

/** The step whose removal takes along what is in the group; nothing, when the group is the user's. */
export const inGroup = (request: InfrastructureRequest): { readonly goesWith?: string } =>
  managedOf(request).infrastructure.resourceGroup === undefined ? { goesWith: 'resourceGroup' } : {};
