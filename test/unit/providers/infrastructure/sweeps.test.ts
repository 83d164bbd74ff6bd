import { describe, expect, it } from 'vitest';
import type { PlannedStep } from '../../../../src/domain/infrastructure/infrastructure-plan.ts';
import { createSweeps } from '../../../../src/providers/infrastructure/engine/sweeps.ts';

const sweep: PlannedStep = { id: 's', type: 't', name: 's', after: [], input: {}, role: 'sweep' };
const own: PlannedStep = { id: 'o', type: 't', name: 'o', after: [], input: {} };
const at = '2026-12-01T00:00:00.000Z';
const later = (seconds: number): string => new Date(Date.parse(at) + seconds * 1000).toISOString();
const empty = { kind: 'done', found: false } as const;

describe('sweeps of a destruction', () => {
  it('are made in the first pass', () => {
    expect(createSweeps(undefined, at, false).canSkip(sweep)).toBe(false);
  });

  it('are left out for a minute after all of them found nothing', () => {
    expect(createSweeps(at, later(59), false).canSkip(sweep)).toBe(true);
    expect(createSweeps(at, later(60), false).canSkip(sweep)).toBe(false);
    expect(createSweeps(at, later(59), false).canSkip(own)).toBe(false);
  });

  it('are all made when nothing else is left', () => {
    expect(createSweeps(at, later(1), true).canSkip(sweep)).toBe(false);
  });

  it('are remembered from when they were made, not from when they were left out', () => {
    const made = createSweeps(undefined, at, false);
    made.note(sweep, empty);
    made.note(own, { kind: 'wait', seconds: 10, what: 'it to go', found: true });
    expect(made.sweptAt(false)).toBe(at);
    expect(createSweeps(at, later(59), false).sweptAt(false)).toBe(at);
    expect(createSweeps(at, later(61), false).sweptAt(false)).toBe(later(61));
  });

  it.each([
    ['one found something', { kind: 'done', found: true }, false],
    ['one waits', { kind: 'wait', seconds: 10, what: 'it to go', found: true }, false],
    ['something holds on to what is ours', empty, true],
  ] as const)('are made again at once when %s', (_why, result, isHeld) => {
    const made = createSweeps(undefined, at, false);
    made.note(sweep, result);
    expect(made.sweptAt(isHeld)).toBeUndefined();
  });
});
