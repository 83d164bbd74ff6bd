import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { platformBlock, type SpecPath } from '../platform-rules.ts';
import { checkFormat, collect, conflicting, duplicate, notAllowed, required, specRoot } from '../problems.ts';
import { checkKeyArn, checkRoleArn, partitionOf } from './aws-arns.ts';
import * as format from './aws-formats.ts';
import type { AwsPlatform } from './aws-spec.ts';
import { checkTags, tagRoom } from './aws-tags.ts';
import { checkExistingInfrastructure } from './check-existing.ts';
import { checkManagedInfrastructure } from './check-managed.ts';

/** Principals that may connect to the private endpoint: there is none when access is public, and no wildcard. */
const checkPrincipals = (aws: AwsPlatform, at: SpecPath): readonly FieldProblem[] => {
  const { additionalAllowedPrincipals: principals = [], endpointAccess = 'public' } = aws;
  if (principals.length > 0 && endpointAccess === 'public')
    return [conflicting(at, 'Principals are only for endpointAccess publicAndPrivate or private.')];
  return collect(
    principals.flatMap((arn, index) => [
      checkFormat(
        arn,
        format.principalArn,
        [...at, index],
        'Give the ARN of an account root, a role or a user.',
      ),
      principals.indexOf(arn) < index ? duplicate([...at, index], `${arn} is listed before.`) : undefined,
    ]),
  );
};

/** Machines with public addresses have no way to an endpoint that is inside the VPC of the control plane only. */
const checkAccess = (aws: AwsPlatform, at: SpecPath): FieldProblem | undefined =>
  aws.endpointAccess === 'private' && aws.infrastructure.publicOnly === true
    ? conflicting(
        [...at, 'infrastructure', 'publicOnly'],
        'endpointAccess private keeps the cluster off the internet; publicOnly puts its machines there.',
      )
    : undefined;

const checkKms = ({ encryption }: ClusterSpec, aws: AwsPlatform, at: SpecPath): readonly FieldProblem[] => {
  if (encryption?.type !== 'kms' || encryption.aws === undefined) return [];
  const { keyArn, roleArn } = encryption.aws;
  const isManaged = aws.infrastructure.mode === 'managed';
  return collect(
    checkKeyArn(keyArn, aws.region, [...at, 'keyArn']),
    isManaged && roleArn !== undefined
      ? notAllowed([...at, 'roleArn'], 'With managed infrastructure the role for the key is made as well.')
      : undefined,
    !isManaged && roleArn === undefined
      ? required([...at, 'roleArn'], 'With existing infrastructure give the role that may use the key.')
      : undefined,
    isManaged ? [] : checkRoleArn(roleArn, aws.region, [...at, 'roleArn']),
  );
};

/** The CRD takes roles of a shared VPC and of Karpenter from these only. */
const partitionsOfRoles: readonly string[] = ['aws', 'aws-cn', 'aws-us-gov'];

const checkPartition = (spec: ClusterSpec, aws: AwsPlatform, at: SpecPath): readonly FieldProblem[] => {
  const partition = partitionOf(aws.region);
  if (partitionsOfRoles.includes(partition)) return [];
  const detail = `HyperShift has this in no region of partition ${partition}, such as ${aws.region}.`;
  return collect(
    aws.infrastructure.sharedVpc === undefined
      ? undefined
      : notAllowed([...at, 'platform', 'aws', 'infrastructure', 'sharedVpc'], detail),
    spec.autoNode === undefined ? undefined : notAllowed([...at, 'autoNode'], detail),
  );
};

const checkInfrastructure = (spec: ClusterSpec, aws: AwsPlatform, at: SpecPath): readonly FieldProblem[] => {
  const { infrastructure } = aws;
  return infrastructure.mode === 'managed'
    ? checkManagedInfrastructure(spec, aws, infrastructure, at)
    : checkExistingInfrastructure(spec, aws.region, infrastructure, [
        ...at,
        'platform',
        'aws',
        'infrastructure',
      ]);
};

export const checkAwsCluster = (spec: ClusterSpec, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { aws } = platformBlock(spec, 'aws');
  const path = [...at, 'platform', 'aws'];
  const { baseDomain, publicZoneId, privateZoneId } = spec.dns ?? {};
  const zoneForm = 'Give the id of a Route 53 hosted zone, such as Z0123456789ABCDEFGHIJ.';
  return collect(
    checkFormat(aws.region, format.regionName, [...path, 'region'], 'Give an AWS region such as eu-west-1.'),
    checkInfrastructure(spec, aws, at),
    checkAccess(aws, path),
    checkPartition(spec, aws, at),
    checkTags(aws.tags ?? {}, tagRoom(aws), [...path, 'tags']),
    checkPrincipals(aws, [...path, 'additionalAllowedPrincipals']),
    checkFormat(
      aws.terminationHandlerQueueUrl,
      format.queueUrl,
      [...path, 'terminationHandlerQueueUrl'],
      'Give the URL of an SQS queue: https://sqs.REGION.amazonaws.com/ACCOUNT/NAME.',
    ),
    checkKms(spec, aws, [...at, 'encryption', 'aws']),
    filled(baseDomain) === undefined
      ? required([...at, 'dns', 'baseDomain'], 'On aws a cluster needs a domain for its applications.')
      : undefined,
    checkFormat(publicZoneId, format.hostedZoneId, [...at, 'dns', 'publicZoneId'], zoneForm),
    checkFormat(privateZoneId, format.hostedZoneId, [...at, 'dns', 'privateZoneId'], zoneForm),
  );
};
