import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type { InfrastructureOutputs } from '../../../../../src/domain/infrastructure/infrastructure-record.ts';
import type { NodePoolSpec } from '../../../../../src/domain/node-pool/node-pool-spec.ts';
import { aws } from '../../../../../src/domain/platforms/aws/aws.ts';
import type { ClusterRendering } from '../../../../../src/domain/platforms/platform-rules.ts';
import {
  existingSpec,
  keyArn,
  managedOutputs,
  managedSpec,
  roleArn,
  roles,
  sharedVpc,
  subnets,
} from './aws-samples.ts';

const infraId = 'b2c3d4e5f6g7h';

const existingOutputs = (spec: ClusterSpec): InfrastructureOutputs => {
  const outputs = aws.existingInfrastructure(spec);
  if (outputs === undefined) throw new Error('the infrastructure does not exist');
  return outputs;
};

const renderingOf = (spec: ClusterSpec, infrastructure = existingOutputs(spec)): ClusterRendering => ({
  spec,
  infraId,
  hostedClusterName: 'payments',
  infrastructure,
});

describe('the block of a HostedCluster', () => {
  const tags = [
    { key: 'berth-cluster', value: 'cl_1' },
    { key: 'berth-instance', value: 'test' },
  ];
  const ofCluster = { key: `kubernetes.io/cluster/${infraId}`, value: 'owned' };

  test('refers to what Berth made, and carries its marks of ownership', () => {
    expect(aws.hostedClusterPlatform(renderingOf(managedSpec(), managedOutputs()))).toEqual({
      aws: {
        region: 'eu-west-1',
        endpointAccess: 'Public',
        multiArch: false,
        cloudProviderConfig: {
          vpc: 'vpc-0123456789abcdef0',
          subnet: { id: 'subnet-0123456789abcdef0' },
          zone: 'eu-west-1a',
        },
        rolesRef: {
          ingressARN: roles.ingress,
          imageRegistryARN: roles.imageRegistry,
          storageARN: roles.storage,
          networkARN: roles.network,
          kubeCloudControllerARN: roles.kubeCloudController,
          nodePoolManagementARN: roles.nodePoolManagement,
          controlPlaneOperatorARN: roles.controlPlaneOperator,
        },
        resourceTags: [...tags, ofCluster],
      },
    });
  });

  test('has the tags of the user, those that policies of ROSA ask for, and marks of ownership', () => {
    const spec = managedSpec({ rosaManagedPolicies: true }, { tags: { team: 'a', 'Cost-Centre': '42' } });
    expect(aws.hostedClusterPlatform(renderingOf(spec, managedOutputs()))).toMatchObject({
      aws: {
        resourceTags: [
          { key: 'Cost-Centre', value: '42' },
          ...tags,
          { key: 'red-hat-clustertype', value: 'rosa' },
          { key: 'red-hat-managed', value: 'true' },
          { key: 'team', value: 'a' },
          ofCluster,
        ],
      },
    });
  });

  test('names a shared VPC, whose role may connect as well', () => {
    const principal = 'arn:aws:iam::123456789012:root';
    const reference = {
      localZoneID: sharedVpc.localZoneId,
      rolesRef: { ingressARN: sharedVpc.ingressRoleArn, controlPlaneARN: sharedVpc.controlPlaneRoleArn },
    };
    const further = { endpointAccess: 'private', additionalAllowedPrincipals: [principal] } as const;
    expect(aws.hostedClusterPlatform(renderingOf(existingSpec({ sharedVpc }, further)))).toMatchObject({
      aws: {
        endpointAccess: 'Private',
        sharedVPC: reference,
        additionalAllowedPrincipals: [principal, sharedVpc.controlPlaneRoleArn],
      },
    });
    const managed = renderingOf(managedSpec(), managedOutputs({ sharedVpc }));
    expect(aws.hostedClusterPlatform(managed)).toMatchObject({
      aws: { sharedVPC: reference, additionalAllowedPrincipals: [sharedVpc.controlPlaneRoleArn] },
    });
  });

  test('names the queue of interruption notices', () => {
    const terminationHandlerQueueUrl = 'https://sqs.eu-west-1.amazonaws.com/123456789012/q';
    expect(
      aws.hostedClusterPlatform(renderingOf(existingSpec({}, { terminationHandlerQueueUrl }))),
    ).toMatchObject({ aws: { terminationHandlerQueueURL: terminationHandlerQueueUrl } });
  });
});

