import type { JsonObject } from '../../shared/json.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { checkFormat, collect, notAllowed, outOfRange } from '../problems.ts';
import { reservedTagKey, tagText } from './aws-formats.ts';
import type { AwsPlatform } from './aws-spec.ts';

/** Of `resourceTags` of a HostedCluster and of a NodePool. */
export const maxResourceTags = 25;

/** The ownership tag, which the operator adds. */
const operatorTags = 1;

/** berth-instance, berth-tenant, berth-cluster, berth-created-at. */
const ownershipTagCount = 4;

/** Resources are found by it. */
const nameTag = 'Name';

/** The policies that AWS keeps for ROSA only reach what carries these. */
const rosaTags = { 'red-hat-managed': 'true', 'red-hat-clustertype': 'rosa' } as const;

/** What everything of the cluster is tagged with, apart from marks of ownership: the user's tags and those that policies ask for. */
export const clusterTags = ({
  tags = {},
  infrastructure,
}: AwsPlatform): Readonly<Record<string, string>> => ({
  ...tags,
  ...(infrastructure.mode === 'managed' && infrastructure.rosaManagedPolicies === true ? rosaTags : {}),
});

/** As HyperShift lists them, in one order. */
export const resourceTagsOf = (tags: Readonly<Record<string, string>>): readonly JsonObject[] =>
  Object.entries(tags)
    .map(([key, value]) => ({ key, value }))
    .sort((left, right) => (left.key < right.key ? -1 : 1));

/** How many tags the user may give. */
export const tagRoom = (aws: AwsPlatform): number => {
  const own = Object.keys(clusterTags({ ...aws, tags: {} })).length;
  return (
    maxResourceTags - operatorTags - own - (aws.infrastructure.mode === 'managed' ? ownershipTagCount : 0)
  );
};

/** Form and number of tags that a user gave. `room` is how many there may be. */
export const checkTags = (
  tags: Readonly<Record<string, string>>,
  room: number,
  at: SpecPath,
): readonly FieldProblem[] => {
  const entries = Object.entries(tags);
  return collect(
    entries.length > room ? outOfRange(at, `At most ${room} tags; there are ${entries.length}.`) : undefined,
    entries.flatMap(([key, value]) => [
      checkFormat(key, tagText, [...at, key], 'A tag key holds letters, digits and _ . : / = + @ - only.'),
      checkFormat(
        value,
        tagText,
        [...at, key],
        'A tag value holds letters, digits and _ . : / = + @ - only, at least one.',
      ),
      key.length > 128 || value.length > 256
        ? outOfRange([...at, key], 'A tag key has at most 128 characters, a value at most 256.')
        : undefined,
      reservedTagKey.test(key) || key === nameTag
        ? notAllowed([...at, key], `Tag keys like ${key} are kept for AWS, OpenShift and this service.`)
        : undefined,
    ]),
  );
};
