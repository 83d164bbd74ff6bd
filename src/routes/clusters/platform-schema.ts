import { type TObject, type TProperties, Type } from 'typebox';
import {
  type ClusterPlatform as DomainClusterPlatform,
  platformTypes,
} from '../../domain/platforms/platform-specs.ts';
import { platformOf } from '../../domain/platforms/platforms.ts';
import { TaggedUnion } from '../shared/tagged-union.ts';

const titleOf = (type: string): string => `${type.charAt(0).toUpperCase()}${type.slice(1)}`;

const branches: readonly TObject<TProperties>[] = platformTypes.map((type) =>
  Type.Object(
    { type: Type.Literal(type), [type]: Type.Unsafe({ ...platformOf(type).schemas.cluster }) },
    { additionalProperties: false, title: `ClusterPlatform${titleOf(type)}Input` },
  ),
);

/** Exactly the member that `type` names; each platform brings the schema of its own. */
export const ClusterPlatform = Type.Unsafe<DomainClusterPlatform>(
  TaggedUnion('type', branches, {
    title: 'ClusterPlatformInput',
    description: 'Where the machines are: `type` and the one member that it names.',
  }),
);
