import { Type } from 'typebox';
import {
  type NodePoolPlatform as DomainNodePoolPlatform,
  platformTypes,
} from '../../domain/platforms/platform-specs.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import type { JsonSchema } from '../../domain/shared/schema.ts';

const closed = { type: 'object', additionalProperties: false } as const;

/** The settings of one platform, or of several together: a setting of the same name is the same everywhere. */
const settingsOf = (types: typeof platformTypes | readonly (typeof platformTypes)[number][]): JsonSchema => {
  const schemas = types.map((type) => platformOf(type).schemas);
  const rootVolume: Record<string, JsonSchema> = Object.assign(
    {},
    ...schemas.map((schema) => schema.rootVolume),
  );
  const settings: Record<string, JsonSchema> = Object.assign({}, ...schemas.map((schema) => schema.nodePool));
  return {
    ...settings,
    ...(Object.keys(rootVolume).length === 0
      ? {}
      : { rootVolume: { ...closed, title: 'RootVolumeInput', properties: rootVolume } }),
  };
};

/** JSON Schema of `platform` in the node pools of a cluster on one platform. */
export const nodePoolPlatformOf = (type: (typeof platformTypes)[number]): JsonSchema => ({
  ...closed,
  properties: settingsOf([type]),
  title: 'NodePoolPlatformInput',
});

/** Machine settings; which of them a platform has is checked when the request is admitted. */
export const NodePoolPlatform = Type.Unsafe<DomainNodePoolPlatform>({
  ...closed,
  properties: settingsOf(platformTypes),
  title: 'NodePoolPlatformInput',
  description: 'Machine settings of the platform of the cluster.',
});
