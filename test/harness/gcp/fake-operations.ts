import type { JsonObject } from '../../../src/domain/shared/json.ts';
import type { FakeOperation, FakeWorld } from './fake-world.ts';

export const linkHost = 'https://www.googleapis.com/compute/v1/';

const isDone = (world: FakeWorld, { doneAt }: FakeOperation): boolean => world.now() >= doneAt;

/** Carries out what is due: asked before every call, so that time goes by for all alike. */
export const finishOperations = (world: FakeWorld): void => {
  for (const operation of world.operations) {
    if (!isDone(world, operation) || operation.finish === undefined) continue;
    const { finish } = operation;
    delete operation.finish;
    const error = world.knobs.failOperation(operation.type, operation.target);
    if (error !== undefined) operation.error = error;
    if (error === undefined) finish();
    else if (operation.type === 'insert') world.resources.delete(operation.target);
  }
};

export const startOperation = (
  world: FakeWorld,
  type: string,
  target: string,
  finish: () => void,
): FakeOperation => {
  world.count += 1;
  const operation: FakeOperation = {
    name: `operation-${world.count}`,
    type,
    target,
    startedAt: world.now(),
    doneAt: world.now() + world.knobs.operationSeconds(type, target) * 1000,
    number: world.count,
    finish,
  };
  world.operations.push(operation);
  finishOperations(world);
  return operation;
};

/** An operation under way on a thing. */
export const runningOn = (world: FakeWorld, target: string): FakeOperation | undefined =>
  world.operations.find((operation) => operation.target === target && !isDone(world, operation));

export const renderOperation = (world: FakeWorld, operation: FakeOperation): JsonObject => ({
  kind: 'compute#operation',
  name: operation.name,
  operationType: operation.type,
  targetLink: `${linkHost}${operation.target}`,
  status: isDone(world, operation) ? 'DONE' : 'RUNNING',
  insertTime: new Date(operation.startedAt + operation.number).toISOString(),
  ...(operation.error === undefined || !isDone(world, operation)
    ? {}
    : { error: { errors: [operation.error] } }),
});
