import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { checkFormat, collect, conflicting, required } from '../problems.ts';
import type { OpenstackReference, OpenstackSubnetReference } from './openstack-spec.ts';

const uuid = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** Exactly one of id and filter: with both the operator would have to choose, with neither it takes anything. */
export const checkReference = (
  reference: OpenstackReference | OpenstackSubnetReference | undefined,
  at: SpecPath,
): readonly FieldProblem[] => {
  if (reference === undefined) return [];
  const id = filled(reference.id);
  const filter = filled(reference.filter);
  return collect(
    id === undefined && filter === undefined
      ? required([...at, 'id'], 'Give an id, or a filter that says what it is like.')
      : undefined,
    id !== undefined && filter !== undefined
      ? conflicting([...at, 'filter'], 'Give an id or a filter, not both.')
      : undefined,
    checkFormat(id, uuid, [...at, 'id'], 'Give a UUID as OpenStack shows it.'),
  );
};
