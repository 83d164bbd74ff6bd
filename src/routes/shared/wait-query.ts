import { Text } from './text.ts';

/** `?wait=`: how long the answer may be held. */
export const WaitParameter = Text('^([0-9]{1,2}s|PT[0-9]{1,2}S|PT1M)$', {
  maxLength: 6,
  hint: 'a time of at most 60 seconds, such as 30s or PT30S',
  description:
    'Holds the answer until the work is done, at most this long (60 s). `Prefer: wait=30` does the same.',
  examples: ['30s'],
});
