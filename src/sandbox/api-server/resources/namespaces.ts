import { dnsLabelProblem } from '../admission/label-rules.ts';
import { free, listByKeys, listOf, string, struct } from '../fields/field-type.ts';
import { type ApiObject, objectAt, setAt, textAt, valueAt, withMetadata } from '../objects/api-object.ts';
import { textColumn } from '../table/table-column.ts';
import { builtIn } from './built-in.ts';

/** The finalizer in `spec.finalizers` that holds a namespace until its contents are gone. */
const contentFinalizer = 'kubernetes';

const nameLabel = 'kubernetes.io/metadata.name';

const withNameLabel = (object: ApiObject): ApiObject =>
  withMetadata(object, { labels: { ...object.metadata.labels, [nameLabel]: object.metadata.name } });

const activate = (object: ApiObject): ApiObject => ({
  ...object,
  spec: { finalizers: [contentFinalizer] },
  status: { phase: 'Active' },
});

export const contentFinalizersOf = (namespace: ApiObject): readonly unknown[] => {
  const finalizers = valueAt(namespace, 'spec', 'finalizers');
  return Array.isArray(finalizers) ? finalizers : [];
};

export const isTerminating = (namespace: ApiObject): boolean =>
  textAt(namespace, 'status', 'phase') === 'Terminating';

export const terminate = (namespace: ApiObject): ApiObject =>
  setAt(namespace, ['status', 'phase'], 'Terminating') as ApiObject;

export const namespaces = builtIn({
  plural: 'namespaces',
  kind: 'Namespace',
  shortNames: ['ns'],
  namespaced: false,
  subresources: ['status', 'finalize'],
  nameRule: dnsLabelProblem,
  collectionDeletable: false,
  fields: {
    spec: struct({ finalizers: listOf(string) }),
    status: struct({ phase: string, conditions: listByKeys(['type'], free) }),
  },
  columns: [textColumn('Status', (object) => textAt(object, 'status', 'phase') ?? '')],
  selectableFields: { 'status.phase': (object) => textAt(object, 'status', 'phase') ?? '' },
  strategy: {
    applyDefaults: withNameLabel,
    prepareForCreate: activate,
    prepareForUpdate: (next, previous) => ({ ...next, spec: objectAt(previous, 'spec') }),
  },
});
