import { describe, expect, it } from 'vitest';
import { CloudError } from '../../../../src/providers/infrastructure/contract.ts';
import { FakeCloud } from '../../../../src/providers/infrastructure/fake/fake-cloud.ts';
import { createFakeProvider } from '../../../../src/providers/infrastructure/fake/fake-provider.ts';
import {
  createInfrastructureLife,
  WorkerKilled,
} from '../../../harness/infrastructure/infrastructure-life.ts';
import { samplePlan, sampleRequest } from './sample-plan.ts';

/** What happens at one point of a life: the process dies there, or a reply is lost. */
type Mode = 'kill' | 'lose reply';

interface Point {
  readonly at: number;
  readonly mode: Mode;
}

const start = Date.parse('2026-12-01T00:00:00.000Z');

/** One life, create to destroyed, with a mishap at the nth point. Returns what went wrong, and how many points there were. */
const runLife = async (lagMs: number, armed?: Point): Promise<{ problems: string[]; points: number }> => {
  let time = start;
  let points = 0;
  const cloud = new FakeCloud(() => time);
  cloud.knobs.lagMs = lagMs;
  cloud.knobs.readyAfterMs['natGateway'] = 120_000;
  cloud.add({
    id: 'Z1',
    type: 'publicZone',
    name: 'example.org',
    account: 'a',
    region: 'r',
    tags: {},
    step: '',
    infraId: '',
    input: {},
    needs: [],
  });
  time += lagMs;
  const strike = (isAfterWrite: boolean): void => {
    points += 1;
    if (armed?.at !== points) return;
    if (armed.mode === 'kill') throw new WorkerKilled('killed');
    if (isAfterWrite) throw new CloudError('unknownOutcome', 'ECONNRESET', 'the reply was lost');
  };
  cloud.knobs.onCall = ({ isWrite, phase }) => strike(isWrite && phase === 'after');
  const request = sampleRequest();
  const session = await createFakeProvider('aws', cloud).open(
    { tenantId: 't', credentialId: 'a', kind: 'awsRole', settings: {}, phase: 'create' },
    'r',
  );
  const life = createInfrastructureLife({
    request,
    plan: samplePlan(request),
    handlers: session.handlers,
    clock: () => time,
    advance: (seconds) => {
      time += seconds * 1000;
    },
  });
  life.journal.around = (save) => {
    if (armed?.mode === 'kill') strike(false);
    save();
    if (armed?.mode === 'kill') strike(false);
  };
  const problems: string[] = [];
  await life.create();
  const names = [...cloud.resources.values()].map(({ name }) => name);
  if (names.length !== 9 || new Set(names).size !== 9) problems.push(`after create: ${names.join(', ')}`);
  await life.checkUntilDone();
  await life.destroy();
  const left = [...cloud.resources.values()].map(({ name }) => name);
  if (left.length !== 1) problems.push(`after destroy: ${left.join(', ')}`);
  return { problems, points };
};

describe.each([0, 30_000])('a life with lists that lag by %i ms', (lagMs) => {
  it.each(['kill', 'lose reply'] as const)(
    'ends with nothing doubled and nothing left, whatever the point: %s',
    async (mode) => {
      const { points } = await runLife(lagMs, { at: 0, mode });
      expect(points).toBeGreaterThan(80);
      const problems: string[] = [];
      for (let at = 1; at <= points; at += 1)
        problems.push(
          ...(await runLife(lagMs, { at, mode })).problems.map((problem) => `point ${at}: ${problem}`),
        );
      expect(problems).toEqual([]);
    },
  );
});
