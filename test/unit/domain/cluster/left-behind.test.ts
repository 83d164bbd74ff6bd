import { expect, it } from 'vitest';
import { leftInCloud, leftOnManagementCluster } from '../../../../src/domain/cluster/left-behind.ts';
import type { StepFailure } from '../../../../src/domain/infrastructure/cloud-failure.ts';
import type { InfrastructureState } from '../../../../src/domain/infrastructure/infrastructure-state.ts';
import type { JournalRow } from '../../../../src/domain/infrastructure/journal.ts';

const row = (step: string, change: Partial<JournalRow> = {}): JournalRow => ({
  step,
  type: step,
  ownership: 'managed',
  state: 'deleting',
  clientToken: 'token',
  inputHash: 'hash',
  input: {},
  attempts: 1,
  ...change,
});

const state = (...failures: readonly StepFailure[]): InfrastructureState => ({
  phase: 'destroying',
  passedAt: '2026-12-01T00:00:00.000Z',
  nextPassAt: '2026-12-01T00:00:00.000Z',
  failures,
  problems: [],
  waitingFor: [],
  repaired: [],
  failedPasses: 3,
});

const inUse: StepFailure = {
  step: 'subnet',
  kind: 'conflict',
  code: 'DependencyViolation',
  message: 'subnet-1 is in use',
};

it('leaves what the journal does not know to be gone, with the words of the cloud', () => {
  const lastError = {
    kind: 'conflict',
    code: 'InUse',
    message: 'busy',
    at: '2026-12-01T00:00:00.000Z',
  } as const;
  expect(
    leftInCloud(
      [
        row('subnet', { externalId: 'subnet-1' }),
        row('vpc', { externalId: 'vpc-1' }),
        row('role', { externalId: 'arn', lastError }),
        row('natGateway', { state: 'intended' }),
        row('address', { state: 'gone', externalId: 'eipalloc-1' }),
        row('publicZone', { ownership: 'external', externalId: 'Z1' }),
      ],
      state(inUse),
    ),
  ).toEqual([
    { where: 'cloud', type: 'subnet', id: 'subnet-1', message: 'DependencyViolation: subnet-1 is in use' },
    { where: 'cloud', type: 'vpc', id: 'vpc-1', message: 'It stands on what could not be removed.' },
    { where: 'cloud', type: 'role', id: 'arn', message: 'InUse: busy' },
    {
      where: 'cloud',
      type: 'natGateway',
      id: 'natGateway (its id was never learnt)',
      message: 'It stands on what could not be removed.',
    },
  ]);
});

it('says of everything why, when the account does not open', () => {
  const closed: StepFailure = { step: 'account', kind: 'credentials', code: 'AccessDenied', message: 'no' };
  expect(leftInCloud([row('vpc', { externalId: 'vpc-1' })], state(closed))).toEqual([
    { where: 'cloud', type: 'vpc', id: 'vpc-1', message: 'AccessDenied: no' },
  ]);
});

it('leaves what others made too, though no row has it', () => {
  const volumes = { ...inUse, step: 'sweep/volumes', message: 'vol-1 is attached' };
  expect(leftInCloud([row('subnet', { externalId: 'subnet-1' })], state(inUse, volumes))).toEqual([
    { where: 'cloud', type: 'subnet', id: 'subnet-1', message: 'DependencyViolation: subnet-1 is in use' },
    {
      where: 'cloud',
      type: 'sweep/volumes',
      id: 'made by others, its id was never stored',
      message: 'DependencyViolation: vol-1 is attached',
    },
  ]);
});

it('leaves nothing where nothing was made', () => {
  expect(leftInCloud([], undefined)).toEqual([]);
});

it('leaves HostedCluster and namespace where the management cluster does not let go', () => {
  const placement = {
    managementClusterId: 'mc_1',
    namespace: 'hc-1',
    hostedClusterName: 'payments',
    reason: 'Only one fits.',
    decidedAt: '2026-12-01T00:00:00.000Z',
  };
  expect(leftOnManagementCluster(placement, 'It does not answer.')).toEqual([
    {
      where: 'managementCluster',
      type: 'HostedCluster',
      id: 'hc-1/payments',
      message: 'It does not answer.',
    },
    { where: 'managementCluster', type: 'Namespace', id: 'hc-1', message: 'It does not answer.' },
  ]);
});
