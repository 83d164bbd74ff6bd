const role = (name: string): string => `arn:aws:iam::123456789012:role/payments-${name}`;

export const awsExamples = {
  cluster: {
    region: 'eu-west-1',
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
      issuerUrl: 'https://oidc.example.org/payments',
    },
  },
  nodePool: { instanceType: 'm6i.xlarge', rootVolume: { sizeGiB: 120, type: 'gp3' } },
} as const;
