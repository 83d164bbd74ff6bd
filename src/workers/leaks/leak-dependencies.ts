import type { LeakRules } from '../../domain/leak/leak.ts';
import type { WorkerDependencies } from '../dependencies.ts';

/** What the leak finder is built from. */
export interface LeakDependencies
  extends Pick<
    WorkerDependencies,
    'database' | 'connections' | 'clouds' | 'sealer' | 'newId' | 'logger' | 'holder'
  > {
  readonly rules: LeakRules;
  /** Seconds between two scans of a place that nobody asks for. */
  readonly scanEverySeconds: number;
  /** The process is to end: what was begun is ended, and nothing else is begun. */
  readonly signal?: AbortSignal;
  /** The time of judgements: the database's own. */
  readonly now: () => Promise<string>;
}
