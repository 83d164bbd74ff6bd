/** A released OpenShift version. `minor` counts 5.x as 4.(23+x), the way the operator compares. */
export interface ReleaseVersion {
  readonly text: string;
  readonly minor: number;
  readonly patch: number;
}

const doubleNumbering = 23;
const newest = { text: '5.1', minor: 24 };
const oldest = { text: '4.14', minor: 14 };

/** As ConfigMap `supported-versions` lists them. */
export const supportedMinors: readonly string[] = [
  '5.1',
  '5.0',
  ...Array.from({ length: 10 }, (_, index) => `4.${23 - index}`),
];

export const parseRelease = (text: string): ReleaseVersion | undefined => {
  const match = /^(4|5)\.(\d+)\.(\d+)([-+][0-9A-Za-z.+-]*)?$/.exec(text);
  if (!match) return undefined;
  const minor = Number(match[2]);
  return { text, minor: match[1] === '5' ? doubleNumbering + minor : minor, patch: Number(match[3]) };
};

const architectures: Readonly<Record<string, string>> = {
  multi: 'Multi',
  x86_64: 'AMD64',
  amd64: 'AMD64',
  aarch64: 'ARM64',
  arm64: 'ARM64',
  ppc64le: 'PPC64LE',
  s390x: 'S390X',
};
const suffixPattern = new RegExp(`-(${Object.keys(architectures).join('|')})$`);

export interface Release extends ReleaseVersion {
  readonly payloadArch: string;
}

/** Pull specs (by tag or by digest) whose version is not in their tag. */
export type KnownReleases = Readonly<Record<string, string>>;

/** What the registry would tell about a release image; undefined when it has no such image. */
export const lookUpRelease = (image: string, known: KnownReleases = {}): Release | undefined => {
  const tag = /:([^:/@]+)(@.*)?$/.exec(image)?.[1];
  const suffix = tag && suffixPattern.exec(tag)?.[1];
  const version = parseRelease(known[image] ?? tag?.replace(suffixPattern, '') ?? '');
  return version && { ...version, payloadArch: architectures[suffix ?? 'multi'] ?? 'Multi' };
};

/** Kubernetes minor = OpenShift minor + 13, from 4.14 (1.27) to 5.1 (1.37). */
export const kubeletVersionOf = (version: string): string => {
  const release = parseRelease(version);
  return `v1.${(release?.minor ?? oldest.minor) + 13}.${release?.patch ?? 0}`;
};

export interface ReleaseLimits {
  readonly platform: string;
  /** What runs now; undefined for something new. */
  readonly current?: ReleaseVersion | undefined;
  readonly max?: { readonly text: string; readonly minor: number } | undefined;
  readonly networkType?: string | undefined;
}

/** The operator's checks in its order (upstream IsValidReleaseVersion); undefined when the release is fine. */
export const refuseRelease = (wanted: ReleaseVersion, limits: ReleaseLimits): string | undefined => {
  const { current, platform, networkType } = limits;
  const max = limits.max ?? newest;
  const sdn = networkType === 'OpenShiftSDN';
  if (wanted.minor < 8) return `releases before 4.8 are not supported. Attempting to use: "${wanted.text}"`;
  if (current && wanted.minor < current.minor) {
    return `y-stream downgrade from "${current.text}" to "${wanted.text}" is not supported`;
  }
  if (sdn && current && wanted.minor > current.minor) {
    return `y-stream upgrade from "${current.text}" to "${wanted.text}" is not for OpenShiftSDN`;
  }
  if (sdn && !current && wanted.minor > 10 && platform !== 'PowerVS') {
    return `cannot use OpenShiftSDN with OCP version "${wanted.text}" > 4.10`;
  }
  if (networkType === 'OVNKubernetes' && !current && wanted.minor <= 10) {
    return `cannot use OVNKubernetes with OCP version "${wanted.text}" < 4.11`;
  }
  if (wanted.minor > max.minor) {
    return `the latest version supported is: "${max.text}". Attempting to use: "${wanted.text}"`;
  }
  if (wanted.minor < oldest.minor) {
    return `the minimum version supported for platform ${platform} is: "${oldest.text}". Attempting to use: "${wanted.text}"`;
  }
  return undefined;
};

/** Advisory only (upstream ValidateVersionSkew): not newer than the cluster, at most three minors behind. */
export const refuseSkew = (pool: ReleaseVersion, cluster: ReleaseVersion): string | undefined => {
  const newer = pool.minor > cluster.minor || (pool.minor === cluster.minor && pool.patch > cluster.patch);
  if (newer) {
    return `NodePool version ${pool.text} cannot be higher than the HostedCluster version ${cluster.text}`;
  }
  return cluster.minor - pool.minor > 3
    ? `NodePool minor version ${pool.text} is less than the minimum supported by HostedCluster version ${cluster.text}`
    : undefined;
};
