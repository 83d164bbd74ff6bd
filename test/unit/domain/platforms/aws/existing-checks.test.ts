import { describe, expect, test } from 'vitest';
import { aws } from '../../../../../src/domain/platforms/aws/aws.ts';
import type { AwsExistingInfrastructure } from '../../../../../src/domain/platforms/aws/aws-spec.ts';
import { existingSpec, problemsOf, roleArn, roles, sharedVpc } from './aws-samples.ts';

const base = '/spec/platform/aws/infrastructure';

const oneRole = roleArn('shared');
const shared = Object.fromEntries(
  Object.keys(roles).map((name) => [name, oneRole]),
) as unknown as typeof roles;

describe('infrastructure that exists', () => {
  test.each<readonly [string, Partial<AwsExistingInfrastructure>, readonly string[]]>([
    ['the least', {}, []],
    ['no subnet', { subnets: [] }, ['/subnets required']],
    [
      'another id than that of a subnet',
      { subnets: [{ id: 'a', zone: 'eu-west-1a' }] },
      ['/subnets/0/id invalid-format'],
    ],
    [
      'a subnet twice',
      { subnets: ['eu-west-1a', 'eu-west-1b'].map((zone) => ({ id: 'subnet-1', zone })) },
      ['/subnets/1/id duplicate'],
    ],
    [
      'a letter too many',
      { subnets: [{ id: 'subnet-1', zone: 'eu-west-1ab' }] },
      ['/subnets/0/zone conflict'],
    ],
    [
      'a zone of a region of like name',
      { subnets: [{ id: 'subnet-1', zone: 'eu-west-12a' }] },
      ['/subnets/0/zone conflict'],
    ],
    ['a local zone', { subnets: [{ id: 'subnet-1', zone: 'eu-west-1-lhr-1a' }] }, []],
    [
      'a role of a user instead of a role',
      { roles: { ...roles, ingress: 'arn:aws:iam::123456789012:user/x' } },
      ['/roles/ingress invalid-format'],
    ],
    [
      'a role of another partition',
      { roles: { ...roles, storage: 'arn:aws-us-gov:iam::123456789012:role/x' } },
      ['/roles/storage conflict'],
    ],
    [
      'a role of another account',
      { roles: { ...roles, network: 'arn:aws:iam::210987654321:role/x' } },
      ['/roles/network conflict'],
    ],
    [
      'one role for two operators',
      { roles: { ...roles, network: roles.ingress } },
      ['/roles/network duplicate'],
    ],
    [
      'a role without a name',
      { roles: { ...roles, network: roleArn('path/') } },
      ['/roles/network invalid-format'],
    ],
    [
      'a role with a longer name than IAM has',
      { roles: { ...roles, network: roleArn(`path/${'a'.repeat(65)}`) } },
      ['/roles/network invalid-format'],
    ],
    ['a role with a path', { roles: { ...roles, network: roleArn(`path/${'a'.repeat(64)}`) } }, []],
    [
      'a longer issuer than the CRD takes',
      { issuerUrl: `https://oidc.example.org/${'a'.repeat(231)}` },
      ['/issuerUrl invalid-format'],
    ],
    [
      'a role of the VPC owner that is too long for the list of who may connect',
      {
        sharedVpc: {
          ...sharedVpc,
          controlPlaneRoleArn: `${sharedVpc.controlPlaneRoleArn.replace('role/', `role/${'p/'.repeat(110)}`)}`,
        },
      },
      ['/sharedVpc/controlPlaneRoleArn out-of-range'],
    ],
    ['one role for all operators', { roles: shared }, []],
    ['a role of Karpenter', { karpenterRoleArn: roleArn('karpenter') }, []],
    ['no ARN of Karpenter', { karpenterRoleArn: 'karpenter' }, ['/karpenterRoleArn invalid-format']],
    ['a shared VPC', { sharedVpc }, []],
    [
      'a shared VPC whose roles are in the account of the cluster',
      { sharedVpc: { ...sharedVpc, ingressRoleArn: roleArn('shared-ingress') } },
      ['/sharedVpc/ingressRoleArn conflict'],
    ],
    [
      'a shared VPC that is not described',
      { sharedVpc: { localZoneId: 'z', ingressRoleArn: 'a', controlPlaneRoleArn: '*' } },
      [
        '/sharedVpc/localZoneId invalid-format',
        '/sharedVpc/ingressRoleArn invalid-format',
        '/sharedVpc/controlPlaneRoleArn invalid-format',
      ],
    ],
  ])('%s', (_, infrastructure, problems) => {
    expect(problemsOf(existingSpec(infrastructure))).toEqual(problems.map((problem) => `${base}${problem}`));
  });

  test('says what was found and what is allowed', () => {
    const infrastructure = {
      roles: { ...roles, network: roles.ingress },
      subnets: [
        { id: 'subnet-1', zone: 'eu-west-1a' },
        { id: 'subnet-2', zone: 'eu-west-1a' },
        { id: 'subnet-3', zone: 'eu-central-1a' },
      ],
    };
    expect(aws.checkCluster(existingSpec(infrastructure)).map(({ detail }) => detail)).toEqual([
      'Zone eu-west-1a is listed before; give each zone once.',
      'Zone eu-central-1a is not a zone of region eu-west-1 such as eu-west-1a.',
      'arn:aws:iam::123456789012:role/ingress is the role of ingress as well; give a role each, or one for all.',
    ]);
  });

  test('needs the role of Karpenter for autoNode', () => {
    const autoNode = { provisioner: 'karpenter' } as const;
    expect(problemsOf(existingSpec({}, {}, { autoNode }))).toEqual([`${base}/karpenterRoleArn required`]);
    const withRole = existingSpec({ karpenterRoleArn: roleArn('karpenter') }, {}, { autoNode });
    expect(problemsOf(withRole)).toEqual([]);
  });

  test('does not need a credential', () => {
    expect(problemsOf(existingSpec({}, { credentialId: undefined }))).toEqual([]);
  });

  test.each([
    ['cn-north-1', 'aws-cn'],
    ['us-gov-west-1', 'aws-us-gov'],
    ['us-isob-east-1', 'aws-iso-b'],
    ['eusc-de-east-1', 'aws-eusc'],
    ['us-west-2', 'aws'],
  ])('in %s roles are in partition %s', (region, partition) => {
    const roleIn = (other: string) => `arn:${other}:iam::123456789012:role/shared`;
    const specIn = (other: string) =>
      existingSpec(
        {
          roles: Object.fromEntries(
            Object.keys(roles).map((name) => [name, roleIn(partition)]),
          ) as unknown as typeof roles,
          subnets: [{ id: 'subnet-1', zone: `${region}a` }],
          karpenterRoleArn: roleIn(other),
        },
        { region },
      );
    expect(problemsOf(specIn(partition))).toEqual([]);
    expect(problemsOf(specIn('aws-iso'))).toEqual([`${base}/karpenterRoleArn conflict`]);
  });
});
