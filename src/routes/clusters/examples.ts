const pullSecretCredentialId = 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd';

const role = (name: string): string => `arn:aws:iam::123456789012:role/payments-${name}`;

const kubevirtCluster = {
  name: 'payments-test',
  labels: { env: 'test' },
  spec: {
    version: '4.20.3',
    platform: { type: 'kubevirt', kubevirt: {} },
    pullSecretCredentialId,
    nodePools: [{ name: 'workers', replicas: 2, platform: { cores: 4, memory: '16Gi' } }],
  },
};

const awsCluster = {
  name: 'payments-prod',
  labels: { env: 'prod' },
  spec: {
    version: { channel: 'stable-4.20' },
    platform: {
      type: 'aws',
      aws: {
        region: 'eu-west-1',
        endpointAccess: 'publicAndPrivate',
        infrastructure: {
          mode: 'existing',
          vpcId: 'vpc-0a1b2c3d4e5f60718',
          subnets: [{ id: 'subnet-0a1b2c3d4e5f60718', zone: 'eu-west-1a' }],
          roles: {
            ingress: role('ingress'),
            imageRegistry: role('image-registry'),
            storage: role('storage'),
            network: role('network'),
            kubeCloudController: role('cloud-controller'),
            nodePoolManagement: role('node-pool'),
            controlPlaneOperator: role('control-plane-operator'),
          },
          issuerUrl: 'https://oidc.example.org/payments-prod',
        },
        tags: { 'cost-centre': '42' },
      },
    },
    dns: { baseDomain: 'example.org', domainPrefix: 'payments' },
    network: { machineCidrs: ['10.0.0.0/16'] },
    deletionProtection: true,
    pullSecretCredentialId,
    nodePools: [
      {
        name: 'workers',
        autoscaling: { min: 2, max: 6 },
        zone: 'eu-west-1a',
        platform: { instanceType: 'm6i.xlarge' },
      },
    ],
  },
};

/** Bodies for the document; a test holds them to the schema. */
export const createClusterExamples = [kubevirtCluster, awsCluster];

export const updateClusterExamples = [
  { spec: { version: '4.20.4' } },
  { labels: { env: null, stage: 'prod' }, spec: { deletionProtection: false } },
];
