import type { PlatformType } from '../cluster/cluster-spec.ts';
import type { NodePoolPlatform } from '../node-pool/node-pool-spec.ts';
import { agent } from './agent/agent.ts';
import { aws } from './aws/aws.ts';
import { checkAnyCluster } from './cluster-checks.ts';
import { kubevirt } from './kubevirt/kubevirt.ts';
import { checkAnyNodePool } from './node-pool-checks.ts';
import { none } from './none/none.ts';
import type { PlatformRules } from './platform-rules.ts';
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
  kubevirt: complete(kubevirt),
  agent: complete(agent),
  none: complete(none),
};

export const platformOf = (type: PlatformType): PlatformRules => platforms[type];

/** Members of a pool's `platform` that may be used on a platform. */
export const nodePoolFieldsOf = (type: PlatformType): readonly (keyof NodePoolPlatform)[] =>
  platforms[type].nodePoolFields;
