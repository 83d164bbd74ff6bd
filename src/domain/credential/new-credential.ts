import type {
  AwsRoleInput,
  AzureFederatedSettings,
  GcpWorkloadIdentitySettings,
  OpenstackCloudsInput,
} from './credential-settings.ts';

interface Named {
  readonly name: string;
}

/** What a user asks for: a value for kinds that are secret, settings for kinds that are trust. */
export type NewCredential =
  | (Named & {
      readonly kind: 'pullSecret' | 'kubeconfig' | 'powervsApiKey' | 'signingKey' | 'sshKey';
      readonly value: string;
    })
  | (Named & {
      readonly kind: 'openstackClouds';
      readonly value: string;
      readonly settings?: OpenstackCloudsInput;
    })
  | (Named & { readonly kind: 'awsRole'; readonly settings: AwsRoleInput })
  | (Named & { readonly kind: 'azureFederated'; readonly settings: AzureFederatedSettings })
  | (Named & { readonly kind: 'gcpWorkloadIdentity'; readonly settings: GcpWorkloadIdentitySettings });
