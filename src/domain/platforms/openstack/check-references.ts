import { isCidr, parseCidr } from '../../network/cidr.ts';
import { parseIp } from '../../network/ip.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { checkDistinct, checkFormat, collect, conflicting, invalidFormat, required } from '../problems.ts';
import type { OpenstackReference, OpenstackSubnetReference } from './openstack-spec.ts';

const uuid = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

const tagLists = ['tags', 'tagsAny', 'notTags', 'notTagsAny'] as const;

const checkRange = (text: string | undefined, at: SpecPath): FieldProblem | undefined => {
  const range = text === undefined ? undefined : parseCidr(text);
  return range === undefined || isCidr(range) ? undefined : invalidFormat(at, `${text} ${range.detail}.`);
};

export const checkAddress = (text: string | undefined, at: SpecPath): FieldProblem | undefined =>
  text === undefined || parseIp(text) !== undefined
    ? undefined
    : invalidFormat(at, `${text} is no IPv4 or IPv6 address.`);

const checkVersion = (
  { cidr, gatewayIp, ipVersion }: NonNullable<OpenstackSubnetReference['filter']>,
  at: SpecPath,
): FieldProblem | undefined => {
  const texts = [filled(cidr), filled(gatewayIp)].filter((text) => text !== undefined);
  const other = texts.find((text) => (text.includes(':') ? 6 : 4) !== ipVersion);
  return ipVersion === undefined || other === undefined
    ? undefined
    : conflicting([...at, 'ipVersion'], `${other} is not of version ${ipVersion}.`);
};

/** A filter that nothing can be like finds nothing, and the operator waits for ever. */
const checkFilter = (
  filter: NonNullable<OpenstackSubnetReference['filter']>,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    tagLists.flatMap((list) => checkDistinct(filter[list], [...at, list])),
    checkRange(filled(filter.cidr), [...at, 'cidr']),
    checkAddress(filled(filter.gatewayIp), [...at, 'gatewayIp']),
    checkVersion(filter, at),
  );

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
    filter === undefined ? undefined : checkFilter(filter, [...at, 'filter']),
  );
};
