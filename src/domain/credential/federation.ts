/** Pieces of work that have rights of their own. */
export const accessPhases = ['scan', 'create', 'destroy'] as const;

/** Address of Berth's own issuer, whose tokens clouds take for a credential. */
export const berthIssuerUrl = (issuerUrl: string): string => `${issuerUrl}/${berthIssuerName}`;

/** Name of Berth's own issuer below the common address; no cluster is called so. */
export const berthIssuerName = 'berth';

/** What a cloud calls the audience of tokens for Entra ID. Source: workload identity federation. */
export const azureAudience = 'api://AzureADTokenExchange';

export const gcpAudience = (settings: {
  readonly projectNumber: string;
  readonly poolId: string;
  readonly providerId: string;
}): string =>
  `//iam.googleapis.com/projects/${settings.projectNumber}/locations/global/workloadIdentityPools/${settings.poolId}/providers/${settings.providerId}`;

/**
 * `sub` of a token of Berth's issuer: for whom and for which piece of work. Entra ID compares it whole, so that it names the
 * credential there and not the cluster, which nobody knows when the trust is set up.
 */
export const federatedSubject = (access: {
  readonly tenantId: string;
  readonly credentialId: string;
  readonly kind: string;
  readonly clusterId?: string;
  readonly phase: (typeof accessPhases)[number];
}): string =>
  access.kind === 'azureFederated'
    ? `tenant:${access.tenantId}:credential:${access.credentialId}:phase:${access.phase}`
    : `tenant:${access.tenantId}:cluster:${access.clusterId ?? 'none'}:phase:${access.phase}`;
