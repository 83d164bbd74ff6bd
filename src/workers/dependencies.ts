import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Sealer } from '../domain/credential/sealed.ts';
import type { NewId } from '../domain/shared/id.ts';
import type { CloudDependencies } from './infrastructure/cloud-dependencies.ts';
import type { ManagementClusterConnections } from './management-cluster-connections.ts';

/** What every worker is built from. */
export interface WorkerDependencies {
  readonly database: Database;
  readonly connections: ManagementClusterConnections;
  readonly clouds: CloudDependencies;
  readonly sealer: Sealer;
  readonly newId: NewId;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly logger: Logger;
  /** Name of this process in leases: unique per start. */
  readonly holder: string;
  /** Milliseconds that never go back; the process's own clock when absent. */
  readonly monotonic?: () => number;
}
