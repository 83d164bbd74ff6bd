/** Forms of Google Cloud's names. Source: the CRDs of HyperShift, which follow the API reference of each service. */
export const projectId = '^[a-z][a-z0-9-]{4,28}[a-z0-9]$';

export const regionName = '^[a-z]+-[a-z]+[0-9]+$';

export const zoneName = '^[a-z]+(-[a-z0-9]+)*-[a-z]$';

/** Networks, subnets and network tags. RFC 1035. */
export const resourceName = '^[a-z]([-a-z0-9]*[a-z0-9])?$';

export const projectNumber = '^[0-9]+$';

/** Ids of pools and of providers; `gcp-` is Google's own. */
export const poolId = '^(?!gcp-)[a-z][a-z0-9-]{2,30}[a-z0-9]$';

export const serviceAccountEmail =
  '^[a-z][a-z0-9-]{4,28}[a-z0-9]@[a-z][a-z0-9-]{4,28}[a-z0-9]\\.iam\\.gserviceaccount\\.com$';

/** What HyperShift takes; Google would take more. `goog` is Google's own. */
export const labelKey = '^(?!goog)[a-z]([_a-z0-9-]{0,61}[a-z0-9])?$';
export const labelValue = '^([a-z]([_a-z0-9-]{0,61}[a-z0-9])?)?$';

export const machineType = '^[a-z0-9]+(-[a-z0-9]+)*$';

export const kmsKeyName =
  '^projects/[a-z][a-z0-9-]{4,28}[a-z0-9]/locations/[a-z0-9-]+/keyRings/[a-zA-Z0-9_-]+/cryptoKeys/[a-zA-Z0-9_-]+$';

/** Without query and fragment: the paths of the discovery documents are put behind it. */
export const issuerUrl = '^https://[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?(/[A-Za-z0-9_.~-]+)*/?$';

/** Keys of marks of ownership, which deletion believes. */
export const reservedLabelKey = /^(?:berth-|kubernetes-io-cluster-|capg-)/;
