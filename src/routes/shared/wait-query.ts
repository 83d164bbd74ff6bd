import { Type } from 'typebox';
import { Text, Word } from './text.ts';

const WaitParameter = Text('^(([0-5]?[0-9]|60)s|PT([0-5]?[0-9]|60)S|PT1M)$', {
  maxLength: 6,
  minLength: 2,
  hint: 'a time of at most 60 seconds, such as 30s or PT30S',
  description:
    'Holds the answer until the work is done, at most this long (60 s). `Prefer: wait=30` does the same.',
  examples: ['30s'],
});

/** Query of a write, or of the read of an operation: how long the answer may be held. */
export const WaitQuery = Type.Object({ wait: Type.Optional(WaitParameter) }, { additionalProperties: false });

/** Query of the read of a resource. */
export const WaitForQuery = Type.Object(
  {
    wait: Type.Optional(WaitParameter),
    waitFor: Type.Optional(
      Word(['ready'], 'With `wait`: does not wait when the resource is in this phase already.'),
    ),
  },
  { additionalProperties: false },
);