describe('other parts of a HostedCluster', () => {
  test('machines with public addresses are an annotation', () => {
    expect(aws.annotations?.(renderingOf(existingSpec()))).toEqual({});
    const annotation = { 'hypershift.openshift.io/aws-machine-public-ips': 'true' };
    expect(aws.annotations?.(renderingOf(existingSpec({ publicOnly: true })))).toEqual(annotation);
    expect(aws.annotations?.(renderingOf(managedSpec({ publicOnly: true }), managedOutputs()))).toEqual(
      annotation,
    );
  });

  test('autoNode names the role of Karpenter, whoever made it', () => {
    const more = { autoNode: { provisioner: 'karpenter' } } as const;
    const expected = {
      autoNode: {
        provisionerConfig: {
          name: 'Karpenter',
          karpenter: { platform: 'AWS', aws: { roleARN: roleArn('karpenter') } },
        },
      },
    };
    const existing = renderingOf(existingSpec({ karpenterRoleArn: roleArn('karpenter') }, {}, more));
    expect(aws.hostedClusterMembers?.(existing)).toEqual(expected);
    const managed = renderingOf(
      managedSpec({}, {}, more),
      managedOutputs({ karpenterRoleArn: roleArn('karpenter') }),
    );
    expect(aws.hostedClusterMembers?.(managed)).toEqual(expected);
    expect(aws.hostedClusterMembers?.(renderingOf(managedSpec(), managedOutputs()))).toEqual({});
  });

  test('a key service names key and role, whoever made the role', () => {
    const kms = {
      provider: 'AWS',
      aws: { region: 'eu-west-1', activeKey: { arn: keyArn }, auth: { awsKms: roleArn('kms') } },
    };
    const encryption = (roleArnOfUser?: string) =>
      ({ encryption: { type: 'kms', aws: { keyArn, roleArn: roleArnOfUser } } }) as const;
    expect(aws.keyService?.(renderingOf(existingSpec({}, {}, encryption(roleArn('kms')))))).toEqual(kms);
    const managed = renderingOf(
      managedSpec({}, {}, encryption()),
      managedOutputs({ kmsRoleArn: roleArn('kms') }),
    );
    expect(aws.keyService?.(managed)).toEqual(kms);
    expect(aws.keyService?.(renderingOf(existingSpec()))).toBeUndefined();
    const without = existingSpec({}, {}, { encryption: { type: 'kms' } });
    expect(aws.keyService?.(renderingOf(without))).toBeUndefined();
  });

  test('a signing key of the user comes as a Secret', () => {
    const serviceAccountSigningKeyCredentialId = 'cr_01jzc8w2q5e8rv9n3k7m4x6t0f';
    const rendering = renderingOf(existingSpec({ serviceAccountSigningKeyCredentialId }));
    const secretOf = (id: string) => `value of ${id}`;
    expect(aws.objects?.(rendering, secretOf)).toEqual([
      {
        kind: 'Secret',
        name: 'payments-sa-token-issuer-key',
        data: { key: 'value of cr_01jzc8w2q5e8rv9n3k7m4x6t0f' },
      },
    ]);
    expect(aws.hostedClusterMembers?.(rendering)).toEqual({
      serviceAccountSigningKey: { name: 'payments-sa-token-issuer-key' },
    });
  });

  test.each([
    ['without a key of the user', renderingOf(existingSpec())],
    ['with infrastructure that Berth makes', renderingOf(managedSpec(), managedOutputs())],
  ])('%s there is no Secret', (_, rendering) => {
    expect(aws.objects?.(rendering, () => 'never')).toEqual([]);
    expect(aws.hostedClusterMembers?.(rendering)).toEqual({});
  });
});

describe('infrastructure that exists', () => {
  test('gives the ids of the user', () => {
    expect(aws.existingInfrastructure(existingSpec())).toEqual({
      issuerUrl: 'https://oidc.example.org/payments',
      aws: { vpcId: 'vpc-0123456789abcdef0', subnets, roles },
    });
    const everything = existingSpec(
      { instanceProfile: 'workers', karpenterRoleArn: roleArn('karpenter'), sharedVpc },
      {},
      { encryption: { type: 'kms', aws: { keyArn, roleArn: roleArn('kms') } } },
    );
    expect(aws.existingInfrastructure(everything)?.aws).toEqual({
      vpcId: 'vpc-0123456789abcdef0',
      subnets,
      roles,
      instanceProfile: 'workers',
      karpenterRoleArn: roleArn('karpenter'),
      kmsRoleArn: roleArn('kms'),
      sharedVpc,
    });
  });

  test('is not there when Berth makes it', () => {
    expect(aws.existingInfrastructure(managedSpec())).toBeUndefined();
  });
});

describe('services with names of their own', () => {
  test.each([
    [undefined, ['APIServer', 'Ignition', 'Konnectivity', 'OAuthServer']],
    ['public', ['APIServer', 'Ignition', 'Konnectivity', 'OAuthServer']],
    ['publicAndPrivate', ['APIServer', 'OAuthServer']],
    ['private', ['APIServer', 'OAuthServer']],
  ] as const)('with access %s are %j', (endpointAccess, services) => {
    expect(aws.publishing.hostnames(managedSpec({}, { endpointAccess }))).toEqual(services);
  });
});

