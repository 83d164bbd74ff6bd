import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { platformBlock, type SpecPath } from '../platform-rules.ts';
import {
  checkFormat,
  collect,
  conflicting,
  duplicate,
  notAllowed,
  outOfRange,
  required,
  specRoot,
} from '../problems.ts';
import * as format from './aws-formats.ts';
import type { AwsPlatform } from './aws-spec.ts';

/** One of the 25 tags of the API is the ownership tag. */
const maxTags = 24;

/** `eu-west-1a`, and the longer names of local zones such as `us-west-2-lax-1a`. */
const isZoneOf = (region: string, zone: string): boolean =>
  zone.startsWith(region) && /^-?[a-z]/.test(zone.slice(region.length));

const checkSubnets = ({ region, infrastructure }: AwsPlatform, at: SpecPath): readonly FieldProblem[] => {
  const path = [...at, 'subnets'];
  const { subnets } = infrastructure;
  if (subnets.length === 0) return [required(path, 'Give at least one subnet of the VPC.')];
  return subnets.flatMap(({ id, zone }, index) => {
    const earlier = subnets.slice(0, index);
    return collect(
      checkFormat(
        id,
        format.subnetId,
        [...path, index, 'id'],
        'A subnet id has the form subnet-0123456789abcdef0.',
      ),
      isZoneOf(region, zone)
        ? undefined
        : conflicting([...path, index, 'zone'], `Zone ${zone} is not a zone of region ${region}.`),
      earlier.some((other) => other.id === id)
        ? duplicate([...path, index, 'id'], `Subnet ${id} is listed before.`)
        : undefined,
      earlier.some((other) => other.zone === zone)
        ? duplicate([...path, index, 'zone'], `Zone ${zone} has a subnet already; give one subnet a zone.`)
        : undefined,
    );
  });
};

const checkInfrastructure = (aws: AwsPlatform, at: SpecPath): readonly FieldProblem[] => {
  const { infrastructure } = aws;
  return collect(
    checkFormat(
      infrastructure.infraId,
      format.infraId,
      [...at, 'infraId'],
      'Give lower case letters, digits and -, at most 27 characters.',
    ),
    checkFormat(
      infrastructure.vpcId,
      format.vpcId,
      [...at, 'vpcId'],
      'A VPC id has the form vpc-0123456789abcdef0.',
    ),
    checkSubnets(aws, at),
    Object.entries(infrastructure.roles).map(([name, arn]) =>
      checkFormat(
        arn,
        format.roleArn,
        [...at, 'roles', name],
        'Give the ARN of an IAM role: arn:aws:iam::123456789012:role/NAME.',
      ),
    ),
    checkFormat(
      infrastructure.issuerUrl,
      format.issuerUrl,
      [...at, 'issuerUrl'],
      'Give an https URL without query and fragment.',
    ),
    checkFormat(
      infrastructure.instanceProfile,
      format.instanceProfileName,
      [...at, 'instanceProfile'],
      'Give the name of an instance profile, not its ARN.',
    ),
  );
};

const checkTags = ({ tags = {} }: AwsPlatform, at: SpecPath): readonly FieldProblem[] => {
  const entries = Object.entries(tags);
  return collect(
    entries.length > maxTags
      ? outOfRange(at, `At most ${maxTags} tags; there are ${entries.length}.`)
      : undefined,
    entries.flatMap(([key, value]) => [
      checkFormat(
        key,
        format.tagText,
        [...at, key],
        'A tag key holds letters, digits and _ . : / = + @ - only.',
      ),
      checkFormat(
        value,
        format.tagText,
        [...at, key],
        'A tag value holds letters, digits and _ . : / = + @ - only, at least one.',
      ),
      key.length > 128 || value.length > 256
        ? outOfRange([...at, key], 'A tag key has at most 128 characters, a value at most 256.')
        : undefined,
      format.reservedTagKey.test(key)
        ? notAllowed([...at, key], `Tag keys like ${key} are kept for AWS, OpenShift and this service.`)
        : undefined,
    ]),
  );
};

/** Principals that may connect to the private endpoint: there is none when access is public, and no wildcard. */
const checkPrincipals = (aws: AwsPlatform, at: SpecPath): readonly FieldProblem[] => {
  const { additionalAllowedPrincipals: principals = [], endpointAccess = 'public' } = aws;
  if (principals.length > 0 && endpointAccess === 'public')
    return [conflicting(at, 'Principals are only for endpointAccess publicAndPrivate or private.')];
  return collect(
    principals.map((arn, index) =>
      checkFormat(
        arn,
        format.principalArn,
        [...at, index],
        'Give the ARN of an account root, a role or a user.',
      ),
    ),
  );
};

const checkKms = ({ encryption }: ClusterSpec, region: string, at: SpecPath): readonly FieldProblem[] => {
  if (encryption?.type !== 'kms') return [];
  const { keyArn, roleArn } = encryption.aws;
  const keyRegion = format.kmsKeyArn.exec(keyArn)?.groups?.['region'];
  return collect(
    checkFormat(
      keyArn,
      format.kmsKeyArn,
      [...at, 'keyArn'],
      'Give the ARN of a KMS key: arn:aws:kms:REGION:ACCOUNT:key/ID.',
    ),
    keyRegion !== undefined && keyRegion !== region
      ? conflicting([...at, 'keyArn'], `The key is in ${keyRegion}, the cluster in ${region}.`)
      : undefined,
    checkFormat(
      roleArn,
      format.roleArn,
      [...at, 'roleArn'],
      'Give the ARN of an IAM role: arn:aws:iam::123456789012:role/NAME.',
    ),
  );
};

export const checkAwsCluster = (spec: ClusterSpec, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { aws } = platformBlock(spec, 'aws');
  const path = [...at, 'platform', 'aws'];
  const { baseDomain, publicZoneId, privateZoneId } = spec.dns ?? {};
  const zoneForm = 'Give the id of a Route 53 hosted zone, such as Z0123456789ABCDEFGHIJ.';
  return collect(
    checkFormat(aws.region, format.regionName, [...path, 'region'], 'Give an AWS region such as eu-west-1.'),
    checkInfrastructure(aws, [...path, 'infrastructure']),
    checkTags(aws, [...path, 'tags']),
    checkPrincipals(aws, [...path, 'additionalAllowedPrincipals']),
    checkKms(spec, aws.region, [...at, 'encryption', 'aws']),
    filled(baseDomain) === undefined
      ? required([...at, 'dns', 'baseDomain'], 'On aws a cluster needs a domain for its applications.')
      : undefined,
    checkFormat(publicZoneId, format.hostedZoneId, [...at, 'dns', 'publicZoneId'], zoneForm),
    checkFormat(privateZoneId, format.hostedZoneId, [...at, 'dns', 'privateZoneId'], zoneForm),
  );
};
