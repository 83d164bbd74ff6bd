import type { InfrastructureRequest } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { marksInText, protectionMark } from '../marks.ts';
import { objectOf, textOf } from '../rest/json-fields.ts';
import { propertiesOf } from './http/fields.ts';

/** Marks of ownership as they stand on a thing: in its tags, or in the description of a role assignment. */
export type Marks = ReadonlyMap<string, string>;

/** Names of tags are the same in any case. */
export const readMarks = (resource: JsonObject): Marks =>
  new Map([
    ...marksInText(textOf(propertiesOf(resource), 'description') ?? ''),
    ...Object.entries(objectOf(resource, 'tags') ?? {}).flatMap(([key, value]) =>
      key.toLowerCase().startsWith('berth-') && typeof value === 'string'
        ? [[key.toLowerCase(), value] as const]
        : [],
    ),
  ]);

export const isOfInstance = (marks: Marks, instance: string): boolean =>
  marks.get('berth-instance') === instance;

/** Made by this installation, for this cluster of this tenant. */
export const isOfCluster = (resource: JsonObject, request: InfrastructureRequest): boolean => {
  const marks = readMarks(resource);
  return (
    isOfInstance(marks, request.instance) &&
    marks.get('berth-tenant') === request.tenantId &&
    marks.get('berth-cluster') === request.clusterId &&
    marks.get('berth-infra-id') === request.infraId
  );
};

export const isProtected = (marks: Marks): boolean => marks.has(protectionMark);
