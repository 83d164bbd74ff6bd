import { beforeEach, describe, expect, it } from 'vitest';
import { CloudError } from '../../../../src/providers/infrastructure/contract.ts';
import { destroyInfrastructure } from '../../../../src/providers/infrastructure/engine/destroy.ts';
import { ensureInfrastructure } from '../../../../src/providers/infrastructure/engine/ensure.ts';
import { FakeCloud } from '../../../../src/providers/infrastructure/fake/fake-cloud.ts';
import { createFakeProvider } from '../../../../src/providers/infrastructure/fake/fake-provider.ts';
import { createInfrastructureLife } from '../../../harness/infrastructure/infrastructure-life.ts';
import { samplePlan, sampleRequest } from './sample-plan.ts';

let time: number;
let cloud: FakeCloud;

const access = { tenantId: 'ten_a', kind: 'awsRole', settings: {}, phase: 'create' } as const;

const lifeOf = async (infraId?: string, credentialId = 'account-a') => {
  const request = sampleRequest(infraId);
  const session = await createFakeProvider('aws', cloud).open({ ...access, credentialId }, 'eu-west-1');
  return createInfrastructureLife({
    request,
    plan: samplePlan(request),
    handlers: session.handlers,
    clock: () => time,
    advance: (seconds) => {
      time += seconds * 1000;
    },
  });
};

const addForeign = (type: string, name: string, more: object = {}): string =>
  cloud.add({
    type,
    name,
    account: 'account-a',
    region: 'eu-west-1',
    tags: {},
    step: '',
    infraId: '',
    input: {},
    needs: [],
    ...more,
  });

const namesOf = (type?: string): string[] =>
  [...cloud.resources.values()]
    .filter((resource) => type === undefined || resource.type === type)
    .map(({ name }) => name)
    .sort();

beforeEach(() => {
  time = Date.parse('2026-12-01T00:00:00.000Z');
  cloud = new FakeCloud(() => time);
  addForeign('publicZone', 'example.org', { id: 'Z1' });
});

describe('making', () => {
  it('makes every step once, in order, and looks up what it does not make', async () => {
    const life = await lifeOf();
    const outcome = await life.create();
    expect(outcome).toMatchObject({ isUsable: true, isComplete: true, failures: [], waiting: [] });
    expect(namesOf()).toEqual([
      'b2345abcdefgh-address-a',
      'b2345abcdefgh-internetGateway',
      'b2345abcdefgh-natGateway-a',
      'b2345abcdefgh-role-worker',
      'b2345abcdefgh-routeTable-private-a',
      'b2345abcdefgh-subnet-private-a',
      'b2345abcdefgh-subnet-public-a',
      'b2345abcdefgh-vpc',
      'example.org',
    ]);
    expect(life.journal.get('publicZone')).toMatchObject({ state: 'settled', externalId: 'Z1' });
    expect(cloud.calls.filter((call) => call.startsWith('create')).length).toBe(8);
  });

  it('is usable before a slow step is there, and complete after it', async () => {
    cloud.knobs.readyAfterMs['natGateway'] = 120_000;
    const life = await lifeOf();
    const first = await ensureInfrastructure(life.pass(), { isCheck: false, isReferredTo: () => false });
    expect(first).toMatchObject({ isUsable: true, isComplete: false, againInSeconds: 120 });
    expect(first.waiting).toEqual([
      { step: 'natGateway/a', seconds: 120, what: 'b2345abcdefgh-natGateway-a to be available' },
    ]);
    expect(namesOf('routeTable')).toEqual([]);
    await life.create();
    expect(namesOf('routeTable')).toEqual(['b2345abcdefgh-routeTable-private-a']);
  });

  it('makes no call when everything is settled, and looks at each step once in a check', async () => {
    const life = await lifeOf();
    await life.create();
    cloud.calls.length = 0;
    await life.create();
    expect(cloud.calls).toEqual([]);
    expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
    expect(cloud.calls.length).toBe(9);
    expect(cloud.calls.every((call) => call.startsWith('find'))).toBe(true);
  });

  it('does not take over what has the name but not the marks', async () => {
    addForeign('vpc', 'b2345abcdefgh-vpc');
    const life = await lifeOf();
    const outcome = await ensureInfrastructure(life.pass(), { isCheck: false, isReferredTo: () => false });
    expect(outcome.failures).toEqual([
      {
        step: 'vpc',
        kind: 'foreign',
        code: 'AlreadyExists',
        message: 'b2345abcdefgh-vpc exists and is not ours.',
      },
    ]);
    expect(namesOf('vpc')).toEqual(['b2345abcdefgh-vpc']);
  });

  it('goes on with what does not hang on a step that is refused, and does not count throttling', async () => {
    cloud.knobs.onCall = ({ action, phase }) => {
      if (phase === 'before' && action === 'create subnet/private/a')
        throw new CloudError('throttled', 'RequestLimitExceeded', 'slow down', 7);
      if (phase === 'before' && action === 'create address/a')
        throw new CloudError('quota', 'AddressLimitExceeded', 'too many addresses');
    };
    const life = await lifeOf();
    const outcome = await ensureInfrastructure(life.pass(), { isCheck: false, isReferredTo: () => false });
    expect(outcome.failures.map(({ step, kind }) => [step, kind])).toEqual([
      ['address/a', 'quota'],
      ['subnet/private/a', 'throttled'],
    ]);
    expect(outcome.againInSeconds).toBe(5);
    expect(life.journal.get('subnet/private/a')).toMatchObject({ attempts: 0 });
    expect(life.journal.get('address/a')).toMatchObject({
      attempts: 1,
      lastError: { code: 'AddressLimitExceeded' },
    });
    expect(life.journal.get('subnet/public/a')?.state).toBe('settled');
  });
});

