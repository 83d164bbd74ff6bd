import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mustSkipMoto } from '../harness/aws/moto-environment.ts';
import { type AwsWorld, createAwsWorld, principal } from './aws-world.ts';
import { nobody, replaceTrust, trusting } from './customer-account.ts';

const isSkipped = await mustSkipMoto('refusals of AWS');

let world: AwsWorld;
let account: Awaited<ReturnType<AwsWorld['registerAccount']>>;
let empty: readonly string[];
let clusters = 0;
beforeAll(async () => {
  if (isSkipped) return;
  world = await createAwsWorld();
  account = await world.registerAccount();
  empty = await world.census();
});
afterAll(() => world?.close());
beforeEach(async () => {
  if (isSkipped) return;
  world.double.faults.clear();
  await replaceTrust(world.place, account.role, trusting(principal, account.externalId));
});

const create = async () => {
  clusters += 1;
  const body = world.managedBody(`refused-${clusters}`, account.id, 'a');
  return world.asked(world.send('POST', '/v1/clusters', { body }), 202);
};

const remove = async (id: string): Promise<void> => {
  const deleted = await world.asked(world.send('DELETE', `/v1/clusters/${id}`), 202);
  expect(await world.untilDone(deleted)).toMatchObject({ state: 'succeeded' });
  expect(await world.census()).toEqual(empty);
};

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

const conditionOf = ({ conditions }: { readonly conditions: readonly Condition[] }, type: string) =>
  conditions.find((condition) => condition.type === type);

/** Until a condition has the reason; answers with it and with whom the cluster waits for. */
const untilReason = (id: string, type: string, reason: string) =>
  world.until(`${type}: ${reason}`, id, async () => {
    const status = await world.statusOf(id);
    const condition = conditionOf(status, type);
    return condition?.reason === reason && { ...condition, all: status, waitingOn: status.waitingOn };
  });

describe.skipIf(isSkipped)('what an account cannot take', () => {
  it('is said in the plan, and keeps a cluster from being begun until there is room', async () => {
    world.double.strict.knobs.limits['AllocateAddress'] = 2;
    const body = world.managedBody('too-much', account.id, 'abc');
    const plan = (await world.asked(world.send('POST', '/v1/clusters?dryRun=true', { body }), 200)).body;
    expect(plan.problems).toMatchObject([
      { pointer: '/spec/platform/aws/infrastructure', code: 'quota-exceeded' },
    ]);
    expect(plan.problems[0].detail).toContain(
      'Elastic IP addresses (ec2/L-0263D0A3): the cluster needs 3; of 2 in the account 0 are used',
    );

    const created = await world.asked(world.send('POST', '/v1/clusters', { body }), 202);
    const { id } = created.body.cluster;
    const held = await untilReason(id, 'InfrastructureReady', 'PreflightFailed');
    expect(held.waitingOn).toMatchObject({ party: 'user', reason: 'PreflightFailed' });
    expect(await world.census()).toEqual(empty);
    world.double.strict.knobs.limits['AllocateAddress'] = 5;
    expect(await world.untilDone(created)).toMatchObject({ state: 'succeeded' });
    await remove(id);
  });

  it.each([
    ['a quota', 'AllocateAddress', 'AddressLimitExceeded', 'CloudQuotaExceeded', 'user'],
    ['no capacity', 'AllocateAddress', 'InsufficientAddressCapacity', 'CloudOutOfCapacity', 'cloud'],
    ['too many calls', 'CreateSubnet', 'RequestLimitExceeded', 'CloudThrottled', 'cloud'],
    ['a right that is missing', 'CreateVpc', 'UnauthorizedOperation', 'PermissionMissing', 'user'],
    ['a cloud that is half down', 'CreateInternetGateway', 'InternalError', 'CloudReplyLost', 'cloud'],
  ] as const)('is told apart: %s', async (_what, action, code, reason, party) => {
    const status = code === 'RequestLimitExceeded' ? 503 : code === 'InternalError' ? 500 : 400;
    world.double.faults.answer(`ec2:${action}`, { code, status }, { times: Number.POSITIVE_INFINITY });
    const created = await create();
    const { id } = created.body.cluster;
    const refused = await untilReason(id, 'InfrastructureReady', reason);
    expect(refused).toMatchObject({ status: 'False', waitingOn: { party, reason } });
    expect(refused.message).toContain(code);
    const { items } = (await world.get(`/v1/clusters/${id}/resources`)).body;
    const [step] = items.filter(({ lastError }: { lastError?: object }) => lastError !== undefined);
    expect(step.lastError).toMatchObject({ code });
    world.double.faults.clear();
    expect(await world.untilDone(created)).toMatchObject({ state: 'succeeded' });
    await remove(id);
  });
});

describe.skipIf(isSkipped)('trust that a customer takes back', () => {
  it('is said while the cluster lives, and forgotten when it is back', async () => {
    const created = await create();
    const { id } = created.body.cluster;
    await world.untilDone(created);
    const made = await world.census();

    await replaceTrust(world.place, account.role, nobody);
    await world.time.lookNow(id);
    const refused = await untilReason(id, 'CredentialsValid', 'CredentialsRefused');
    expect(refused).toMatchObject({ status: 'False', waitingOn: { party: 'user' } });
    expect(refused.waitingOn.action).toContain('AccessDenied');
    expect(refused.all.phase).toBe('ready');
    expect(await world.census()).toEqual(made);

    await replaceTrust(world.place, account.role, trusting(principal, account.externalId));
    await world.lookedAgain(id);
    // The look is told of by the projection that follows it.
    const told = async () => {
      const status = await world.statusOf(id);
      return { reason: conditionOf(status, 'CredentialsValid')?.reason, waitingOn: status.waitingOn };
    };
    await expect.poll(told, { timeout: 15_000 }).not.toMatchObject({ reason: 'CredentialsRefused' });
    await expect.poll(async () => (await told()).waitingOn, { timeout: 15_000 }).toBeUndefined();
    await remove(id);
  });

  it('stops a deletion, which forgets nothing and ends when the trust is back', async () => {
    const created = await create();
    const { id } = created.body.cluster;
    await world.untilDone(created);
    await replaceTrust(world.place, account.role, nobody);
    const deleted = await world.asked(world.send('DELETE', `/v1/clusters/${id}`), 202);
    const blocked = await untilReason(id, 'DeletionBlocked', 'CredentialsRefused');
    expect(blocked).toMatchObject({ status: 'True', waitingOn: { party: 'user' } });
    expect(conditionOf(blocked.all, 'CredentialsValid')).toMatchObject({ status: 'False' });
    const { items } = (await world.get(`/v1/clusters/${id}/resources`)).body;
    expect(items.filter(({ state }: { state: string }) => state === 'settled').length).toBe(21);

    await replaceTrust(world.place, account.role, trusting(principal, account.externalId));
    await world.asked(world.send('POST', `/v1/credentials/${account.id}/verify`), 200);
    expect(await world.untilDone(deleted)).toMatchObject({ state: 'succeeded' });
    expect(await world.census()).toEqual(empty);
  });
});
