import { isJsonObject, type JsonValue } from '../../shared/json.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { badValue } from './value-problem.ts';

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

/** What is wrong with the text of a pull secret. */
export const checkDockerConfig = (text: string): readonly FieldProblem[] => {
  const config = parse(text);
  const auths = isJsonObject(config) ? config['auths'] : undefined;
  if (!isJsonObject(auths)) return [badValue(`Must be ${form}.`)];
  const entries = Object.values(auths);
  if (entries.length === 0) return [badValue('Must name at least one registry under auths.')];
  if (entries.every(isBasicAuth)) return [];
  return [badValue(`Every registry needs "auth"; must be ${form}.`)];
};
