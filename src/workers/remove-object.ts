import type { KubeRef } from '../domain/shared/kube-object.ts';
import type { Remote } from '../domain/shared/remote.ts';
import type { ManagementCluster } from '../providers/management-cluster/contract.ts';
import type { WorkerDependencies } from './dependencies.ts';
import { recordSighting } from './observe.ts';
import { remoteOf } from './remotes.ts';

/**
 * Deletes an object and looks what is left of it. Without the look, what the watch had said before the delete would
 * be the newest that is known, and the object would be deleted again and again until the watch has caught up.
 */
export const removeObject = async (
  deps: Pick<WorkerDependencies, 'database'>,
  client: Pick<ManagementCluster, 'delete' | 'get'>,
  { ref, uid, now }: { readonly ref: KubeRef; readonly uid: string; readonly now: string },
): Promise<Remote> => {
  await client.delete(ref, { uid });
  const left = await client.get(ref);
  if (left !== undefined) await recordSighting(deps, left, now);
  return remoteOf(left, now);
};
