import { classifyDatabaseError, exceededOf } from '../db/database-error.ts';
import { quotaRefusal } from '../domain/quota/quota-refusal.ts';
import { BerthError } from '../domain/shared/error.ts';

const retryAfterSeconds = 2;

/** Turns what the database throws into an error of the catalogue: no SQL, constraint or host leaves the service. */
const toServiceError = (error: unknown): BerthError => {
  if (error instanceof BerthError) return error;
  switch (classifyDatabaseError(error)) {
    case 'transient':
      return new BerthError(
        'unavailable',
        'The database cannot be reached. Nothing is lost; try again shortly.',
        {
          retryAfterSeconds,
          cause: error,
        },
      );
    case 'conflict':
      return new BerthError('write-conflict', 'Other writes came in between, again and again. Try again.', {
        retryAfterSeconds,
        cause: error,
      });
    case 'quota':
      return quotaRefusal(exceededOf(error), error);
    case 'unique':
      return new BerthError('name-conflict', 'A resource with this name exists.', { cause: error });
    case 'foreign-key':
      return new BerthError('write-conflict', 'Something that the request refers to has just been removed.', {
        cause: error,
      });
    case 'other':
      return new BerthError('internal', 'Berth could not store or read this.', { cause: error });
  }
};

/** Wraps every method of a service, so that none can let a database error through. */
export const guardService = <Service extends object>(service: Service): Service => {
  const guarded = Object.entries(service).map(([name, method]) => [
    name,
    async (...input: unknown[]) => {
      try {
        return await (method as (...values: unknown[]) => unknown)(...input);
      } catch (error) {
        throw toServiceError(error);
      }
    },
  ]);
  return Object.fromEntries(guarded) as Service;
};
