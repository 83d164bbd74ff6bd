import type { InfrastructureRequest } from '../../../domain/infrastructure/infrastructure-plan.ts';
import { labelValueOf } from '../../../domain/platforms/gcp/plan/marks.ts';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { marksInText, protectionMark } from '../marks.ts';
import { objectOf, textOf } from '../rest/json-fields.ts';

/** Marks of ownership as they stand on a thing, in its description or its labels. */
export type Marks = ReadonlyMap<string, string>;

export const readMarks = (resource: JsonObject): Marks =>
  new Map([
    ...marksInText(textOf(resource, 'description') ?? ''),
    ...Object.entries(objectOf(resource, 'labels') ?? {}).flatMap(([key, value]) =>
      key.startsWith('berth-') && typeof value === 'string' ? [[key, value] as const] : [],
    ),
  ]);

/** Values of labels may have got another beginning. */
const says = (marks: Marks, key: string, value: string): boolean => {
  const found = marks.get(key);
  return found === value || found === labelValueOf(value);
};

export const isOfInstance = (marks: Marks, instance: string): boolean =>
  says(marks, 'berth-instance', instance);

/** Made by this installation, for this cluster of this tenant. */
export const isOfCluster = (resource: JsonObject, request: InfrastructureRequest): boolean => {
  const marks = readMarks(resource);
  return (
    isOfInstance(marks, request.instance) &&
    says(marks, 'berth-tenant', request.tenantId) &&
    says(marks, 'berth-cluster', request.clusterId) &&
    says(marks, 'berth-infra', request.infraId)
  );
};

export const isProtected = (marks: Marks): boolean => marks.has(protectionMark);
