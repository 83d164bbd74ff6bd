import type { KubeObject, KubeRef } from '../../../src/domain/shared/kube-object.ts';
import type { FakeManagementCluster } from '../../../src/providers/management-cluster/fake.ts';
import { settleAsOperator } from '../fake-operator.ts';

const finalizer = 'hypershift.openshift.io/finalizer';

const isOperators = ({ kind }: KubeObject): boolean => kind === 'HostedCluster' || kind === 'NodePool';

/** As HyperShift: holds what it has seen by a finalizer, and lets go of it only a turn after the deletion was asked for. */
export const createSlowOperator = (fake: FakeManagementCluster): { takeTurn(): void } => {
  const deleting = new Set<string>();

  const hold = (object: KubeObject): void => {
    const { apiVersion, kind, metadata } = object;
    const { name, namespace, uid = '', deletionTimestamp } = metadata;
    const ref: KubeRef = { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
    if (deletionTimestamp === undefined) {
      fake.operator.mergePatch(ref, { metadata: { finalizers: [finalizer] } });
    } else if (deleting.has(uid)) {
      fake.operator.mergePatch(ref, { metadata: { finalizers: null } });
    } else {
      deleting.add(uid);
    }
  };

  return {
    takeTurn: () => {
      settleAsOperator(fake);
      for (const object of fake.operator.objects()) if (isOperators(object)) hold(object);
    },
  };
};
