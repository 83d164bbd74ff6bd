import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsLifeCloud, createAwsLifeCloud } from '../harness/aws/aws-life-cloud.ts';
import { mustSkipMoto } from '../harness/aws/moto-environment.ts';
import { createInfrastructureLife } from '../harness/infrastructure/infrastructure-life.ts';

const isSkipped = await mustSkipMoto('calls to AWS and their time');

let cloud: AwsLifeCloud;
beforeAll(async () => {
  if (!isSkipped) cloud = await createAwsLifeCloud({ zones: ['a', 'b', 'c'], changedZones: ['a', 'b', 'c'] });
});
afterAll(() => cloud?.stop());

/** What a prototype was seen to ask for three zones; it waited for nothing. */
const seen = { create: 92, check: 49, destroy: 93, 'destroy on empty': 31 } as const;

const table: string[] = [];
afterAll(() =>
  console.log(['three zones | calls | seen before | of them sessions | ms', ...table].join('\n')),
);

describe.skipIf(isSkipped).each([
  ['NAT gateways at once', { natCreateSeconds: 0, natDeleteSeconds: 0 }],
  ['NAT gateways as slow as they are', { natCreateSeconds: 100, natDeleteSeconds: 50 }],
] as const)('%s', (what, knobs) => {
  it('asks AWS about as often as is needed', async () => {
    await cloud.reset({ lagSeconds: 0 });
    Object.assign(cloud.double.strict.knobs, knobs);
    const life = createInfrastructureLife({
      request: cloud.request,
      plan: cloud.plan,
      open: cloud.open,
      clock: cloud.clock,
      advance: cloud.advance,
    });
    const measure = async (phase: keyof typeof seen, work: () => Promise<unknown>): Promise<number> => {
      const before = cloud.double.calls.length;
      const started = performance.now();
      await work();
      const ms = Math.round(performance.now() - started);
      const asked = cloud.double.calls.slice(before);
      const sessions = asked.filter(({ service }) => service === 'sts').length;
      table.push([`${phase}, ${what}`, asked.length, seen[phase], sessions, ms].join(' | '));
      return asked.length;
    };
    const create = await measure('create', () => life.create());
    cloud.advance(120);
    const check = await measure('check', () => life.checkUntilDone());
    const destroy = await measure('destroy', () => life.destroy());
    const again = await measure('destroy on empty', () => life.destroy());
    expect(create).toBeLessThan(seen.create + 10);
    expect(check).toBeLessThan(seen.check);
    // A last look at everything is part of it, which the prototype did not take.
    expect(destroy).toBeLessThan(seen.destroy + seen['destroy on empty']);
    expect(again).toBeLessThan(seen['destroy on empty']);
  });
});
