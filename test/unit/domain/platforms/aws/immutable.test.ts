import { describe, expect, test } from 'vitest';
import { checkImmutableClusterFields } from '../../../../../src/domain/cluster/admission-immutable.ts';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type {
  AwsExistingInfrastructure,
  AwsManagedInfrastructure,
  AwsPlatform,
} from '../../../../../src/domain/platforms/aws/aws-spec.ts';
import {
  credentialId,
  existingSpec,
  managedSpec,
  roleArn,
  roles,
  sharedVpc,
  subnets,
  vpcOwnerCredentialId,
} from './aws-samples.ts';

const base = '/spec/platform/aws';

const touched = (before: ClusterSpec, after: ClusterSpec): string[] =>
  checkImmutableClusterFields(
    { spec: before, domainPrefix: 'payments', infraId: 'payments-x7k2b' },
    after,
  ).map(({ pointer }) => pointer);

describe('a cluster on infrastructure that exists', () => {
  test.each<readonly [string, Partial<AwsExistingInfrastructure>, Partial<AwsPlatform>]>([
    ['tags', {}, { tags: { team: 'a' } }],
    ['multiArch', {}, { multiArch: true }],
    ['a credential', {}, { credentialId }],
    ['a role', { roles: { ...roles, ingress: roleArn('other') } }, {}],
    ['the role of Karpenter', { karpenterRoleArn: roleArn('karpenter') }, {}],
    ['a further zone', { subnets: [...subnets, { id: 'subnet-3', zone: 'eu-west-1c' }] }, {}],
    ['the infraId that it has', { infraId: 'payments-x7k2b' }, {}],
    ['the default of publicOnly', { publicOnly: false }, {}],
  ])('may change %s', (_, infrastructure, platform) => {
    expect(touched(existingSpec(), existingSpec(infrastructure, platform))).toEqual([]);
  });

  test.each<readonly [string, Partial<AwsExistingInfrastructure>]>([
    ['vpcId', { vpcId: 'vpc-1' }],
    ['subnets', { subnets: subnets.slice(0, 1) }],
    ['subnets', { subnets: [...subnets].reverse() }],
    ['infraId', { infraId: 'other' }],
    ['issuerUrl', { issuerUrl: 'https://other.example.org' }],
    ['publicOnly', { publicOnly: true }],
    ['sharedVpc', { sharedVpc }],
    ['serviceAccountSigningKeyCredentialId', { serviceAccountSigningKeyCredentialId: credentialId }],
  ])('may not change %s (%#)', (field, infrastructure) => {
    expect(touched(existingSpec(), existingSpec(infrastructure))).toEqual([
      `${base}/infrastructure/${field}`,
    ]);
  });

  test('may become private when it is half private, and not otherwise', () => {
    const withAccess = (endpointAccess: AwsPlatform['endpointAccess']) =>
      existingSpec({}, { endpointAccess });
    expect(touched(withAccess('publicAndPrivate'), withAccess('private'))).toEqual([]);
    expect(touched(withAccess('public'), existingSpec())).toEqual([]);
    expect(touched(existingSpec(), withAccess('publicAndPrivate'))).toEqual([`${base}/endpointAccess`]);
  });

  test('may not be handed over to Berth', () => {
    expect(touched(existingSpec(), managedSpec())).toContain(`${base}/infrastructure/mode`);
    expect(touched(managedSpec(), existingSpec())).toContain(`${base}/infrastructure/mode`);
  });
});

describe('a cluster on infrastructure that Berth made', () => {
  test.each<readonly [string, Partial<AwsManagedInfrastructure>, Partial<AwsPlatform>]>([
    ['tags', {}, { tags: { team: 'a' } }],
    ['a further zone', { zones: ['eu-west-1a', 'eu-west-1b', 'eu-west-1c'] }, {}],
    ['what is the default', { machineCidr: '10.0.0.0/16', natGateways: 'perZone', egress: 'natGateway' }, {}],
    ['no more than a default', { publicOnly: false, rosaManagedPolicies: false }, {}],
  ])('may get %s', (_, infrastructure, platform) => {
    expect(touched(managedSpec(), managedSpec(infrastructure, platform))).toEqual([]);
  });

  test.each<readonly [string, Partial<AwsManagedInfrastructure>]>([
    ['zones', { zones: ['eu-west-1a'] }],
    ['zones', { zones: ['eu-west-1b', 'eu-west-1a'] }],
    ['zones', { zones: ['eu-west-1c', 'eu-west-1a', 'eu-west-1b'] }],
    ['machineCidr', { machineCidr: '10.7.0.0/16' }],
    ['natGateways', { natGateways: 'single' }],
    ['publicOnly', { publicOnly: true }],
    ['egress', { egress: 'proxy' }],
    ['permissionsBoundaryArn', { permissionsBoundaryArn: 'arn:aws:iam::123456789012:policy/b' }],
    ['rosaManagedPolicies', { rosaManagedPolicies: true }],
    ['sharedVpc', { sharedVpc: { vpcOwnerCredentialId } }],
  ])('may not change %s (%#)', (field, infrastructure) => {
    expect(touched(managedSpec(), managedSpec(infrastructure))).toEqual([`${base}/infrastructure/${field}`]);
  });

  test('stays in the account of its credential', () => {
    expect(touched(managedSpec(), managedSpec({}, { credentialId: vpcOwnerCredentialId }))).toEqual([
      `${base}/credentialId`,
    ]);
  });
});
