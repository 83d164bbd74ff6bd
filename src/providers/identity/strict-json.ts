import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';

export type StrictJson =
  | { readonly kind: 'object'; readonly value: JsonObject }
  | { readonly kind: 'malformed' | 'duplicate-member' | 'unsafe-text' };

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * Whether an object has a member twice. Readers differ in which one they take, so that a signature would not say what is meant (RFC 7519
 * section 4). The text has been parsed before, so only its brackets and strings matter.
 */
const hasDuplicates = (text: string): boolean => {
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (const [part] of text.matchAll(token)) {
    const members = open.at(-1);
    if (part === '{') open.push(new Set());
    else if (part === '[') open.push(undefined);
    else if (part === '}' || part === ']') open.pop();
    else if (part.startsWith('"') && isName && members !== undefined) {
      const name = JSON.parse(part) as string;
      if (members.has(name)) return true;
      members.add(name);
    }
    isName = part === '{' || part === ',';
  }
  return false;
};

/** PostgreSQL stores no NUL, and UTF-8 has no half of a pair. */
const isSafe = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const isSafeTree = (root: unknown): boolean => {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' && !isSafe(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && !Object.keys(value).every(isSafe)) return false;
    for (const member of Object.values(value)) left.push(member);
  }
  return true;
};

const parse = (bytes: Uint8Array): { readonly text: string; readonly value: unknown } | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** A JSON object that every reader reads in the same way. Iterative: no depth is too deep for it. */
export const parseStrictJson = (bytes: Uint8Array): StrictJson => {
  const parsed = parse(bytes);
  if (parsed === undefined || !isJsonObject(parsed.value)) return { kind: 'malformed' };
  if (hasDuplicates(parsed.text)) return { kind: 'duplicate-member' };
  return isSafeTree(parsed.value) ? { kind: 'object', value: parsed.value } : { kind: 'unsafe-text' };
};
