import type { BerthEvent } from '../../domain/event/event.ts';

/** An event as a CloudEvent 1.0 (https://github.com/cloudevents/spec, extensions sequence and distributed tracing). */
export const presentEvent = (event: BerthEvent, source: string) => ({
  specversion: '1.0',
  id: event.id,
  source,
  type: event.type,
  subject: event.subject,
  time: event.time,
  datacontenttype: 'application/json',
  sequence: event.sequence,
  clusterid: event.clusterId === '' ? undefined : event.clusterId,
  traceparent: event.traceparent,
  data: event.data,
});
