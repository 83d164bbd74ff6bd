import { Type } from 'typebox';
import { Reply, ReplyText, Time } from './reply-fields.ts';

/** What a write-only value reads back as. */
export const WriteOnlyReply = Reply(
  'WriteOnlyValue',
  {
    set: Type.Boolean({ description: 'Whether there is a value.' }),
    fingerprint: Type.Optional(
      ReplyText(64, 'Equal for equal values of one tenant; tells nothing of the value.'),
    ),
    updatedAt: Type.Optional(Time('When the value was written.')),
  },
  'A value that can be written and not read.',
);
