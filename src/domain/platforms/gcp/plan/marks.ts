import { type InfrastructureRequest, ownershipTags } from '../../../infrastructure/infrastructure-plan.ts';

/** HyperShift takes values that begin with a letter only. */
export const labelValueOf = (text: string): string => (/^[a-z]/.test(text) ? text : `b-${text}`);

/** Marks of ownership as labels: for what has labels. */
export const ownershipLabels = (request: InfrastructureRequest): Readonly<Record<string, string>> => {
  const { 'berth-created-at': _digitsOnly, ...tags } = ownershipTags(request);
  return Object.fromEntries(
    Object.entries({ ...tags, 'berth-infra': request.infraId }).map(([key, value]) => [
      key,
      labelValueOf(value),
    ]),
  );
};

/** Marks of ownership as a description, for what has no labels. At most 200 characters; Google allows 256. */
export const ownershipDescription = (request: InfrastructureRequest): string =>
  Object.entries({ ...ownershipTags(request), 'berth-infra': request.infraId })
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');
