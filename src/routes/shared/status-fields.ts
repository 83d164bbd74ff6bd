import { Type } from 'typebox';
import { OpenWord, Reply, ReplyList, ReplyText, Time } from './reply-fields.ts';

export const parties = ['user', 'cloud', 'platform', 'fleetOperator'] as const;

const ConditionReply = Reply(
  'Condition',
  {
    type: ReplyText(316, 'What it is about.'),
    status: OpenWord(['True', 'False', 'Unknown'], 'Whether it holds.'),
    reason: ReplyText(1024, 'CamelCase word for programs.'),
    message: ReplyText(32_768, 'Sentence for people.'),
    lastTransitionTime: Time('When `status` changed last.'),
    observedGeneration: Type.Integer({ minimum: 0, description: 'Generation that this was seen at.' }),
  },
  'A condition in the sense of the Kubernetes API conventions.',
);

export const ConditionsReply = ReplyList(ConditionReply, 'What Berth says.', 64);

const RemoteConditionReply = Reply(
  'RemoteCondition',
  {
    type: ReplyText(316, 'What it is about.'),
    status: ReplyText(32, 'True, False or Unknown.'),
    reason: Type.Optional(ReplyText(1024, 'Word for programs.')),
    message: Type.Optional(ReplyText(32_768, 'Sentence for people.')),
    lastTransitionTime: Type.Optional(ReplyText(64, 'When `status` changed last.')),
    observedGeneration: Type.Optional(Type.Integer({ description: 'Generation of the remote object.' })),
  },
  'A condition as the operator on the management cluster wrote it.',
);

export const RemoteConditionsReply = (title: string) =>
  Reply(title, { conditions: ReplyList(RemoteConditionReply, 'Verbatim.', 128) });

export const WaitingOnReply = Reply(
  'WaitingOn',
  {
    party: OpenWord(parties, 'Who must act.'),
    since: Time('Since when.'),
    reason: ReplyText(1024, 'CamelCase word for programs.'),
    action: ReplyText(4096, 'What has to be done.'),
  },
  'Who must act before this goes on.',
);

export const ProgressReply = Reply(
  'Progress',
  {
    stage: ReplyText(128, 'Stage that runs now.'),
    percent: Type.Number({ minimum: 0, maximum: 100, description: 'Estimate of what is done.' }),
    startedAt: Time('Start of the current work.'),
    estimatedCompletionAt: Type.Optional(Time('Estimate of its end.')),
  },
  'How far the current work is.',
);
