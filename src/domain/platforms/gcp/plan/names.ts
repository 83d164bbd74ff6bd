/** Names of what Berth makes, as the command line of HyperShift has them. */
export interface GcpNames {
  readonly network: string;
  readonly kubeletFirewall: string;
  readonly subnet: string;
  readonly router: string;
  readonly nat: string;
  readonly pool: string;
  readonly provider: string;
}

/** An id of a service account has 30 characters, 17 of which are needed behind the prefix. */
const maxInfraIdLength = 13;

export const gcpNames = (infraId: string): GcpNames => {
  if (infraId.length > maxInfraIdLength || !/^[a-z](?!cp-)[a-z0-9-]*$/.test(infraId))
    throw new TypeError(
      `${infraId} is no prefix for names in Google Cloud: at most ${maxInfraIdLength} characters`,
    );
  return {
    network: `${infraId}-network`,
    kubeletFirewall: `${infraId}-allow-kubelet`,
    subnet: `${infraId}-subnet`,
    router: `${infraId}-router`,
    nat: `${infraId}-nat`,
    pool: `${infraId}-wi-pool`,
    provider: `${infraId}-k8s-provider`,
  };
};

export const accountId = (infraId: string, suffix: string): string => `${infraId}-${suffix}`;

export const accountEmail = (infraId: string, suffix: string, project: string): string =>
  `${accountId(infraId, suffix)}@${project}.iam.gserviceaccount.com`;