describe('the block of a NodePool', () => {
  const blockOf = (nodePool: NodePoolSpec, infrastructure = managedOutputs()) =>
    aws.nodePoolPlatform({
      cluster: managedSpec(),
      nodePool: { ...nodePool, platform: aws.nodePoolDefaults(nodePool) },
      infraId,
      infrastructure,
    })['aws'];
  const plain = {
    instanceType: 'm5.large',
    instanceProfile: 'b2c3d4e5f6g7h-worker',
    subnet: { id: 'subnet-0123456789abcdef0' },
    rootVolume: { size: 120, type: 'gp3' },
  };

  test('has defaults, and the subnet of its zone', () => {
    expect(blockOf({})).toEqual(plain);
    expect(blockOf({ zone: 'eu-west-1b' })).toEqual({ ...plain, subnet: { id: 'subnet-0123456789abcdef1' } });
    expect(blockOf({ arch: 'arm64' })).toEqual({ ...plain, instanceType: 'm6g.large' });
    expect(blockOf({ arch: 's390x' })).toEqual(plain);
  });

  test('names the subnet that the pool names', () => {
    expect(blockOf({ subnet: 'subnet-9' })).toEqual({ ...plain, subnet: { id: 'subnet-9' } });
  });

  test('takes the profile that Berth makes when nobody names one', () => {
    expect(blockOf({}, managedOutputs({ instanceProfile: undefined }))).toEqual(plain);
    expect(blockOf({}, managedOutputs({ instanceProfile: 'workers' }))).toEqual({
      ...plain,
      instanceProfile: 'workers',
    });
  });

  test('without a subnet still renders, for admission to refuse', () => {
    const { subnet: _, ...without } = plain;
    expect(blockOf({ zone: 'eu-west-1c' })).toEqual(without);
    expect(blockOf({}, managedOutputs({ subnets: [] }))).toEqual(without);
  });

  test('says everything that a pool may say', () => {
    const platform = {
      instanceType: 'm7i.xlarge',
      instanceProfile: 'own',
      securityGroupIds: ['sg-1', 'sg-2'],
      amiId: 'ami-1',
      imageType: 'windows',
      tenancy: 'dedicated',
      marketType: 'onDemand',
      tags: { team: 'a', stage: 'x' },
      rootVolume: { sizeGiB: 200, type: 'io2', iops: 5000, encrypted: true, kmsKeyArn: keyArn },
    } as const;
    expect(blockOf({ platform })).toEqual({
      instanceType: 'm7i.xlarge',
      instanceProfile: 'own',
      subnet: { id: 'subnet-0123456789abcdef0' },
      securityGroups: [{ id: 'sg-1' }, { id: 'sg-2' }],
      ami: 'ami-1',
      imageType: 'Windows',
      placement: { tenancy: 'dedicated', marketType: 'OnDemand' },
      resourceTags: [
        { key: 'stage', value: 'x' },
        { key: 'team', value: 'a' },
      ],
      rootVolume: { size: 200, type: 'io2', iops: 5000, encrypted: true, encryptionKey: keyArn },
    });
  });

  test.each([
    [
      { marketType: 'spot', spotMaxPrice: '0.25' },
      { marketType: 'Spot', spot: { maxPrice: '0.25' } },
    ],
    [{ marketType: 'spot' }, { marketType: 'Spot' }],
    [{ capacityReservation: { preference: 'none' } }, { capacityReservation: { preference: 'None' } }],
    [{ capacityReservation: { preference: 'open' } }, { capacityReservation: { preference: 'Open' } }],
    [
      { capacityReservation: { id: 'cr-0', preference: 'capacityReservationsOnly' } },
      { capacityReservation: { id: 'cr-0', preference: 'CapacityReservationsOnly' } },
    ],
    [
      { marketType: 'capacityBlocks', capacityReservation: { id: 'cr-0' } },
      {
        marketType: 'CapacityBlocks',
        capacityReservation: { id: 'cr-0', marketType: 'CapacityBlocks' },
      },
    ],
  ] as const)('%j is placed by %j', (platform, placement) => {
    expect(blockOf({ platform })).toMatchObject({ placement });
  });
});

test('a pool has a place once the subnet of its zone is made; one without a zone always has', () => {
  const hasPlace = (zone?: string): boolean | undefined =>
    aws.hasPlaceFor?.({
      cluster: managedSpec(),
      nodePool: { replicas: 1, ...(zone === undefined ? {} : { zone }) },
      infraId,
      infrastructure: managedOutputs(),
    });
  expect([hasPlace(subnets[0]?.zone), hasPlace('eu-west-1z'), hasPlace()]).toEqual([true, false, true]);
});
