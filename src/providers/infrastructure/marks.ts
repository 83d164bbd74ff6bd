import type { RemoveResult } from './contract.ts';

/** Tag, label or word in a description that keeps a thing from being removed, with any value. */
export const protectionMark = 'berth-do-not-delete';

/** Marks of ownership in a description, for things that have no tags: `berth-instance=prod berth-cluster=cl_…`. */
export const marksInText = (description: string): readonly (readonly [string, string])[] =>
  description
    .split(/[\s,]+/)
    .filter((word) => word.startsWith('berth-'))
    .map((word) => {
      const [key = '', ...value] = word.split('=');
      return [key, value.join('=')] as const;
    });

/** What `removeOwned` says of a thing that is not to be touched: it is not asked again. */
export const notOurs = (id: string): RemoveResult => ({
  blockedBy: `${id} does not carry our mark any more.`,
  code: 'NotOurs',
});

export const protectedByMark = (id: string): RemoveResult => ({
  blockedBy: `${id} is marked ${protectionMark}.`,
  code: 'Protected',
});

/** Codes of the two. */
export const notToBeTouched: readonly string[] = ['NotOurs', 'Protected'];
