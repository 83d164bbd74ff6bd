import type { PlatformType } from '../platforms/platform-specs.ts';

/** What Berth's database mirrors of a management cluster; placement reads only this. */
export interface ManagementCluster {
  readonly id: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly region?: string;
  /** Platforms that the fleet operator offers on it. */
  readonly platforms: readonly PlatformType[];
  /** Minor versions that its operator supports, newest first, for example 4.20. Empty: not read yet. */
  readonly supportedMinors: readonly string[];
  readonly hasRoutes: boolean;
  readonly cordoned: boolean;
  /** Most clusters it may hold. */
  readonly capacity: number;
  /** Clusters placed on it now. */
  readonly placed: number;
  readonly reachable: boolean;
}
