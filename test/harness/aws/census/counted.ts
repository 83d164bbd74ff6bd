import { findAll, textAt, type XmlElement } from '../protocol/xml.ts';

/** One thing in an account. */
export interface Counted {
  readonly type: string;
  readonly id: string;
  /** The tag `Name`, or the name that the thing has by itself; the id when there is neither. */
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
  /** What belongs to it: records of a zone, policies of a role, keys of a bucket. Sorted. */
  readonly parts?: readonly string[];
}

export const tagsOf = (items: readonly XmlElement[], key = 'key', value = 'value'): Record<string, string> =>
  Object.fromEntries(items.map((tag) => [textAt(tag, key), textAt(tag, value)]));

export const counted = (
  type: string,
  id: string,
  own: {
    readonly name?: string;
    readonly tags?: Record<string, string>;
    readonly parts?: readonly string[];
  } = {},
): Counted => {
  const tags = own.tags ?? {};
  return {
    type,
    id,
    name: tags['Name'] ?? own.name ?? id,
    tags,
    ...(own.parts === undefined ? {} : { parts: [...own.parts].sort() }),
  };
};

export const texts = (from: XmlElement, ...path: readonly string[]): readonly string[] =>
  findAll(from, ...path).map(({ text }) => text);
