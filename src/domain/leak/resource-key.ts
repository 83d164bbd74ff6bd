import type { PlatformType } from '../platforms/platform-specs.ts';
import { platformOf } from '../platforms/platforms.ts';
import type { LeakThing } from './leak.ts';

/** A thing of a cloud with what it is told apart by. Lists and records may spell one id in two ways. */
export const withResourceKey = <Thing extends LeakThing>(platform: PlatformType, thing: Thing): Thing =>
  platformOf(platform).hasIdsInAnyCase === true ? { ...thing, key: thing.id.toLowerCase() } : thing;
