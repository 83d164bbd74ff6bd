import type { ScanResult } from '../../domain/leak/judge-scan.ts';

/** A look at a place, and what is to be remembered of it. */
export interface PlaceLook {
  readonly result: ScanResult;
  readonly regions: readonly string[];
  readonly listedTypes: readonly string[];
  /** infraIDs that the HostedClusters there go by. */
  readonly infraIds: readonly string[];
}
