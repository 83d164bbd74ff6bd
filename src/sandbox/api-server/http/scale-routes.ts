import type { ServerResponse } from 'node:http';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { type ApiObject, objectAt, setAt, valueAt } from '../objects/api-object.ts';
import { badRequest, internalError, invalid, methodNotAllowed, notFound } from '../objects/errors.ts';
import { kindSubjectOf, type ResourceType, type ScalePaths, subjectOf } from '../resources/resource-type.ts';
import { patchValue } from '../writes/patch-object.ts';
import { updateObject } from '../writes/update-object.ts';
import { loadObject } from '../writes/write-context.ts';
import type { ApiParts, ResourceRequest } from './api-parts.ts';
import { writeOptionsOf } from './query-options.ts';
import { parseBody } from './request-body.ts';
import { sendObject } from './responses.ts';
import { targetOf } from './write-routes.ts';

const checkHasReplicas = (object: ApiObject, paths: ScalePaths): void => {
  if (valueAt(object, ...paths.specReplicas) !== undefined) return;
  throw internalError(`the spec replicas field ".${paths.specReplicas.join('.')}" does not exist`);
};

const scaleOf = (object: ApiObject, paths: ScalePaths): JsonObject => {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = paths.labelSelector && valueAt(object, ...paths.labelSelector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: valueAt(object, ...paths.specReplicas) ?? 0 },
    status: {
      replicas: valueAt(object, ...paths.statusReplicas) ?? 0,
      ...(selector === undefined ? {} : { selector }),
    },
  };
};

const checkReplicas = (
  type: ResourceType,
  name: string,
  paths: ScalePaths,
  value: JsonValue | undefined,
): number => {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw invalid(kindSubjectOf(type, name), [
    {
      path: `.${paths.specReplicas.join('.')}`,
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(value ?? null)}: should be a non-negative integer`,
    },
  ]);
};

/** The object that a wanted Scale makes of a stored one. */
const withScale = (
  type: ResourceType,
  stored: ApiObject,
  scale: JsonValue,
  paths: ScalePaths,
): JsonObject => {
  if (!isJsonObject(scale)) throw badRequest('the body is not a Scale');
  const replicas = checkReplicas(type, stored.metadata.name, paths, valueAt(scale, 'spec', 'replicas'));
  const { uid, resourceVersion } = objectAt(scale, 'metadata');
  const metadata = {
    ...stored.metadata,
    ...(uid === undefined ? {} : { uid }),
    resourceVersion: resourceVersion ?? stored.metadata.resourceVersion,
  };
  return { ...setAt(stored, paths.specReplicas, replicas), metadata };
};

const wantedScale = (request: ResourceRequest, stored: ApiObject, paths: ScalePaths): JsonValue => {
  const body = parseBody(request.body, request.mediaType);
  if (request.method === 'PUT') return body;
  return patchValue(request.mediaType, scaleOf(stored, paths), body, undefined);
};

const pathsOf = (type: ResourceType): ScalePaths => {
  if (!type.scale) throw methodNotAllowed();
  return type.scale;
};

/** GET, PUT and PATCH of …/scale. */
export const scaleRequested = async (
  parts: ApiParts,
  request: ResourceRequest,
  response: ServerResponse,
): Promise<void> => {
  const { type, name = '', rendering } = request;
  const paths = pathsOf(type);
  const target = targetOf(request);
  if (request.method === 'GET') {
    const object = await loadObject(parts.writes, target);
    if (!object) throw notFound(subjectOf(type, name));
    checkHasReplicas(object, paths);
    sendObject(response, 200, scaleOf(object, paths), rendering);
    return;
  }
  if (request.method !== 'PUT' && request.method !== 'PATCH') throw methodNotAllowed();
  const { object } = await updateObject(parts.writes, {
    target,
    subresource: 'scale',
    options: writeOptionsOf(request),
    change: (stored) => withScale(type, stored, wantedScale(request, stored, paths), paths),
  });
  sendObject(response, 200, scaleOf(object, paths), rendering);
};
