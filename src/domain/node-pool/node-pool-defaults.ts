import type { NodePoolPlatform, PlatformType } from '../platforms/platform-specs.ts';
import { platformOf } from '../platforms/platforms.ts';
import type { NodePoolManagement, NodePoolSpec } from './node-pool-spec.ts';

export interface CompleteNodePoolSpec extends NodePoolSpec {
  readonly arch: NonNullable<NodePoolSpec['arch']>;
  readonly platform: NodePoolPlatform;
  readonly management: NodePoolManagement & Required<Pick<NodePoolManagement, 'upgradeType' | 'autoRepair'>>;
  readonly drainTimeout: string;
  readonly volumeDetachTimeout: string;
}

/** No limit: a node is drained, and its volumes waited for, as long as it takes. */
const noTimeout = 'PT0S';

/** The spec with everything that Berth decides when the user does not. The stored spec stays as it was sent. */
export const applyNodePoolDefaults = (spec: NodePoolSpec, platform: PlatformType): CompleteNodePoolSpec => {
  const rules = platformOf(platform);
  const { management = {} } = spec;
  return {
    ...spec,
    arch: spec.arch ?? rules.architecture ?? 'amd64',
    platform: rules.nodePoolDefaults(spec),
    management: {
      ...management,
      upgradeType: management.upgradeType ?? rules.upgradeType,
      autoRepair: management.autoRepair ?? false,
    },
    drainTimeout: spec.drainTimeout ?? noTimeout,
    volumeDetachTimeout: spec.volumeDetachTimeout ?? noTimeout,
  };
};
