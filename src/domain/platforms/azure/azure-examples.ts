const group =
  '/subscriptions/0b1f6471-1bf0-4dda-aec3-cb9272f09590/resourceGroups/payments/providers/Microsoft.Network';
const client = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`;

export const azureExamples = {
  cluster: {
    subscriptionId: '0b1f6471-1bf0-4dda-aec3-cb9272f09590',
    tenantId: '7b1f6471-1bf0-4dda-aec3-cb9272f09590',
    location: 'westeurope',
    infrastructure: {
      mode: 'existing',
      resourceGroup: 'payments',
      vnetId: `${group}/virtualNetworks/payments`,
      subnetId: `${group}/virtualNetworks/payments/subnets/machines`,
      securityGroupId: `${group}/networkSecurityGroups/payments`,
      workloadIdentities: {
        cloudProvider: client(1),
        disk: client(2),
        file: client(3),
        imageRegistry: client(4),
        ingress: client(5),
        network: client(6),
        nodePoolManagement: client(7),
      },
      issuerUrl: 'https://oidc.example.org/payments',
      serviceAccountSigningKeyCredentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
    },
  },
  nodePool: { instanceType: 'Standard_D8s_v5', rootVolume: { sizeGiB: 128, type: 'Premium_LRS' } },
} as const;
