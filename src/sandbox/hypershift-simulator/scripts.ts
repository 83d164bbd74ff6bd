/** Label on a HostedCluster (for the cluster and its pools) or on a NodePool (for that pool) that chooses a failure. */
const scriptLabel = 'sandbox.berth.io/script';

const scripts = [
  'image-pull-fails',
  'quota-exceeded',
  'oidc-invalid',
  'deletion-blocked',
  'node-never-joins',
  'control-plane-degrades',
  'slow',
  'upgrade-stalls',
] as const;

export type Script = (typeof scripts)[number];

/** Unknown names are no script. */
export const scriptOf = (labels: Readonly<Record<string, string>> | undefined): Script | undefined =>
  scripts.find((name) => name === labels?.[scriptLabel]);

/** How much longer everything takes. */
export const slownessOf = (script: Script | undefined): number => (script === 'slow' ? 10 : 1);
