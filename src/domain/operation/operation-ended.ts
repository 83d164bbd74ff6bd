import type { NewEvent } from '../event/event.ts';
import type { NewId } from '../shared/id.ts';
import type { Operation } from './operation.ts';

/** What is told when an operation has ended, however it ended. */
export const operationEnded = (operation: Operation, newId: NewId): NewEvent => ({
  id: newId('event'),
  type: 'berth.operation.ended.v1',
  subject: operation.id,
  clusterId: operation.target.clusterId,
  data: {
    type: operation.type,
    state: operation.state,
    targetId: operation.target.id,
    ...(operation.error === undefined ? {} : { error: { ...operation.error } }),
  },
});
