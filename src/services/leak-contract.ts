import type { LeakCounts } from '../domain/leak/judge-scan.ts';
import type { LeakVerdict } from '../domain/leak/leak.ts';
import type { PassedOver, StoredSighting } from '../domain/leak/plan-cleaning.ts';
import type { Page, PageRequest, RequestContext } from './request-context.ts';

/** What is out of place now, and how well the places were looked at. */
export interface LeakReport extends Page<StoredSighting> {
  readonly summary: {
    readonly counts: readonly {
      readonly type: string;
      readonly verdict: LeakVerdict;
      readonly count: number;
    }[];
    readonly places: {
      readonly total: number;
      /** Whose last scan failed: nothing of them is judged. */
      readonly failing: number;
      readonly neverScanned: number;
      /** Whose scan is due. */
      readonly waiting: number;
      readonly oldestScanAt?: string;
    };
    readonly failures: readonly {
      readonly place: string;
      readonly failure: string;
      readonly scannedAt: string;
    }[];
  };
}

export interface LeakScanEntry {
  readonly id: string;
  readonly place: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly failure?: string;
  readonly counts: LeakCounts;
}

export interface ScanRequest {
  readonly requestedAt: string;
  /** How many places will be looked at. */
  readonly places: number;
  readonly replayed: boolean;
}

export interface CleaningOrder {
  /** Only `false` removes anything. */
  readonly dryRun?: boolean;
  readonly ids?: readonly string[];
  readonly limit?: number;
  readonly maxLeakedPercent?: number;
}

/** What a cleaning would take away. */
export interface PlannedCleaning {
  readonly kind: 'planned';
  readonly targets: readonly StoredSighting[];
  readonly passedOver: readonly PassedOver[];
}

export interface LeakCleaning {
  readonly id: string;
  readonly state: 'accepted' | 'running' | 'succeeded' | 'incomplete';
  readonly createdAt: string;
  readonly deadlineAt: string;
  readonly endedAt?: string;
  readonly removals: readonly {
    readonly sighting: StoredSighting;
    readonly state: 'pending' | 'removing' | 'removed' | 'refused' | 'left';
    readonly detail?: string;
    readonly tries: number;
  }[];
}

export interface AcceptedCleaning {
  readonly kind: 'accepted';
  readonly cleaning: LeakCleaning;
  readonly passedOver: readonly PassedOver[];
  readonly replayed: boolean;
}

/** For operators of the fleet. Reads and writes rows only: workers look and remove. */
export interface LeakService {
  listLeaks(
    page: PageRequest,
    filter: { readonly place?: string; readonly type?: string; readonly verdict?: string },
  ): Promise<LeakReport>;
  listLeakScans(page: PageRequest, place: string | undefined): Promise<Page<LeakScanEntry>>;
  /** Has every place, or the named ones, looked at soon. 422 for a place that is not known. */
  scanLeaks(context: RequestContext, places: readonly string[] | undefined): Promise<ScanRequest>;
  /** 422 when too many clusters look leaked, when no cluster is known, and for ids that are not in the report. */
  cleanLeaks(context: RequestContext, order: CleaningOrder): Promise<PlannedCleaning | AcceptedCleaning>;
  getLeakCleaning(id: string): Promise<LeakCleaning>;
}
