import { describe, expect, it } from 'vitest';
import { idsOf, planOf, sharedVpc, stepOf } from './requests.ts';

const roles = (...args: Parameters<typeof planOf>) => planOf(...args).filter(({ type }) => type === 'role');

const keyArn = 'arn:aws:kms:eu-west-1:123456789012:key/1';

describe('the identities of a cluster on AWS', () => {
  it('are a role for each operator, and one for the machines', () => {
    expect(roles().map(({ id, name }) => [id, name])).toEqual([
      ['role/openshift-ingress', 'b2c3d4e5f6g7h-openshift-ingress'],
      ['role/openshift-image-registry', 'b2c3d4e5f6g7h-openshift-image-registry'],
      ['role/aws-ebs-csi-driver-controller', 'b2c3d4e5f6g7h-aws-ebs-csi-driver-controller'],
      ['role/cloud-network-config-controller', 'b2c3d4e5f6g7h-cloud-network-config-controller'],
      ['role/cloud-controller', 'b2c3d4e5f6g7h-cloud-controller'],
      ['role/node-pool', 'b2c3d4e5f6g7h-node-pool'],
      ['role/control-plane-operator', 'b2c3d4e5f6g7h-control-plane-operator'],
      ['role/worker-role', 'b2c3d4e5f6g7h-worker-role'],
    ]);
  });

  it('can be made again with the ids that they had', () => {
    const stable = planOf().filter(({ hasStableId }) => hasStableId === true);
    expect(new Set(stable.map(({ type }) => type))).toEqual(
      new Set(['oidcProvider', 'role', 'instanceProfile']),
    );
  });

  it('trust the issuer of this cluster and the service accounts of one operator', () => {
    expect(stepOf(planOf(), 'role/openshift-image-registry').input['trust']).toEqual({
      kind: 'webIdentity',
      issuerUrl: 'https://oidc.example.org/b2c3d4e5f6g7h',
      serviceAccounts: [
        'system:serviceaccount:openshift-image-registry:cluster-image-registry-operator',
        'system:serviceaccount:openshift-image-registry:registry',
      ],
    });
    expect(stepOf(planOf(), 'role/worker-role').input['trust']).toEqual({
      kind: 'service',
      service: 'ec2.amazonaws.com',
    });
  });

  it('let ingress change records of its two zones, and the control plane those of the local one', () => {
    const ingress = stepOf(planOf(), 'role/openshift-ingress');
    expect(ingress.after).toEqual(['oidcProvider', 'zone/public', 'zone/private']);
    expect(ingress.input['statements']).toContainEqual({
      actions: ['route53:ChangeResourceRecordSets'],
      resources: [{ hostedZone: 'zone/public' }, { hostedZone: 'zone/private' }],
    });
    expect(stepOf(planOf(), 'role/control-plane-operator').after).toEqual(['oidcProvider', 'zone/local']);
  });

  it('stand below the path of the installation, within the boundary that the user sets', () => {
    const boundary = 'arn:aws:iam::123456789012:policy/limits';
    const plan = roles({ infrastructure: { permissionsBoundaryArn: boundary } });
    expect(new Set(plan.map(({ input }) => input['path']))).toEqual(new Set(['/berth/prod/']));
    expect(new Set(plan.map(({ input }) => input['permissionsBoundaryArn']))).toEqual(new Set([boundary]));
    expect(stepOf(planOf(), 'role/node-pool').input).not.toHaveProperty('permissionsBoundaryArn');
  });

  it('have one more for the key service, and one more for Karpenter', () => {
    const plan = planOf({
      spec: { encryption: { type: 'kms', aws: { keyArn } }, autoNode: { provisioner: 'karpenter' } },
    });
    expect(stepOf(plan, 'role/kms-provider').input['statements']).toEqual([
      {
        actions: ['kms:Encrypt', 'kms:Decrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'],
        resources: [keyArn],
      },
    ]);
    expect(stepOf(plan, 'role/karpenter').input['statements']).toContainEqual({
      actions: ['iam:PassRole'],
      resources: ['arn:*:iam::*:role/berth/prod/b2c3d4e5f6g7h-worker-role'],
      condition: { StringEquals: { 'iam:PassedToService': ['ec2.amazonaws.com', 'ec2.amazonaws.com.cn'] } },
    });
  });

  it('have none for the key service when the user gives it, or the secrets are encrypted otherwise', () => {
    const roleArn = 'arn:aws:iam::123456789012:role/kms';
    const given = planOf({ spec: { encryption: { type: 'kms', aws: { keyArn, roleArn } } } });
    expect(idsOf(given)).not.toContain('role/kms-provider');
    expect(idsOf(planOf({ spec: { encryption: { type: 'aescbc' } } }))).not.toContain('role/kms-provider');
    expect(idsOf(planOf({ spec: { encryption: { type: 'kms' } } }))).not.toContain('role/kms-provider');
  });

  it('take the policies that AWS keeps for ROSA, and keep what those leave out', () => {
    const plan = planOf({ infrastructure: { rosaManagedPolicies: true } });
    expect(stepOf(plan, 'role/node-pool').input).toMatchObject({
      managedPolicyArn: 'arn:aws:iam::aws:policy/service-role/ROSANodePoolManagementPolicy',
      statements: [],
      tags: { 'red-hat-managed': 'true', 'red-hat-clustertype': 'rosa' },
    });
    expect(stepOf(plan, 'role/openshift-ingress').input['statements']).toEqual([
      {
        actions: ['route53:ChangeResourceRecordSets'],
        condition: {
          'ForAllValues:StringLike': {
            'route53:ChangeResourceRecordSetsNormalizedRecordNames': ['*.example.org'],
          },
        },
      },
    ]);
    expect(stepOf(plan, 'role/worker-role').input).not.toHaveProperty('managedPolicyArn');
  });

  it('give the thumbprint of S3 to an issuer in a bucket, and let AWS find any other', () => {
    const bucket = 'https://issuers.s3.eu-west-1.amazonaws.com/b2c3d4e5f6g7h';
    expect(stepOf(planOf({ issuerUrl: bucket }), 'oidcProvider').input['thumbprints']).toEqual([
      'A9D53002E97E00E043244F3D170D6F4C414104FD',
    ]);
    expect(stepOf(planOf(), 'oidcProvider').input).toMatchObject({
      thumbprints: [],
      audiences: ['openshift', 'sts.amazonaws.com'],
    });
  });

  it('name the services of China as China does', () => {
    const plan = planOf({
      aws: { region: 'cn-north-1' },
      infrastructure: { zones: ['cn-north-1a'], rosaManagedPolicies: true },
    });
    expect(stepOf(plan, 'role/worker-role').input['trust']).toEqual({
      kind: 'service',
      service: 'ec2.amazonaws.com.cn',
    });
    expect(stepOf(plan, 'role/node-pool').input['managedPolicyArn']).toMatch(/^arn:aws-cn:/);
  });

  it('reach zone and endpoint of a shared VPC by roles of its account', () => {
    const plan = planOf({ infrastructure: { sharedVpc } });
    expect(stepOf(plan, 'sharedRole/route53')).toMatchObject({
      name: 'b2c3d4e5f6g7h-shared-vpc-route53',
      input: {
        account: 'vpcOwner',
        trust: { kind: 'roles', steps: ['role/openshift-ingress', 'role/control-plane-operator'] },
      },
    });
    expect(stepOf(plan, 'sharedRole/endpoint')).toMatchObject({
      name: 'b2c3d4e5f6g7h-shared-vpc-endpoint',
      input: { account: 'vpcOwner', trust: { kind: 'roles', steps: ['role/control-plane-operator'] } },
    });
    const assume = (suffix: string) => ({
      actions: ['sts:AssumeRole'],
      resources: [`arn:*:iam::*:role/berth/prod/b2c3d4e5f6g7h-${suffix}`],
    });
    const { statements } = stepOf(plan, 'role/control-plane-operator').input as { statements: object[] };
    expect(statements).toContainEqual(assume('shared-vpc-route53'));
    expect(statements).toContainEqual(assume('shared-vpc-endpoint'));
    expect(JSON.stringify(statements)).not.toContain('ec2:CreateVpcEndpoint');
    expect(stepOf(plan, 'role/openshift-ingress').input['statements']).toContainEqual({
      actions: ['route53:ChangeResourceRecordSets'],
      resources: [{ hostedZone: 'zone/public' }],
    });
  });
});
