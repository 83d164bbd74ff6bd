import { registerAll } from '../route-deps.ts';
import { getOperation } from './get-operation.ts';
import { listOperations } from './list-operations.ts';

/** What was asked for, and how far it is. */
export const operationRoutes = registerAll([listOperations, getOperation]);
