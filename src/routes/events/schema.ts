import { Type } from 'typebox';
import { eventTypes } from '../../domain/event/event.ts';
import { pageLimits } from '../shared/list.ts';
import { OpenWord, Reply, ReplyId, ReplyList, ReplyText, Time } from '../shared/reply-fields.ts';

const EventReply = Reply(
  'Event',
  {
    specversion: ReplyText(8, 'Version of CloudEvents.'),
    id: ReplyId('event', 'Id.'),
    source: ReplyText(2048, 'This service.'),
    type: OpenWord(eventTypes, 'What happened; the version names the shape of `data`.'),
    subject: ReplyText(32, 'Id of the resource.'),
    time: Time('When.'),
    datacontenttype: ReplyText(64, 'Media type of `data`.'),
    sequence: Type.Integer({ minimum: 1, description: "Place in the tenant's log; no gaps." }),
    clusterid: Type.Optional(ReplyId('cluster', 'Cluster that it is about; absent when it is about none.')),
    traceparent: Type.Optional(ReplyText(64, 'W3C trace context of the request behind it.')),
    data: Type.Object(
      {},
      { title: 'EventData', additionalProperties: true, description: 'Depends on `type`.' },
    ),
  },
  'A CloudEvent 1.0.',
);

export const EventListReply = Reply('EventList', {
  items: ReplyList(EventReply, 'The page, oldest first.', pageLimits.most),
  nextCursor: Type.Optional(ReplyText(512, 'Where the next page starts; absent on the last.')),
});
