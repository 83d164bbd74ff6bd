import type { NodePoolSpec } from '../../node-pool/node-pool-spec.ts';
import { ownMember } from '../../shared/own-member.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { type NodePoolInput, platformBlock, type SpecPath } from '../platform-rules.ts';
import {
  checkFormat,
  collect,
  conflicting,
  duplicate,
  notAllowed,
  specRoot,
  unsupported,
} from '../problems.ts';
import * as format from './aws-formats.ts';
import type { AwsNodePool, AwsPlatform } from './aws-spec.ts';
import { checkTags, maxResourceTags } from './aws-tags.ts';
import { checkPlacement } from './check-placement.ts';
import { checkRootVolume } from './check-root-volume.ts';

const zonesOf = ({ infrastructure }: AwsPlatform): readonly string[] =>
  infrastructure.mode === 'managed' ? infrastructure.zones : infrastructure.subnets.map(({ zone }) => zone);

const checkPlace = (
  aws: AwsPlatform,
  { zone, subnet }: NodePoolSpec,
  at: SpecPath,
): readonly FieldProblem[] => {
  const zones = zonesOf(aws);
  return collect(
    zone !== undefined && subnet !== undefined
      ? conflicting([...at, 'subnet'], 'Give a zone or a subnet, not both.')
      : undefined,
    zone !== undefined && !zones.includes(zone)
      ? unsupported([...at, 'zone'], `The cluster has no subnet in zone ${zone}.`, zones)
      : undefined,
    subnet !== undefined && aws.infrastructure.mode === 'managed'
      ? {
          ...notAllowed([...at, 'subnet'], 'The subnets are made with the cluster: give a zone.'),
          allowed: zones,
        }
      : undefined,
    checkFormat(
      subnet,
      format.subnetId,
      [...at, 'subnet'],
      'A subnet id has the form subnet-0123456789abcdef0.',
    ),
  );
};

/** What architecture a type has is known by its family's name. */
const checkInstanceType = (
  { instanceType, imageType }: AwsNodePool,
  { arch = 'amd64' }: NodePoolSpec,
  at: SpecPath,
): readonly FieldProblem[] => {
  const malformed = checkFormat(
    instanceType,
    format.instanceType,
    [...at, 'instanceType'],
    'Give an instance type such as m6i.xlarge.',
  );
  const isArm = format.arm64InstanceType.test(instanceType ?? '');
  return collect(
    malformed,
    instanceType !== undefined && malformed === undefined && isArm !== (arch === 'arm64')
      ? conflicting(
          [...at, 'instanceType'],
          `Machines of type ${instanceType} are ${isArm ? 'arm64' : 'amd64'}; the pool has arch ${arch}.`,
        )
      : undefined,
    imageType === 'windows' && arch !== 'amd64'
      ? conflicting([...at, 'imageType'], `Windows machines are amd64; the pool has arch ${arch}.`)
      : undefined,
  );
};

const checkSecurityGroups = (ids: readonly string[], at: SpecPath): readonly FieldProblem[] =>
  collect(
    ids.flatMap((id, index) => [
      checkFormat(
        id,
        format.securityGroupId,
        [...at, index],
        'A security group id has the form sg-0123456789abcdef0.',
      ),
      ids.indexOf(id) < index ? duplicate([...at, index], `${id} is listed before.`) : undefined,
    ]),
  );

/** Of two tags with one key that of the cluster wins, and the operator calls it a conflict. */
const checkPoolTags = (
  aws: AwsPlatform,
  tags: Readonly<Record<string, string>>,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    checkTags(tags, maxResourceTags, at),
    Object.entries(tags).map(([key, value]) => {
      const ofCluster = ownMember(aws.tags, key);
      return ofCluster === undefined || ofCluster === value
        ? undefined
        : conflicting([...at, key], `The cluster has the tag ${key} with value ${ofCluster}, which wins.`);
    }),
  );

export const checkAwsNodePool = (
  { cluster, nodePool }: NodePoolInput,
  at: SpecPath = specRoot,
): readonly FieldProblem[] => {
  const { aws } = platformBlock(cluster, 'aws');
  const { platform = {} } = nodePool;
  const path = [...at, 'platform'];
  return collect(
    checkPlace(aws, nodePool, at),
    checkInstanceType(platform, nodePool, path),
    checkFormat(
      platform.instanceProfile,
      format.instanceProfileName,
      [...path, 'instanceProfile'],
      'Give the name of an instance profile, not its ARN.',
    ),
    checkFormat(
      platform.amiId,
      format.imageId,
      [...path, 'amiId'],
      'An image id has the form ami-0123456789abcdef0.',
    ),
    checkSecurityGroups(platform.securityGroupIds ?? [], [...path, 'securityGroupIds']),
    checkPlacement(cluster, platform, path),
    checkPoolTags(aws, platform.tags ?? {}, [...path, 'tags']),
    checkRootVolume(platform.rootVolume ?? {}, aws.region, [...path, 'rootVolume']),
  );
};
