import { type Loop, startLoop } from '../loop.ts';
import { warnOfUnsealed } from './audit-sealer.ts';
import { exportDayHeads, type HeadExport } from './export-heads.ts';

/** Looks whether records are sealed in time, and hands the heads of the day outside. */
export const startAuditWatch = (deps: HeadExport, everyMs: number): Loop =>
  startLoop({
    name: 'audit-watch',
    pauseMs: everyMs,
    logger: deps.logger,
    round: async () => {
      await warnOfUnsealed(deps);
      await exportDayHeads(deps);
      return false;
    },
  });
