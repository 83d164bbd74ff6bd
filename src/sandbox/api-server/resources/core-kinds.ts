import {
  atomic,
  boolean,
  free,
  listByKeys,
  listOf,
  mapOf,
  openStruct,
  setOf,
  string,
  struct,
} from '../fields/field-type.ts';
import { type ApiObject, objectAt, textAt, valueAt } from '../objects/api-object.ts';
import { ageOf } from '../table/human-duration.ts';
import { ageColumn, nameColumn, textColumn } from '../table/table-column.ts';
import { builtIn } from './built-in.ts';

const nameReference = openStruct({ name: string });

export const serviceAccounts = builtIn({
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  shortNames: ['sa'],
  namespaced: true,
  subresources: ['token'],
  fields: {
    secrets: listByKeys(['name'], nameReference),
    imagePullSecrets: listByKeys(['name'], nameReference),
    automountServiceAccountToken: boolean,
  },
});

const involved = (member: string) => (object: ApiObject) => textAt(object, 'involvedObject', member) ?? '';

const lastSeen = (object: ApiObject): string | undefined =>
  textAt(object, 'series', 'lastObservedTime') ??
  textAt(object, 'lastTimestamp') ??
  textAt(object, 'firstTimestamp') ??
  textAt(object, 'eventTime') ??
  object.metadata.creationTimestamp;

export const events = builtIn({
  plural: 'events',
  kind: 'Event',
  shortNames: ['ev'],
  namespaced: true,
  createOnUpdate: true,
  fields: {
    involvedObject: atomic(openStruct({})),
    reason: string,
    message: string,
    source: openStruct({}),
    firstTimestamp: free,
    lastTimestamp: free,
    eventTime: free,
    count: free,
    type: string,
    series: openStruct({}),
    action: string,
    related: openStruct({}),
    reportingComponent: string,
    reportingInstance: string,
  },
  allColumns: [
    textColumn('Last Seen', (object, now) => ageOf(lastSeen(object), now)),
    textColumn('Type', (object) => textAt(object, 'type') ?? ''),
    textColumn('Reason', (object) => textAt(object, 'reason') ?? ''),
    textColumn('Object', (object) => `${involved('kind')(object).toLowerCase()}/${involved('name')(object)}`),
    textColumn('Message', (object) => (textAt(object, 'message') ?? '').trim()),
    { ...nameColumn, priority: 1 },
  ],
  selectableFields: {
    'involvedObject.kind': involved('kind'),
    'involvedObject.namespace': involved('namespace'),
    'involvedObject.name': involved('name'),
    'involvedObject.uid': involved('uid'),
    'involvedObject.apiVersion': involved('apiVersion'),
    'involvedObject.resourceVersion': involved('resourceVersion'),
    'involvedObject.fieldPath': involved('fieldPath'),
    reason: (object) => textAt(object, 'reason') ?? '',
    type: (object) => textAt(object, 'type') ?? '',
    reportingComponent: (object) => textAt(object, 'reportingComponent') ?? '',
    source: (object) => textAt(object, 'source', 'component') ?? textAt(object, 'reportingComponent') ?? '',
  },
});

const conditionsOf = (object: ApiObject) => {
  const conditions = valueAt(object, 'status', 'conditions');
  return Array.isArray(conditions) ? conditions : [];
};

const nodeStatus = (node: ApiObject): string => {
  const ready = conditionsOf(node).find((condition) => textAt(condition, 'type') === 'Ready');
  const status = ready === undefined ? 'Unknown' : textAt(ready, 'status') === 'True' ? 'Ready' : 'NotReady';
  return valueAt(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
};

const nodeRoles = (node: ApiObject): string => {
  const prefix = 'node-role.kubernetes.io/';
  const roles = Object.keys(node.metadata.labels ?? {}).filter((key) => key.startsWith(prefix));
  return (
    roles
      .map((key) => key.slice(prefix.length))
      .sort()
      .join(',') || '<none>'
  );
};

export const nodes = builtIn({
  plural: 'nodes',
  kind: 'Node',
  shortNames: ['no'],
  namespaced: false,
  subresources: ['status'],
  createKeepsStatus: true,
  fields: {
    spec: openStruct({ podCIDRs: setOf(string) }),
    status: openStruct({
      conditions: listByKeys(['type'], free),
      addresses: listByKeys(['type'], free),
      capacity: mapOf(free),
      allocatable: mapOf(free),
    }),
  },
  allColumns: [
    nameColumn,
    textColumn('Status', nodeStatus),
    textColumn('Roles', nodeRoles),
    ageColumn,
    textColumn('Version', (object) => textAt(object, 'status', 'nodeInfo', 'kubeletVersion') ?? ''),
  ],
  selectableFields: {
    'spec.unschedulable': (object) => String(valueAt(object, 'spec', 'unschedulable') ?? false),
  },
});

const quotaUse =
  (isMeant: (name: string) => boolean) =>
  (quota: ApiObject): string =>
    Object.entries(objectAt(quota, 'status', 'hard'))
      .filter(([name]) => isMeant(name))
      .map(([name, limit]) => `${name}: ${textAt(quota, 'status', 'used', name) ?? '0'}/${String(limit)}`)
      .join(', ');

export const resourceQuotas = builtIn({
  plural: 'resourcequotas',
  kind: 'ResourceQuota',
  shortNames: ['quota'],
  namespaced: true,
  subresources: ['status'],
  fields: {
    spec: struct({ hard: mapOf(free), scopes: listOf(string), scopeSelector: openStruct({}) }),
    status: struct({ hard: mapOf(free), used: mapOf(free) }),
  },
  columns: [
    textColumn(
      'Request',
      quotaUse((name) => !name.startsWith('limits.')),
    ),
    textColumn(
      'Limit',
      quotaUse((name) => name.startsWith('limits.')),
    ),
  ],
});

export const limitRanges = builtIn({
  plural: 'limitranges',
  kind: 'LimitRange',
  shortNames: ['limits'],
  namespaced: true,
  fields: { spec: struct({ limits: listOf(free) }) },
});
