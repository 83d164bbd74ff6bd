const account = (name: string): string => `payments-${name}@acme-clusters.iam.gserviceaccount.com`;

export const gcpExamples = {
  cluster: {
    project: 'acme-clusters',
    region: 'europe-west1',
    infrastructure: {
      mode: 'existing',
      network: 'payments-network',
      privateServiceConnectSubnet: 'payments-subnet',
      workloadIdentity: {
        projectNumber: '123456789012',
        poolId: 'payments-pool',
        providerId: 'payments-k8s',
      },
      serviceAccounts: {
        nodePool: account('nodes'),
        controlPlane: account('control-plane'),
        cloudController: account('cloud'),
        storage: account('disks'),
        imageRegistry: account('registry'),
        network: account('network'),
      },
      issuerUrl: 'https://oidc.example.org/payments',
    },
  },
  nodePool: { instanceType: 'n2-standard-4', rootVolume: { sizeGiB: 120, type: 'pd-balanced' } },
} as const;
