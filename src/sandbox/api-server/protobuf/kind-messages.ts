import {
  boolean,
  bytes,
  integer,
  type MessageType,
  mapTo,
  messageOf,
  nested,
  quantity,
  text,
  time,
} from './message-type.ts';

// Field numbers of the generated.proto files of k8s.io/api and k8s.io/apimachinery, for the kinds that kubectl creates as protobuf.

const ownerReference = messageOf([
  [1, 'kind', text],
  [3, 'name', text],
  [4, 'uid', text],
  [5, 'apiVersion', text],
  [6, 'controller', boolean],
  [7, 'blockOwnerDeletion', boolean],
]);

const objectMeta = messageOf([
  [1, 'name', text],
  [2, 'generateName', text],
  [3, 'namespace', text],
  [5, 'uid', text],
  [6, 'resourceVersion', text],
  [7, 'generation', integer],
  [8, 'creationTimestamp', time],
  [11, 'labels', mapTo(text)],
  [12, 'annotations', mapTo(text)],
  [13, 'ownerReferences[]', nested(ownerReference)],
  [14, 'finalizers[]', text],
]);

const objectOf = (fields: Parameters<typeof messageOf>[0]): MessageType =>
  messageOf([[1, 'metadata', nested(objectMeta)], ...fields]);

const policyRule = messageOf([
  [1, 'verbs[]', text],
  [2, 'apiGroups[]', text],
  [3, 'resources[]', text],
  [4, 'resourceNames[]', text],
  [5, 'nonResourceURLs[]', text],
]);

const labelSelector = messageOf([
  [1, 'matchLabels', mapTo(text)],
  [
    2,
    'matchExpressions[]',
    nested(
      messageOf([
        [1, 'key', text],
        [2, 'operator', text],
        [3, 'values[]', text],
      ]),
    ),
  ],
]);

const subject = messageOf([
  [1, 'kind', text],
  [2, 'apiGroup', text],
  [3, 'name', text],
  [4, 'namespace', text],
]);

const roleRef = messageOf([
  [1, 'apiGroup', text],
  [2, 'kind', text],
  [3, 'name', text],
]);

const binding = objectOf([
  [2, 'subjects[]', nested(subject)],
  [3, 'roleRef', nested(roleRef)],
]);

const objectReference = messageOf([
  [1, 'kind', text],
  [2, 'namespace', text],
  [3, 'name', text],
  [4, 'uid', text],
  [5, 'apiVersion', text],
  [6, 'resourceVersion', text],
  [7, 'fieldPath', text],
]);

const resourceAttributes = messageOf([
  [1, 'namespace', text],
  [2, 'verb', text],
  [3, 'group', text],
  [4, 'version', text],
  [5, 'resource', text],
  [6, 'subresource', text],
  [7, 'name', text],
]);

const accessSpec = messageOf([
  [1, 'resourceAttributes', nested(resourceAttributes)],
  [
    2,
    'nonResourceAttributes',
    nested(
      messageOf([
        [1, 'path', text],
        [2, 'verb', text],
      ]),
    ),
  ],
]);

const tokenSpec = messageOf([
  [1, 'audiences[]', text],
  [4, 'expirationSeconds', integer],
]);

const quotaSpec = messageOf([
  [1, 'hard', mapTo(quantity)],
  [2, 'scopes[]', text],
]);

const deleteOptions = messageOf([
  [1, 'gracePeriodSeconds', integer],
  [
    2,
    'preconditions',
    nested(
      messageOf([
        [1, 'uid', text],
        [2, 'resourceVersion', text],
      ]),
    ),
  ],
  [3, 'orphanDependents', boolean],
  [4, 'propagationPolicy', text],
  [5, 'dryRun[]', text],
]);

/** By kind; a kind of this table means the same in every group that has it. */
export const kindMessages: ReadonlyMap<string, MessageType> = new Map([
  ['Namespace', objectOf([[2, 'spec', nested(messageOf([[1, 'finalizers[]', text]]))]])],
  [
    'ConfigMap',
    objectOf([
      [2, 'data', mapTo(text)],
      [3, 'binaryData', mapTo(bytes)],
      [4, 'immutable', boolean],
    ]),
  ],
  [
    'Secret',
    objectOf([
      [2, 'data', mapTo(bytes)],
      [3, 'type', text],
      [4, 'stringData', mapTo(text)],
      [5, 'immutable', boolean],
    ]),
  ],
  [
    'ServiceAccount',
    objectOf([
      [2, 'secrets[]', nested(objectReference)],
      [3, 'imagePullSecrets[]', nested(messageOf([[1, 'name', text]]))],
      [4, 'automountServiceAccountToken', boolean],
    ]),
  ],
  ['ResourceQuota', objectOf([[2, 'spec', nested(quotaSpec)]])],
  ['Role', objectOf([[2, 'rules[]', nested(policyRule)]])],
  [
    'ClusterRole',
    objectOf([
      [2, 'rules[]', nested(policyRule)],
      [3, 'aggregationRule', nested(messageOf([[1, 'clusterRoleSelectors[]', nested(labelSelector)]]))],
    ]),
  ],
  ['RoleBinding', binding],
  ['ClusterRoleBinding', binding],
  ['TokenRequest', objectOf([[2, 'spec', nested(tokenSpec)]])],
  ['SelfSubjectReview', objectOf([])],
  ['SelfSubjectAccessReview', objectOf([[2, 'spec', nested(accessSpec)]])],
  ['SelfSubjectRulesReview', objectOf([[2, 'spec', nested(messageOf([[1, 'namespace', text]]))]])],
  ['DeleteOptions', deleteOptions],
]);
