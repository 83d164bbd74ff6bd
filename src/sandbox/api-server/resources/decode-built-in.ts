import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { type FieldType, type MapField, memberType, shapeOf } from '../fields/field-type.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { badRequest } from '../objects/errors.ts';
import type { DecodedObject } from './resource-type.ts';

class WrongType extends Error {}

const goNameOf = (value: JsonValue): string => {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};

const goTypeOf = (type: FieldType): string => {
  if (type.kind === 'map') return type.element ? 'map[string]string' : 'struct';
  if (type.kind === 'list') return '[]';
  if (type.kind === 'free') return 'any';
  return type.type === 'integer' ? 'int64' : type.type === 'boolean' ? 'bool' : (type.type ?? 'string');
};

const refuse = (value: JsonValue, type: FieldType, path: string): never => {
  throw new WrongType(
    `json: cannot unmarshal ${goNameOf(value)} into Go struct field ${path} of type ${goTypeOf(type)}`,
  );
};

/** Go leaves empty strings, lists and maps out of what it writes; entries of maps stay. */
const isOmitted = (value: JsonValue, declared: FieldType, parent: MapField): boolean => {
  if (!parent.fields.size || declared.kind === 'free') return false;
  if (value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  const isMap = declared.kind === 'map' && declared.element !== undefined && declared.element.kind !== 'free';
  return isMap && isJsonObject(value) && Object.keys(value).length === 0;
};

const decodeMap = (value: JsonObject, type: MapField, path: string, unknown: string[]): JsonObject => {
  const members: [string, JsonValue][] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || member === null) continue;
    const at = path === '' ? name : `${path}.${name}`;
    const declared = memberType(type, name);
    if (!type.fields.has(name) && !type.element) {
      unknown.push(at);
      continue;
    }
    const decoded = decodeValue(member, declared, at, unknown);
    if (!isOmitted(decoded, declared, type)) members.push([name, decoded]);
  }
  return Object.fromEntries(members);
};

const isOfType = (value: JsonValue, type: string): boolean =>
  type === 'integer' ? Number.isInteger(value) : typeof value === type;

const decodeValue = (value: JsonValue, declared: FieldType, path: string, unknown: string[]): JsonValue => {
  const type = shapeOf(declared, value);
  if (declared.kind !== 'free' && type.kind !== declared.kind) refuse(value, declared, path);
  if (type.kind === 'map') return isJsonObject(value) ? decodeMap(value, type, path, unknown) : value;
  if (type.kind === 'list') {
    return Array.isArray(value)
      ? value.map((item: JsonValue, index) => decodeValue(item, type.element, `${path}[${index}]`, unknown))
      : value;
  }
  if (type.type !== undefined && !isOfType(value, type.type)) refuse(value, type, path);
  return value;
};

/** Reads an object of a built-in kind: members of another type than declared are a 400, unknown ones and nulls are dropped. */
export const decodeBuiltIn = (object: ApiObject, type: MapField): DecodedObject => {
  const unknown: string[] = [];
  try {
    return { object: decodeMap(object, type, '', unknown) as ApiObject, unknown };
  } catch (error) {
    if (!(error instanceof WrongType)) throw error;
    const version = object.apiVersion.split('/').at(-1) ?? '';
    throw badRequest(
      `${object.kind} in version "${version}" cannot be handled as a ${object.kind}: ${error.message}`,
    );
  }
};
