import type { Operation, OperationType } from '../../../src/domain/operation/operation.ts';
import { initialStages, operationDeadlineSeconds } from '../../../src/domain/operation/stages.ts';
import { plusSeconds } from '../../../src/domain/shared/time.ts';
import type { EventService, OperationService } from '../../../src/services/contract.ts';
import { owned, pageOf, type World } from './world.ts';

interface Target {
  readonly tenantId: string;
  readonly id: string;
  readonly generation: number;
  readonly clusterId?: string;
}

/** An operation at the moment of its acceptance, and the event that tells of it. */
export const acceptOperation = (
  world: World,
  target: Target,
  type: OperationType,
  operationId: string,
): Operation => {
  const createdAt = world.now();
  const kind = type.startsWith('cluster') ? 'cluster' : 'nodePool';
  const clusterId = target.clusterId ?? target.id;
  const operation: Operation = {
    tenantId: target.tenantId,
    id: operationId,
    type,
    target: { kind, id: target.id, clusterId },
    state: 'queued',
    generation: target.generation,
    percent: 0,
    stages: initialStages(type),
    deadlineAt: plusSeconds(createdAt, operationDeadlineSeconds(type)),
    createdAt,
    revision: 1,
  };
  world.operations.set(operationId, operation);
  const sequence = world.events.filter(({ tenantId }) => tenantId === target.tenantId).length + 1;
  const word = { create: 'created', update: 'updated', delete: 'deletionRequested' } as const;
  const verb = word[type.split('.')[1] as keyof typeof word];
  world.events.push({
    tenantId: target.tenantId,
    id: world.newId('event'),
    type: `berth.${kind}.${verb}.v1`,
    subject: target.id,
    clusterId,
    data: { operationId, generation: target.generation },
    sequence,
    time: createdAt,
  });
  return operation;
};

/** Ends an operation well and lets go of whoever waits for it. */
export const endOperation = (world: World, id: string): void => {
  const operation = world.operations.get(id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const endedAt = world.now();
  world.operations.set(id, {
    ...operation,
    state: 'succeeded',
    percent: 100,
    endedAt,
    revision: operation.revision + 1,
  });
  world.waiters.get(id)?.();
};

export const createFakeOperations = (world: World): OperationService => ({
  getOperation: async ({ tenantId }, id) => owned(world.operations, tenantId, id),
  listOperations: async ({ tenantId }, page, filter) => {
    const matches = [...world.operations.values()].filter(
      (operation) =>
        operation.tenantId === tenantId &&
        (filter.targetId === undefined || operation.target.id === filter.targetId) &&
        (filter.clusterId === undefined || operation.target.clusterId === filter.clusterId) &&
        (filter.state === undefined || operation.state === filter.state),
    );
    return pageOf(matches, page);
  },
  // Time does not pass here: a wait is noted and lasts until the operation is ended or the caller leaves.
  waitForOperation: async ({ tenantId }, id, seconds, signal) => {
    world.calls.push(`waitForOperation ${seconds}`);
    if (owned(world.operations, tenantId, id).endedAt === undefined)
      await new Promise<void>((resolve) => {
        world.waiters.set(id, resolve);
        world.onWait(signal);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    return owned(world.operations, tenantId, id);
  },
});

export const createFakeEvents = (world: World): EventService => ({
  listEvents: async ({ tenantId }, { limit, afterSequence, clusterId, type }) => {
    const matches = world.events.filter(
      (event) =>
        event.tenantId === tenantId &&
        event.sequence > afterSequence &&
        (clusterId === undefined || event.clusterId === clusterId) &&
        (type === undefined || event.type === type),
    );
    const items = matches.slice(0, limit);
    const last = items.at(-1);
    return matches.length > limit && last !== undefined ? { items, nextSequence: last.sequence } : { items };
  },
});
