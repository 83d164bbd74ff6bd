import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { LeaseLostError } from '../../../src/db/lease.ts';
import type { Attempt } from '../../../src/domain/shared/reconcile.ts';
import { ManagementClusterError } from '../../../src/providers/management-cluster/contract.ts';
import { tryChange } from '../../../src/workers/reconcile-step.ts';

const now = '2026-05-01T10:00:00.000Z';

/** Makes a try that ends with `error`; what of it was stored, and whether it went on as if handled. */
const tryAndFail = async (error: Error) => {
  const saved: Attempt[] = [];
  const handled = await tryChange(
    { logger: pino({ level: 'silent' }), random: () => 0 },
    {
      attempt: { failures: 0 },
      now,
      log: {},
      save: async (attempt) => {
        saved.push(attempt);
      },
      change: () => Promise.reject(error),
    },
  ).then(
    () => true,
    () => false,
  );
  return { handled, saved };
};

const begun = { failures: 0, begunAt: now };

describe('a change on a management cluster', () => {
  it('that is refused is noted, with the words of the server, whatever they are', async () => {
    const { handled, saved } = await tryAndFail(
      new ManagementClusterError('unavailable', 'timeout exceeded'),
    );
    expect(handled).toBe(true);
    expect(saved).toEqual([
      begun,
      {
        ...begun,
        failures: 1,
        lastError: { code: 'unavailable', message: 'timeout exceeded', at: now },
        nextAttemptAt: '2026-05-01T10:00:00.500Z',
      },
    ]);
  });

  it.each([new Error('Connection terminated unexpectedly'), new LeaseLostError('cluster:cl_1')])(
    'whose outcome could not be stored stays begun, and is blamed on nobody (%s)',
    async (error) => {
      expect(await tryAndFail(error)).toEqual({ handled: false, saved: [begun] });
    },
  );
});
