import { checkClusterNetworks } from '../network/network-admission.ts';
import type { PoolSize } from '../network/node-capacity.ts';
import { checkLabelMap } from '../platforms/label-checks.ts';
import { platformOf } from '../platforms/platforms.ts';
import { isDomainPrefix } from '../shared/names.ts';
import { type FieldProblem, pointerOf } from '../shared/problem.ts';
import { checkSafeText } from '../shared/safe-text.ts';
import type { ClusterSpec } from './cluster-spec.ts';
import { checkConfiguration } from './configuration-checks.ts';
import { checkOptions } from './option-checks.ts';

/** The longest name that a cluster has below its domain: the console's, which the console operator makes. */
const longestAppName = 'console-openshift-console.apps';

const maxDnsNameLength = 253;

const checkDomain = ({ dns = {} }: ClusterSpec, domainPrefix: string): readonly FieldProblem[] => {
  const { baseDomain, domainPrefix: asked } = dns;
  const pointer = pointerOf('spec', 'dns', 'domainPrefix');
  const prefixProblem: FieldProblem = {
    pointer,
    code: 'invalid-format',
    detail: 'domainPrefix is a DNS label of at most 15 characters: lower case letters, digits and -.',
    allowed: ['^[a-z0-9]([-a-z0-9]{0,13}[a-z0-9])?$'],
  };
  const fullName = [longestAppName, dns.baseDomainPrefix ?? domainPrefix, baseDomain ?? ''].join('.');
  const lengthProblem: FieldProblem = {
    pointer: pointerOf('spec', 'dns', 'baseDomain'),
    code: 'too-long',
    detail: `Names of the cluster below baseDomain would have ${fullName.length} characters; ${maxDnsNameLength} are allowed.`,
  };
  return [
    ...(asked === undefined || isDomainPrefix(asked) ? [] : [prefixProblem]),
    ...(fullName.length > maxDnsNameLength ? [lengthProblem] : []),
  ];
};

/** Counts that the CRD of HostedClusters sets. */
const limits: readonly {
  readonly path: readonly string[];
  readonly max: number;
  count(spec: ClusterSpec): number;
}[] = [
  {
    path: ['controlPlane', 'tolerations'],
    max: 25,
    count: ({ controlPlane }) => controlPlane?.tolerations?.length ?? 0,
  },
  {
    path: ['controlPlane', 'nodeSelector'],
    max: 20,
    count: ({ controlPlane }) => Object.keys(controlPlane?.nodeSelector ?? {}).length,
  },
  {
    path: ['controlPlane', 'labels'],
    max: 20,
    count: ({ controlPlane }) => Object.keys(controlPlane?.labels ?? {}).length,
  },
  {
    path: ['imageContentSources'],
    max: 255,
    count: ({ imageContentSources }) => imageContentSources?.length ?? 0,
  },
];

const checkLimits = (spec: ClusterSpec): readonly FieldProblem[] =>
  limits
    .filter(({ max, count }) => count(spec) > max)
    .map(({ path, max, count }) => ({
      pointer: pointerOf('spec', ...path),
      code: 'out-of-range',
      detail: `${path.join('.')} has ${count(spec)} entries; at most ${max} are allowed.`,
    }));

/**
 * Everything about a cluster that needs only its spec, the sizes of its pools and its prefix. Every problem at once.
 * @param now nothing is held against what has ended when it is absent.
 */
export const checkClusterSpec = (
  spec: ClusterSpec,
  pools: readonly PoolSize[],
  domainPrefix: string,
  now?: string,
): readonly FieldProblem[] => [
  ...checkSafeText(spec, 'spec'),
  ...checkDomain(spec, domainPrefix),
  ...checkLimits(spec),
  ...checkConfiguration(spec, now),
  ...checkOptions(spec),
  ...checkLabelMap(spec.placement?.labels, ['spec', 'placement', 'labels']),
  ...checkClusterNetworks(spec, pools),
  ...platformOf(spec.platform.type).checkCluster(spec),
];
