import { infraIdTag } from '../../../domain/platforms/aws/plan/plan-frame.ts';
import type { RemoveResult, StepContext } from '../contract.ts';

export type Tags = Readonly<Record<string, string>>;

/** Tags as the services of AWS list them. */
export const readTags = (
  list: readonly { readonly Key?: string | undefined; readonly Value?: string | undefined }[] | undefined,
): Tags => Object.fromEntries((list ?? []).map(({ Key = '', Value = '' }) => [Key, Value]));

export const tagList = (tags: Tags): { readonly Key: string; readonly Value: string }[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));

export const instanceTag = 'berth-instance';

/** `unmarked`: neither ours nor anybody else's; somebody may have taken the tags off. */
export type Marks = 'ours' | 'foreign' | 'unmarked';

/** Checked on what came back, whatever the filter was: a filter may be ignored, or the account be another one. */
export const marksOf = (tags: Tags, { request }: Pick<StepContext, 'request'>): Marks => {
  const instance = tags[instanceTag];
  const infraId = tags[infraIdTag];
  if (instance === undefined && infraId === undefined) return 'unmarked';
  return instance === request.instance && infraId === request.infraId ? 'ours' : 'foreign';
};

/** Tags that are planned and not there. Further ones are somebody else's and stay. */
export const missingTags = (actual: Tags, planned: Tags): Tags =>
  Object.fromEntries(Object.entries(planned).filter(([key, value]) => actual[key] !== value));

export const tagDrift = (actual: Tags, planned: Tags): readonly string[] => {
  const missing = Object.keys(missingTags(actual, planned));
  return missing.length === 0 ? [] : [`tags are missing: ${missing.join(', ')}`];
};

/** Tags can be taken off by anybody; what is recorded by its id is still ours unless the tags say otherwise. */
export const isOurs = (
  tags: Tags,
  step: Pick<StepContext, 'request'>,
  id: string,
  idHint: string | undefined,
): boolean => {
  const marks = marksOf(tags, step);
  return marks === 'ours' || (marks === 'unmarked' && id === idHint);
};

/** Refuses to touch what has another owner by now, whatever is recorded. */
export const foreignMarks = (
  tags: Tags | undefined,
  step: Pick<StepContext, 'request'>,
  id: string,
): RemoveResult | undefined =>
  tags !== undefined && marksOf(tags, step) === 'foreign'
    ? { blockedBy: `${id} carries the marks of another owner.`, code: 'Foreign' }
    : undefined;
