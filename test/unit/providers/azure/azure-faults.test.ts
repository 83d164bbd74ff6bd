import { beforeEach, describe, expect, it } from 'vitest';
import type { StepFailure } from '../../../../src/domain/infrastructure/cloud-failure.ts';
import type { RefusalWords } from '../../../harness/azure/arm/answer.ts';
import type { CallFate } from '../../../harness/azure/azure-double.ts';
import { type AzureWorld, createAzureWorld, infraId } from './azure-world.ts';

let world: AzureWorld;

beforeEach(async () => {
  world = await createAzureWorld();
});

/** Refuses calls of an action in these words, so many times. */
const refuse = (action: string, words: RefusalWords, times = Number.POSITIVE_INFINITY): void => {
  let left = times;
  world.double.knobs.refuse = (call) => {
    if (call.action !== action || left <= 0) return undefined;
    left -= 1;
    return words;
  };
};

/** What the passes of a creation say, until nothing new is said. */
const failuresOf = async (passes = 4): Promise<readonly StepFailure[]> => {
  const life = world.live();
  const failures: StepFailure[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    const outcome = await life.check();
    failures.push(...outcome.failures);
    world.double.advance(outcome.againInSeconds ?? 10);
  }
  return failures;
};

const words = (status: number, code: string, message = 'No.'): RefusalWords => ({ status, code, message });

describe('a refusal', () => {
  it.each<readonly [RefusalWords, string]>([
    [words(429, 'TooManyRequests'), 'throttled'],
    [words(409, 'AnotherOperationInProgress'), 'conflict'],
    [words(409, 'Conflict'), 'conflict'],
    [words(403, 'AuthorizationFailed'), 'permission'],
    [words(403, 'RequestDisallowedByPolicy'), 'permission'],
    [words(409, 'MissingSubscriptionRegistration'), 'permission'],
    [words(400, 'PublicIPCountLimitReached'), 'quota'],
    [words(409, 'SkuNotAvailable'), 'capacity'],
    [words(400, 'InvalidRequestFormat'), 'invalid'],
    [words(401, 'ExpiredAuthenticationToken'), 'credentials'],
    [words(500, 'InternalServerError'), 'unknownOutcome'],
    [words(503, 'ServiceUnavailable'), 'unknownOutcome'],
  ])('of a write is told as what it is: %o', async (refusal, kind) => {
    refuse('PUT publicIPAddresses', refusal);
    const [failure] = await failuresOf();
    expect(failure).toMatchObject({ step: 'publicIp', kind, code: refusal.code, message: 'No.' });
  });

  it('of a read to look is no proof that a thing is not there', async () => {
    refuse('GET virtualNetworks', words(403, 'AuthorizationFailed'));
    const failures = await failuresOf();
    expect(failures.map(({ step, kind }) => [step, kind])).toContainEqual(['vnet', 'permission']);
    expect(world.writes()).not.toContain('PUT virtualNetworks');
  });

  it('to show a subscription is none either: nothing is taken for gone', async () => {
    const life = world.live();
    await life.create();
    world.double.advance(3600);
    const made = world.double.census();
    world.double.knobs.subscription = 'absent';
    const { isGone, failures } = await life.destroyOnce();
    expect(isGone).toBe(false);
    expect(failures.map(({ code }) => code)).toContain('SubscriptionNotFound');
    world.double.knobs.subscription = 'enabled';
    expect(world.double.census()).toEqual(made);
    await life.destroy();
    expect(world.double.census()).toEqual([]);
  });

  it('is waited out as long as Azure asks for', async () => {
    refuse('PUT publicIPAddresses', { ...words(429, 'TooManyRequests'), retryAfterSeconds: 77 }, 1);
    const life = world.live();
    const { waiting } = await life.check();
    expect(waiting).toContainEqual({ step: 'publicIp', seconds: 77, what: 'TooManyRequests' });
    await life.create();
  });

  it.each([
    'PUT virtualNetworks',
    'PUT roleAssignments',
    'PUT federatedIdentityCredentials',
    'PUT resourceGroups',
  ])('that passes leaves nothing doubled: %s', async (action) => {
    refuse(action, words(503, 'ServiceUnavailable'), 3);
    const life = world.live();
    await life.create();
    const made = world.double.census();
    expect(new Set(made).size).toBe(made.length);
    expect(made).toHaveLength(35);
    world.double.advance(3600);
    await life.destroy();
    expect(world.double.census()).toEqual([]);
  });
});

describe('a reply that is lost', () => {
  it.each(['loseReply', 'drop'] as const)('at every write once (%s) is made good', async (fate: CallFate) => {
    const lost = new Set<string>();
    world.double.watch(({ isWrite, path, phase }) => {
      const wanted = fate === 'drop' ? 'before' : 'after';
      if (!isWrite || phase !== wanted || lost.has(path)) return 'pass';
      lost.add(path);
      return fate;
    });
    const life = world.live();
    await life.create();
    expect(lost.size).toBeGreaterThan(30);
    expect(world.double.census()).toHaveLength(35);
    world.double.advance(3600);
    await life.destroy();
    expect(world.double.census()).toEqual([]);
  });
});

describe('an operation that fails', () => {
  it('is told with Azure’s reason, and tried again', async () => {
    let isFailing = true;
    world.double.knobs.failOperation = (action) =>
      isFailing && action === 'PUT loadBalancers'
        ? { code: 'InternalExecutionError', message: 'The balancer could not be made.' }
        : undefined;
    const failures = await failuresOf(6);
    expect(failures).toContainEqual({
      step: 'loadBalancer',
      kind: 'invalid',
      code: 'InternalExecutionError',
      message: 'The balancer could not be made.',
    });
    isFailing = false;
    const life = world.live();
    await life.create();
    expect(world.propertiesOf(world.networkThing('loadBalancers'))['provisioningState']).toBe('Succeeded');
  });

  it('is found by the state of the thing when another worker takes over', async () => {
    let failures = 1;
    world.double.knobs.failOperation = (action) => {
      if (action !== 'PUT virtualNetworks' || failures === 0) return undefined;
      failures -= 1;
      return { code: 'NetworkFailure', message: 'No.' };
    };
    const first = world.live();
    await first.check();
    world.double.advance(60);
    // It knows nothing but the cloud.
    await world.live().create();
    expect(world.propertiesOf(world.networkThing('virtualNetworks'))['provisioningState']).toBe('Succeeded');
  });
});

describe('what is in the way of the end', () => {
  it('is told, and nothing else waits for it', async () => {
    const life = world.live();
    await life.create();
    world.double.advance(3600);
    world.double.knobs.locked.add(`berth-${infraId}`);
    const { failures } = await life.destroyOnce();
    expect(failures).toMatchObject([{ step: 'resourceGroup', kind: 'conflict', code: 'ScopeLocked' }]);
    const onZone = world.double.census().filter((line) => line.startsWith('roleAssignments'));
    expect(onZone).toHaveLength(7);
  });
});
