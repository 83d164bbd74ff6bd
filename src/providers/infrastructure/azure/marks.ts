import type { InfrastructureRequest } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { objectOf, propertiesOf, textOf } from './http/fields.ts';

const protection = 'berth-do-not-delete';

/** Marks of ownership as they stand on a thing: in its tags, or in the description of a role assignment. */
export type Marks = ReadonlyMap<string, string>;

const fromDescription = (description: string): readonly (readonly [string, string])[] =>
  description
    .split(' ')
    .filter((word) => word.startsWith('berth-'))
    .map((word) => {
      const [key = '', ...value] = word.split('=');
      return [key, value.join('=')] as const;
    });

/** Names of tags are the same in any case. */
export const readMarks = (resource: JsonObject): Marks =>
  new Map([
    ...fromDescription(textOf(propertiesOf(resource), 'description') ?? ''),
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

export const isProtected = (marks: Marks): boolean => marks.has(protection);
