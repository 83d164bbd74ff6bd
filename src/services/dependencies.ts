import type { Database } from '../db/database.ts';
import type { Clock } from '../domain/shared/clock.ts';
import type { NewId } from '../domain/shared/id.ts';

/** What every use case is built from. */
export interface ServiceDependencies {
  readonly database: Database;
  readonly newId: NewId;
  readonly clock: Clock;
}
