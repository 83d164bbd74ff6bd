import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { checkFormat, collect, conflicting, duplicate, outOfRange, required } from '../problems.ts';
import { accountOf, checkRoleArn } from './aws-arns.ts';
import * as format from './aws-formats.ts';
import type { AwsExistingInfrastructure, AwsRoles, AwsSharedVpc } from './aws-spec.ts';
import { checkZones, isZoneOf } from './aws-zones.ts';

const checkSubnets = (
  region: string,
  { subnets }: AwsExistingInfrastructure,
  at: SpecPath,
): readonly FieldProblem[] => {
  if (subnets.length === 0) return [required(at, 'Give at least one subnet of the VPC.')];
  const ids = subnets.map(({ id }) => id);
  return collect(
    ids.flatMap((id, index) => [
      checkFormat(
        id,
        format.subnetId,
        [...at, index, 'id'],
        'A subnet id has the form subnet-0123456789abcdef0.',
      ),
      ids.indexOf(id) < index
        ? duplicate([...at, index, 'id'], `Subnet ${id} is listed before; give one subnet a zone.`)
        : undefined,
    ]),
    checkZones(
      region,
      subnets.map(({ zone }) => zone),
      isZoneOf,
      (index) => [...at, index, 'zone'],
    ),
  );
};

/** One role for all operators is a way to set a cluster up; one for some of them is a slip. */
const checkRepeatedRoles = (roles: AwsRoles, at: SpecPath): readonly FieldProblem[] => {
  const entries = Object.entries(roles);
  const arns = entries.map(([, arn]) => arn);
  if (new Set(arns).size === 1) return [];
  return entries.flatMap(([name, arn], index) => {
    const first = arns.indexOf(arn);
    return first === index
      ? []
      : [
          duplicate(
            [...at, name],
            `${arn} is the role of ${entries[first]?.[0]} as well; give a role each, or one for all.`,
          ),
        ];
  });
};

const checkRoles = (region: string, roles: AwsRoles, at: SpecPath): readonly FieldProblem[] => {
  const forms = Object.entries(roles).flatMap(([name, arn]) => checkRoleArn(arn, region, [...at, name]));
  if (forms.length > 0) return forms;
  const account = accountOf(roles.ingress);
  return collect(
    Object.entries(roles).map(([name, arn]) =>
      accountOf(arn) === account
        ? undefined
        : conflicting([...at, name], `${arn} is in another account than ${roles.ingress}.`),
    ),
    checkRepeatedRoles(roles, at),
  );
};

const checkSharedVpc = (
  region: string,
  sharedVpc: AwsSharedVpc | undefined,
  account: string,
  at: SpecPath,
): readonly FieldProblem[] => {
  if (sharedVpc === undefined) return [];
  return collect(
    checkFormat(
      sharedVpc.localZoneId,
      format.hostedZoneId,
      [...at, 'localZoneId'],
      'Give the id of a Route 53 hosted zone, such as Z0123456789ABCDEFGHIJ.',
    ),
    (['ingressRoleArn', 'controlPlaneRoleArn'] as const).flatMap((name) => {
      const arn = sharedVpc[name];
      const forms = checkRoleArn(arn, region, [...at, name]);
      if (forms.length > 0) return forms;
      if (!format.principalArn.test(arn))
        return [
          outOfRange([...at, name], `${name} has ${arn.length} characters; at most 255 may be let in there.`),
        ];
      if (accountOf(arn) !== account) return [];
      return [conflicting([...at, name], `${arn} is in the account of the cluster, not in that of the VPC.`)];
    }),
  );
};

/** What the caller made, as far as its ids tell; whether it is there and fits is read from the cloud. */
export const checkExistingInfrastructure = (
  spec: ClusterSpec,
  region: string,
  infrastructure: AwsExistingInfrastructure,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
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
    checkSubnets(region, infrastructure, [...at, 'subnets']),
    checkRoles(region, infrastructure.roles, [...at, 'roles']),
    checkFormat(
      infrastructure.issuerUrl,
      format.issuerUrl,
      [...at, 'issuerUrl'],
      'Give an https URL of at most 255 characters, without query and fragment.',
    ),
    checkFormat(
      infrastructure.instanceProfile,
      format.instanceProfileName,
      [...at, 'instanceProfile'],
      'Give the name of an instance profile, not its ARN.',
    ),
    checkRoleArn(infrastructure.karpenterRoleArn, region, [...at, 'karpenterRoleArn']),
    spec.autoNode !== undefined && infrastructure.karpenterRoleArn === undefined
      ? required([...at, 'karpenterRoleArn'], 'autoNode needs the role of Karpenter.')
      : undefined,
    checkSharedVpc(region, infrastructure.sharedVpc, accountOf(infrastructure.roles.ingress), [
      ...at,
      'sharedVpc',
    ]),
  );
