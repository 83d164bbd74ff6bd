import { Type } from 'typebox';
import { operationStates, operationTypes } from '../../domain/operation/operation.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';
import { parties, WaitingOnReply } from '../shared/status-fields.ts';

const OperationStageReply = Reply('OperationStage', {
  name: ReplyText(128, 'Name of the stage.'),
  state: OpenWord(['pending', 'running', 'succeeded', 'failed'], 'Where it stands.'),
  startedAt: Type.Optional(Time('Start.')),
  endedAt: Type.Optional(Time('End.')),
  message: Type.Optional(ReplyText(4096, 'What happened, for people.')),
});

const OperationErrorReply = Reply(
  'OperationError',
  {
    code: ReplyText(128, 'Stable code.'),
    detail: ReplyText(4096, 'What went wrong, for people.'),
    retryable: Type.Boolean({ description: 'Whether the same can succeed later unchanged.' }),
    party: OpenWord(parties, 'Who must act.'),
  },
  'Why the operation did not end well.',
);

const LeftBehindReply = Reply('LeftBehind', {
  where: OpenWord(['cloud', 'managementCluster'], 'Where it is.'),
  type: ReplyText(64, 'Kind of thing.'),
  id: ReplyText(2048, "The cloud's id, or namespace and name."),
  message: ReplyText(4096, 'Why it is left.'),
});

export const OperationReply = Reply(
  'Operation',
  {
    id: ReplyId('operation', 'Id.'),
    tenantId: ReplyId('tenant', 'Tenant.'),
    type: OpenWord(operationTypes, 'What is done.'),
    target: Reply('OperationTarget', {
      kind: OpenWord(['cluster', 'nodePool'], 'Kind of the resource.'),
      id: ReplyText(32, 'Id of the resource.'),
      clusterId: ReplyId('cluster', 'Cluster that it belongs to.'),
    }),
    state: OpenWord(operationStates, 'Where it stands. The last three are final.'),
    generation: Type.Integer({ minimum: 0, description: 'Generation of the target that this brings about.' }),
    progress: Reply('OperationProgress', {
      percent: Type.Number({ minimum: 0, maximum: 100, description: 'Estimate of what is done.' }),
      stage: Type.String({ maxLength: 63, description: 'Name of the stage that is under way, or was last.' }),
      stages: ReplyList(OperationStageReply, 'Stages, in their order.', 64),
    }),
    estimatedCompletionAt: Type.Optional(Time('Estimate of the end.')),
    deadlineAt: Time('When the operation is taken for stalled.'),
    waitingOn: Type.Optional(WaitingOnReply),
    error: Type.Optional(OperationErrorReply),
    createdAt: Time('When it was accepted.'),
    startedAt: Type.Optional(Time('When work on it began.')),
    endedAt: Type.Optional(Time('When it ended.')),
    leftBehind: Type.Optional(
      ReplyList(LeftBehindReply, 'What a forced deletion could not take away.', 1000),
    ),
  },
  'One change, from acceptance to its end.',
);
