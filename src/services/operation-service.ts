import { findOperation, listOperations } from '../db/repositories/operations.ts';
import type { OperationService } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { notFound } from './preconditions.ts';
import type { Waiters } from './waiters.ts';

export const createOperationService = (deps: ServiceDependencies, waiters: Waiters): OperationService => {
  const { database } = deps;
  const getOperation: OperationService['getOperation'] = async (scope, id) => {
    const operation = await findOperation(database.tenant(scope), id);
    if (operation === undefined) throw notFound();
    return operation;
  };
  return guardService({
    getOperation,
    listOperations: (scope, page, filter) => listOperations(database.tenant(scope), { ...page, ...filter }),
    waitForOperation: async (scope, id, seconds, signal) => {
      const ended = await waiters.waitFor(
        id,
        async () => {
          const operation = await getOperation(scope, id);
          return operation.endedAt === undefined ? undefined : operation;
        },
        seconds * 1000,
        signal,
      );
      return ended ?? getOperation(scope, id);
    },
  });
};