describe('drift', () => {
  it('puts right what somebody changed', async () => {
    const life = await lifeOf();
    await life.create();
    const table = [...cloud.resources.values()].find(({ type }) => type === 'routeTable');
    table?.drift.push('route 0.0.0.0/0 is missing');
    const outcome = await life.check();
    expect(outcome.repaired).toEqual(['b2345abcdefgh-routeTable-private-a: route 0.0.0.0/0 is missing']);
    expect((await life.check()).repaired).toEqual([]);
  });

  it('replaces what vanished when nothing refers to its id', async () => {
    const life = await lifeOf();
    await life.create();
    time += 3_600_000;
    for (const { id, type } of [...cloud.resources.values()])
      if (type === 'routeTable' || type === 'role') cloud.resources.delete(id);
    const old = life.journal.get('routeTable/private/a');
    await life.checkUntilDone();
    expect(namesOf('routeTable')).toEqual(['b2345abcdefgh-routeTable-private-a']);
    expect(namesOf('role')).toEqual(['b2345abcdefgh-role-worker']);
    expect(life.journal.get('routeTable/private/a')?.clientToken).not.toBe(old?.clientToken);
  });

  it('reports what vanished and is referred to, and makes no other', async () => {
    const life = await lifeOf();
    await life.create();
    time += 3_600_000;
    const id = life.journal.get('subnet/private/a')?.externalId ?? '';
    for (const resource of [...cloud.resources.values()])
      if (resource.needs.includes(id) || resource.id === id) cloud.resources.delete(resource.id);
    const outcome = await life.check();
    expect(outcome.failures).toMatchObject([{ step: 'subnet/private/a', kind: 'lost' }]);
    expect(namesOf('subnet')).toEqual(['b2345abcdefgh-subnet-public-a']);
  });

  it('refuses another value of a fixed member', async () => {
    const life = await lifeOf();
    await life.create();
    const plan = life
      .pass()
      .plan.map((step) => (step.id === 'vpc' ? { ...step, input: { cidr: '10.9.0.0/16' } } : step));
    const outcome = await ensureInfrastructure(
      { ...life.pass(), plan },
      { isCheck: false, isReferredTo: () => false },
    );
    expect(outcome.failures).toMatchObject([{ step: 'vpc', kind: 'invalid', code: 'Immutable' }]);
  });
});

describe('taking away', () => {
  it('leaves nothing of its own, and all that is not', async () => {
    const life = await lifeOf();
    const neighbour = await lifeOf('b7777abcdefgh');
    await life.create();
    await neighbour.create();
    const subnet = life.journal.get('subnet/private/a')?.externalId ?? '';
    cloud.add({
      type: 'networkInterface',
      name: 'made by a load balancer',
      account: 'account-a',
      region: 'eu-west-1',
      tags: { 'berth-instance': 'test' },
      step: '',
      infraId: 'b2345abcdefgh',
      input: {},
      needs: [subnet],
    });
    addForeign('vpc', 'b2345abcdefgh-vpc');
    const others = namesOf().filter((name) => name.startsWith('b7777'));
    await life.destroy();
    expect(namesOf()).toEqual([...others, 'b2345abcdefgh-vpc', 'example.org'].sort());
  });

  it('says what is in the way', async () => {
    const life = await lifeOf();
    await life.create();
    time += 3_600_000;
    const vpc = life.journal.get('vpc')?.externalId ?? '';
    const blocker = addForeign('endpoint', 'somebody else', { needs: [vpc] });
    const outcome = await destroyInfrastructure(life.pass());
    expect(outcome.isGone).toBe(false);
    expect(outcome.failures).toEqual([
      { step: 'vpc', kind: 'conflict', code: 'DependencyViolation', message: `${vpc} is used by ${blocker}` },
    ]);
    cloud.resources.delete(blocker);
    await life.destroy();
    expect(namesOf()).toEqual(['example.org']);
  });
});
