import { registerAll } from '../route-deps.ts';
import { cleanLeaks } from './clean-leaks.ts';
import { getLeakCleaning } from './get-leak-cleaning.ts';
import { listLeakScans } from './list-leak-scans.ts';
import { listLeaks } from './list-leaks.ts';
import { scanLeaks } from './scan-leaks.ts';

/** What is out of place between clouds, management clusters and the database; for fleet keys only. */
export const fleetLeakRoutes = registerAll([
  listLeaks,
  scanLeaks,
  listLeakScans,
  cleanLeaks,
  getLeakCleaning,
]);
