import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import { agent } from './agent/agent.ts';
import { aws } from './aws/aws.ts';
import { azure } from './azure/azure.ts';
import { checkAnyCluster } from './cluster-checks.ts';
import { gcp } from './gcp/gcp.ts';
import { kubevirt } from './kubevirt/kubevirt.ts';
import { checkAnyNodePool } from './node-pool-checks.ts';
import { none } from './none/none.ts';
import { openstack } from './openstack/openstack.ts';
import type { PlatformRules, PublishingRules } from './platform-rules.ts';
import type { PlatformType } from './platform-specs.ts';
import { powervs } from './powervs/powervs.ts';
import { specRoot } from './problems.ts';

/** The checks of a platform begin with those that hold on all of them. */
const complete = (rules: PlatformRules): PlatformRules => ({
  ...rules,
  checkCluster: (spec, at = specRoot) => [
    ...checkAnyCluster(rules, spec, at),
    ...rules.checkCluster(spec, at),
  ],
  checkNodePool: (input, at = specRoot) => [
    ...checkAnyNodePool(rules, input.nodePool, at),
    ...rules.checkNodePool(input, at),
  ],
});

const platforms: Readonly<Record<PlatformType, PlatformRules>> = {
  aws: complete(aws),
  azure: complete(azure),
  gcp: complete(gcp),
  kubevirt: complete(kubevirt),
  openstack: complete(openstack),
  powervs: complete(powervs),
  agent: complete(agent),
  none: complete(none),
};

export const platformOf = (type: PlatformType): PlatformRules => platforms[type];

/** How the services of a cluster may be published. */
export const publishingOf = (spec: ClusterSpec): PublishingRules => {
  const rules = platforms[spec.platform.type];
  return rules.publishingOf?.(spec) ?? rules.publishing;
};

/** Members of a pool's `platform` that may be used on a platform. */
export const nodePoolFieldsOf = (type: PlatformType): readonly string[] => {
  const { nodePool, rootVolume } = platforms[type].schemas;
  return [...Object.keys(nodePool), ...(Object.keys(rootVolume).length === 0 ? [] : ['rootVolume'])];
};
