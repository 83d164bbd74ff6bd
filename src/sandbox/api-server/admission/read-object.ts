import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { string, struct } from '../fields/field-type.ts';
import { metadataField } from '../fields/object-meta-field.ts';
import { type ApiObject, textAt } from '../objects/api-object.ts';
import { badRequest, invalid } from '../objects/errors.ts';
import { decodeBuiltIn } from '../resources/decode-built-in.ts';
import type { ResourceType } from '../resources/resource-type.ts';

const metadataOnly = struct({ metadata: metadataField, apiVersion: string, kind: string });

const checkApiVersion = (type: ResourceType, apiVersion: JsonValue | undefined): void => {
  if (apiVersion === type.apiVersion) return;
  throw badRequest(
    `the API version in the data (${String(apiVersion)}) does not match the expected API version (${type.apiVersion})`,
  );
};

/** Custom resources have to say what they are. */
const checkCustomIdentity = (type: ResourceType, body: JsonObject): void => {
  const { apiVersion, kind } = body;
  if (typeof kind !== 'string' || kind === '') {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${type.kind}): Object 'Kind' is missing in '${JSON.stringify(body).slice(0, 1000)}'`,
    );
  }
  checkApiVersion(type, apiVersion);
  if (kind === type.kind) return;
  const name = textAt(body, 'metadata', 'name') ?? '';
  const message = `Invalid value: ${JSON.stringify(kind)}: must be ${type.kind}`;
  throw invalid({ group: type.group, kind, name }, [{ path: 'kind', reason: 'FieldValueInvalid', message }]);
};

/** Built-in kinds may leave out what the path says already. */
const checkBuiltInIdentity = (type: ResourceType, body: JsonObject): void => {
  const { apiVersion = type.apiVersion, kind = type.kind } = body;
  checkApiVersion(type, apiVersion);
  if (kind === type.kind) return;
  throw badRequest(
    `${String(kind)} in version "${type.version}" cannot be handled as a ${type.kind}: unknown conversion`,
  );
};

export interface ReadObject {
  readonly object: ApiObject;
  /** Members of the metadata that were dropped because there are none of that name. */
  readonly unknown: readonly string[];
}

/**
 * Takes a body for an object of this kind. The metadata gets the types that every kind has, whatever the kind's own schema
 * says of them.
 */
export const readObject = (type: ResourceType, body: JsonValue): ReadObject => {
  if (!isJsonObject(body)) {
    throw badRequest(`the object provided is unrecognized (must be of type ${type.kind}): not an object`);
  }
  if (type.custom) checkCustomIdentity(type, body);
  else checkBuiltInIdentity(type, body);
  const { apiVersion, kind } = type;
  const head = { apiVersion, kind, metadata: body['metadata'] ?? {} } as ApiObject;
  const decoded = decodeBuiltIn(head, metadataOnly);
  return {
    object: { ...body, apiVersion, kind, metadata: decoded.object.metadata },
    unknown: decoded.unknown,
  };
};
