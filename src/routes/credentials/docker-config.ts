import { isJsonObject, type JsonValue } from '../../domain/shared/json.ts';
import type { RequestProblem } from '../../plugins/request-problem.ts';

const form = 'a dockerconfigjson: {"auths":{"HOST":{"auth":"base64 of user:password"}}}';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const isBasicAuth = (entry: JsonValue | undefined): boolean => {
  if (!isJsonObject(entry)) return false;
  const { auth } = entry;
  return typeof auth === 'string' && auth !== '' && base64Pattern.test(auth) && atob(auth).includes(':');
};

/** What is wrong with the text of a pull secret. Nothing of the text is repeated: it is a secret. */
export const checkDockerConfig = (text: string): readonly RequestProblem[] => {
  const config = parse(text);
  const auths = isJsonObject(config) ? config['auths'] : undefined;
  const wrong = { pointer: '/value', code: 'invalid-format' } as const;
  if (!isJsonObject(auths)) return [{ ...wrong, detail: `Must be ${form}.` }];
  const entries = Object.values(auths);
  if (entries.length === 0) return [{ ...wrong, detail: 'Must name at least one registry under auths.' }];
  if (entries.every(isBasicAuth)) return [];
  return [{ ...wrong, detail: `Every registry needs "auth"; must be ${form}.` }];
};
