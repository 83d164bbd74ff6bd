/** What JSON.stringify makes of NUL and of half a surrogate pair. */
const refused = /\\u(?:0000|d[89a-f])/;

/** Text that PostgreSQL takes. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

const storableMembers = (_key: string, value: unknown): unknown => {
  if (typeof value === 'string') return storable(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [storable(key), member]));
};

/**
 * JSON that a jsonb column takes, for values with words of a management cluster in them: NUL and halves of surrogate
 * pairs, which PostgreSQL refuses, become U+FFFD. One such word would otherwise hold up everything stored with it.
 */
export const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value);
  return refused.test(text) ? JSON.stringify(value, storableMembers) : text;
};
