import type { RemoteCondition } from '../cluster/cluster.ts';
import { distillRemote } from '../cluster/observed-hosted-cluster.ts';
import type { KubeObject } from '../shared/kube-object.ts';

/** What Berth keeps of a NodePool that it saw. */
export interface ObservedNodePool {
  readonly uid: string;
  readonly deleting: boolean;
  readonly paused: boolean;
  readonly conditions: readonly RemoteCondition[];
  /** Available machines. */
  readonly replicas: number;
  /** Replicas that the object asks for: the autoscaler's word while it scales. */
  readonly wanted?: number;
  readonly version?: string;
}

export const distillNodePool = (object: KubeObject, now: string): ObservedNodePool => {
  const replicas = object.status?.['replicas'];
  const wanted = object.spec?.['replicas'];
  const version = object.status?.['version'];
  return {
    ...distillRemote(object, now),
    replicas: typeof replicas === 'number' ? replicas : 0,
    ...(typeof wanted === 'number' ? { wanted } : {}),
    ...(typeof version === 'string' && version !== '' ? { version } : {}),
  };
};
