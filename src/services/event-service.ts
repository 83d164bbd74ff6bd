import { listEvents } from '../db/event-log.ts';
import type { EventService } from './contract.ts';
import { guardService } from './database-guard.ts';
import type { ServiceDependencies } from './dependencies.ts';

export const createEventService = (deps: ServiceDependencies): EventService =>
  guardService({
    listEvents: async (scope, options) => {
      const found = await listEvents(deps.database.tenant(scope), {
        ...options,
        limit: options.limit + 1,
      });
      const items = found.slice(0, options.limit);
      const last = items.at(-1);
      return found.length > options.limit && last !== undefined
        ? { items, nextSequence: last.sequence }
        : { items };
    },
  });
