import {
  atomic,
  boolean,
  free,
  integer,
  listByKeys,
  listOf,
  type MapField,
  mapOf,
  setOf,
  string,
  struct,
} from './field-type.ts';

const ownerReferenceField = atomic(
  struct({
    apiVersion: string,
    kind: string,
    name: string,
    uid: string,
    controller: boolean,
    blockOwnerDeletion: boolean,
  }),
);

/** k8s.io/apimachinery/pkg/apis/meta/v1 ObjectMeta. */
export const metadataField: MapField = struct({
  name: string,
  generateName: string,
  namespace: string,
  selfLink: string,
  uid: string,
  resourceVersion: string,
  generation: integer,
  creationTimestamp: string,
  deletionTimestamp: string,
  deletionGracePeriodSeconds: integer,
  labels: mapOf(string),
  annotations: mapOf(string),
  finalizers: setOf(string),
  ownerReferences: listByKeys(['uid'], ownerReferenceField),
  managedFields: listOf(free),
});
