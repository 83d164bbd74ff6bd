import { BerthError } from '../../../src/domain/shared/error.ts';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { mergePatch } from '../../../src/domain/shared/merge-patch.ts';
import type { ResourcePatch } from '../../../src/services/contract.ts';

/** Applies a merge patch as the contract says: the result must pass the caller's check. */
export const applyPatch = <Item extends { labels: Readonly<Record<string, string>>; spec: object }>(
  item: Item,
  { patch, validate }: ResourcePatch,
): Item => {
  const before = { labels: item.labels, spec: item.spec } as unknown as JsonObject;
  const merged = mergePatch(before, patch as JsonObject) as JsonObject;
  const problems = validate(merged);
  if (problems.length > 0)
    throw new BerthError('malformed-request', 'The changed resource would not be valid.', { problems });
  return { ...item, ...(merged as unknown as Pick<Item, 'labels' | 'spec'>) };
};
