import type { ApiError } from '../objects/api-error.ts';
import { applyConflict } from '../objects/errors.ts';
import { pathsOf } from './field-set.ts';
import type { ManagerIdentity } from './managers.ts';
import type { ConflictingFields } from './ownership.ts';
import { printFieldPath } from './path-element.ts';

const printManager = ({ manager, operation, apiVersion, subresource }: ManagerIdentity): string => {
  const name = `${JSON.stringify(manager)}${subresource ? ` with subresource ${JSON.stringify(subresource)}` : ''}`;
  return operation === 'Update' ? `${name} using ${apiVersion}` : name;
};

/** The 409 of an apply that meets fields of others; texts of k8s.io/apimachinery `managedfields/internal/conflict.go`. */
export const conflictOf = (conflicting: readonly ConflictingFields[]): ApiError => {
  const all = conflicting.flatMap(({ manager, fields }) =>
    [...pathsOf(fields)].map((path) => ({ manager: printManager(manager), field: printFieldPath(path) })),
  );
  const causes = all.map(({ manager, field }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${manager}`,
    field,
  }));
  const [only] = all;
  if (all.length === 1 && only) {
    return applyConflict(
      `Apply failed with 1 conflict: conflict with ${only.manager}: ${only.field}`,
      causes,
    );
  }
  const names = [...new Set(all.map(({ manager }) => manager))].sort();
  const blocks = names.map((name) => {
    const fields = all.filter(({ manager }) => manager === name).map(({ field }) => `- ${field}`);
    return `conflicts with ${name}:\n${fields.join('\n')}`;
  });
  return applyConflict(`Apply failed with ${all.length} conflicts: ${blocks.join('\n')}`, causes);
};
