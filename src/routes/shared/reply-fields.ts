import { type TProperties, Type } from 'typebox';
import { type IdKind, idPattern } from '../../domain/shared/id.ts';

/** A text of a reply. */
export const ReplyText = (maxLength: number, description: string) => Type.String({ maxLength, description });

export const Time = (description: string) =>
  Type.String({ format: 'date-time', maxLength: 35, description, examples: ['2026-11-30T21:50:00.000Z'] });

export const ReplyId = (kind: IdKind, description: string) =>
  Type.String({ pattern: idPattern(kind), maxLength: 32, description });

/** One of these words now; others may come. */
export const OpenWord = (words: readonly string[], description: string) =>
  Type.String({ maxLength: 64, 'x-extensible-enum': words, description });

/** An object of a reply. Open: members may be added. */
export const Reply = <Members extends TProperties>(title: string, members: Members, description?: string) =>
  Type.Object(members, { title, ...(description === undefined ? {} : { description }) });

export const ReplyList = <Item extends object>(item: Item, description: string, maxItems = 500) =>
  Type.Array(item, { maxItems, description });

export const ReplyLabels = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 63 },
  maxProperties: 64,
  description: 'Labels of the resource.',
});
