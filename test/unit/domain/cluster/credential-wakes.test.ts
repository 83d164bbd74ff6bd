import { describe, expect, it } from 'vitest';
import {
  decideInfrastructure,
  decideInfrastructureRemoval,
} from '../../../../src/domain/cluster/cluster-infrastructure.ts';
import type { InfrastructureState } from '../../../../src/domain/infrastructure/infrastructure-state.ts';

const now = '2026-01-01T00:00:00.000Z';
const later = '2026-01-01T00:05:00.000Z';

const refused: InfrastructureState = {
  phase: 'creating',
  credentialWakes: 2,
  passedAt: now,
  nextPassAt: later,
  failures: [{ step: 'account', kind: 'credentials', code: 'AccessDenied', message: 'no' }],
  problems: [],
  waitingFor: [],
  repaired: [],
  failedPasses: 9,
};
const unfit: InfrastructureState = {
  ...refused,
  failures: [],
  problems: [{ pointer: '/spec/platform/aws', code: 'not-found', detail: 'no' }],
};
const snapshotOf = (state: InfrastructureState, credentialWakes: number) => ({
  isManaged: true,
  isKnown: false,
  planHash: 'plan',
  credentialWakes,
  state,
});

describe('infrastructure that was refused', () => {
  it.each([
    ['a refusal', refused],
    ['an account that does not fit', unfit],
  ])('is tried again at once after %s when a credential is good again', (_what, state) => {
    expect(decideInfrastructure(snapshotOf(state, 3), now)).toEqual({ kind: 'ensure', isCheck: false });
  });

  it('waits for its time when nothing was heard of the credential since the pass began', () => {
    expect(decideInfrastructure(snapshotOf(refused, 2), now)).toEqual({ kind: 'wait', until: later });
  });

  it('is tried again when it was stored before such wakes were counted', () => {
    const { credentialWakes: _, ...old } = refused;
    expect(decideInfrastructure(snapshotOf(old, 1), now)).toEqual({ kind: 'ensure', isCheck: false });
    expect(decideInfrastructure({ ...snapshotOf(old, 0), credentialWakes: undefined }, now)).toEqual({
      kind: 'wait',
      until: later,
    });
  });

  it('is not looked at earlier for a credential when nothing was refused', () => {
    const ready: InfrastructureState = { ...refused, phase: 'ready', failures: [], planHash: 'plan' };
    expect(decideInfrastructure(snapshotOf(ready, 3), now)).toEqual({ kind: 'wait', until: later });
  });

  it('goes on being taken away when a credential is good again, and not before', () => {
    const leaving: InfrastructureState = { ...refused, phase: 'destroying' };
    expect(decideInfrastructureRemoval(snapshotOf(leaving, 2), now)).toEqual({ kind: 'wait', until: later });
    expect(decideInfrastructureRemoval(snapshotOf(leaving, 3), now)).toEqual({ kind: 'destroy' });
  });
});
