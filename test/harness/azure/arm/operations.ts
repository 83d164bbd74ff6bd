import { type ArmAnswer, anotherOperation, Refused, refused } from './answer.ts';
import { keyOf } from './resource-id.ts';
import type { ArmOperation, ArmWorld } from './world.ts';

/** A thing whose state has changed is another version of it. */
const touch = (world: ArmWorld, { target }: ArmOperation): void => {
  const thing = world.things.get(keyOf(target));
  if (thing !== undefined) thing.etag += 1;
};

/** Carries out what an operation was for. */
const finish = (world: ArmWorld, operation: ArmOperation): void => {
  const error = world.knobs.failOperation(operation.action, operation.target);
  try {
    if (error !== undefined) throw new Refused({ status: 409, ...error });
    operation.finish();
    operation.state = 'succeeded';
    touch(world, operation);
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    const { code, message } = failure.words;
    operation.state = 'failed';
    operation.error = { code, message };
    const thing = world.things.get(keyOf(operation.target));
    if (thing !== undefined) thing.failure = { code, message };
    touch(world, operation);
  }
};

/** Ends what is due: asked before every call, so that time goes by for all alike. */
export const settleOperations = (world: ArmWorld): void => {
  for (const operation of world.operations) {
    const { state, startedAt, polls, retryAfterSeconds } = operation;
    if (state !== 'running') continue;
    const isDue = world.now() >= startedAt + polls * retryAfterSeconds * 1000;
    if (isDue || operation.looks >= polls) finish(world, operation);
  }
};

type Started = Pick<ArmOperation, 'action' | 'word' | 'target' | 'finish'>;

export const startOperation = (world: ArmWorld, started: Started): ArmOperation => {
  world.count += 1;
  const { polls, retryAfterSeconds } = world.knobs;
  const operation: ArmOperation = {
    ...started,
    name: `operation-${world.count}`,
    startedAt: world.now(),
    polls: polls[started.action.split(' ')[1] ?? ''] ?? polls['default'] ?? 0,
    retryAfterSeconds,
    looks: 0,
    state: 'running',
  };
  world.operations.push(operation);
  settleOperations(world);
  return operation;
};

/** What is under way on a thing. */
export const runningOn = (world: ArmWorld, id: string): ArmOperation | undefined =>
  world.operations.find(({ target, state }) => state === 'running' && keyOf(target) === keyOf(id));

/** A look at a thing or its operation: enough of them, and it is done. */
export const lookAt = (operation: ArmOperation | undefined): void => {
  if (operation?.state !== 'running') return;
  operation.looks += 1;
};

export const assertIdle = (world: ArmWorld, ids: readonly string[]): void => {
  if (ids.some((id) => runningOn(world, id) !== undefined)) throw new Refused(anotherOperation);
};

/** The two addresses where an operation can be watched. */
export const operationHeaders = (
  world: ArmWorld,
  { name, retryAfterSeconds }: ArmOperation,
  origin: string,
): Readonly<Record<'azure-asyncoperation' | 'location' | 'retry-after', string>> => {
  const base = `${origin}/subscriptions/${world.subscriptionId}`;
  return {
    'azure-asyncoperation': `${base}/providers/Microsoft.Network/locations/${world.locations[0]}/operations/${name}?api-version=2023-11-01`,
    location: `${base}/operationresults/${name}?api-version=2022-09-01`,
    'retry-after': String(retryAfterSeconds),
  };
};

/** The answer at one of these addresses; undefined for other paths. */
export const answerOperation = (world: ArmWorld, path: string, origin: string): ArmAnswer | undefined => {
  const match = /\/(operations|operationresults)\/(operation-\d+)$/i.exec(path);
  if (match === null) return undefined;
  const operation = world.operations.find(({ name }) => name === match[2]);
  if (operation === undefined)
    throw refused(404, 'NotFound', `The operation '${match[2]}' could not be found.`);
  const headers = operationHeaders(world, operation, origin);
  const wait = { 'retry-after': headers['retry-after'] };
  const { state, error = { code: 'Failed', message: 'The operation failed.' } } = operation;
  lookAt(operation);
  if (match[1] === 'operations') {
    if (state === 'running') return { status: 200, headers: wait, body: { status: 'InProgress' } };
    if (state === 'failed') return { status: 200, body: { status: 'Failed', error } };
    return { status: 200, body: { status: 'Succeeded' } };
  }
  if (state === 'running') return { status: 202, headers: { ...wait, location: headers.location }, body: {} };
  if (state === 'failed') throw refused(409, error.code, error.message);
  return { status: 200, body: {} };
};
