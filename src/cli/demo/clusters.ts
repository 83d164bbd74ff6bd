/** The four platforms that the demo makes clusters of, in turn. */
export const demoPlatforms = ['kubevirt', 'none', 'agent', 'aws'] as const;
type DemoPlatform = (typeof demoPlatforms)[number];

/** Namespace of the Agents, which the operator of the fleet opens to the tenant. */
export const demoAgentNamespace = 'agents';

const account = '123456789012';
const role = (name: string): string => `arn:aws:iam::${account}:role/demo-${name}`;

const platformOf = (type: DemoPlatform): object => {
  switch (type) {
    case 'kubevirt':
      return { type, kubevirt: {} };
    case 'none':
      return { type, none: {} };
    case 'agent':
      return { type, agent: { namespace: demoAgentNamespace } };
    case 'aws':
      return {
        type,
        aws: {
          region: 'eu-west-1',
          infrastructure: {
            mode: 'existing',
            vpcId: 'vpc-0123456789abcdef0',
            subnets: [{ id: 'subnet-0123456789abcdef0', zone: 'eu-west-1a' }],
            issuerUrl: 'https://oidc.example.com/demo',
            roles: {
              ingress: role('ingress'),
              imageRegistry: role('image-registry'),
              storage: role('storage'),
              network: role('network'),
              kubeCloudController: role('cloud-controller'),
              nodePoolManagement: role('node-pool'),
              controlPlaneOperator: role('control-plane'),
            },
          },
        },
      };
  }
};

const needsAddress = (type: DemoPlatform): boolean => type === 'none' || type === 'agent';

/** Body of POST /v1/clusters for the n-th cluster of a demo. */
export const demoCluster = (index: number, pullSecretCredentialId: string) => {
  const type = demoPlatforms[index % demoPlatforms.length] ?? 'kubevirt';
  return {
    name: `demo-${String(index).padStart(3, '0')}`,
    labels: { demo: 'true', platform: type },
    spec: {
      version: '4.20.3',
      platform: platformOf(type),
      dns: { baseDomain: 'example.com' },
      ...(needsAddress(type) ? { publishing: { strategy: 'nodePort', apiServerAddress: '192.0.2.10' } } : {}),
      pullSecretCredentialId,
      nodePools: [
        {
          name: 'workers',
          replicas: 2,
          ...(type === 'aws' ? { platform: { instanceType: 'm6i.xlarge' } } : {}),
        },
      ],
    },
  };
};
