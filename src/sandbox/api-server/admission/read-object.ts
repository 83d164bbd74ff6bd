import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { string, struct } from '../fields/field-type.ts';
import { metadataField } from '../fields/object-meta-field.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { badRequest } from '../objects/errors.ts';
import { decodeBuiltIn } from '../resources/decode-built-in.ts';
import type { ResourceType } from '../resources/resource-type.ts';

const metadataOnly = struct({ metadata: metadataField, apiVersion: string, kind: string });

const checkIdentity = (type: ResourceType, body: JsonObject): void => {
  const { apiVersion = type.apiVersion, kind = type.kind } = body;
  if (apiVersion !== type.apiVersion) {
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${type.apiVersion})`,
    );
  }
  if (kind !== type.kind) {
    throw badRequest(
      `the kind in the data (${String(kind)}) does not match the expected kind (${type.kind})`,
    );
  }
};

/**
 * Takes a body for an object of this kind: apiVersion and kind may be absent, and the metadata gets the types that every kind
 * has, whatever the kind's own schema says of them.
 */
export const readObject = (type: ResourceType, body: JsonValue): ApiObject => {
  if (!isJsonObject(body)) throw badRequest(`the body is not an object of kind ${type.kind}`);
  checkIdentity(type, body);
  const { apiVersion, kind } = type;
  const head = { apiVersion, kind, metadata: body['metadata'] ?? {} } as ApiObject;
  const { metadata } = decodeBuiltIn(head, metadataOnly).object;
  return { ...body, apiVersion, kind, metadata };
};
