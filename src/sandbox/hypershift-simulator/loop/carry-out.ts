import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';
import type { KubeObject } from '../../../domain/shared/kube-object.ts';
import type { KubeClient } from '../../kube-client/kube-client.ts';
import type { KubeResource } from '../../kube-client/resource.ts';
import type { Decision } from '../decision.ts';
import { asKubeObject, type HostedCluster, type NodePool } from '../objects.ts';
import type { Performer } from './perform.ts';

/**
 * Does what was decided, in order: actions, metadata, status. Both writes carry the resourceVersion that was decided on,
 * so that nothing is written over what somebody else changed meanwhile. Answers with the object as it now is.
 */
export const carryOut = async <S extends object>(
  client: KubeClient,
  performer: Performer,
  resource: KubeResource,
  object: HostedCluster | NodePool,
  decision: Decision<S>,
): Promise<KubeObject> => {
  for (const action of decision.actions ?? []) await performer.perform(action);
  let current = asKubeObject(object);
  if (decision.metadata) {
    const { namespace, name } = object.metadata;
    const changes = decision.metadata['metadata'];
    const metadata = {
      ...(isJsonObject(changes) ? changes : {}),
      resourceVersion: current.metadata.resourceVersion,
    };
    current = await client.mergePatch(resource, { namespace, name }, { ...decision.metadata, metadata });
  }
  if (decision.status !== undefined && !isDeepStrictEqual(current.status, decision.status)) {
    current = await client.replaceStatus(resource, {
      ...current,
      status: decision.status as unknown as JsonObject,
    });
  }
  return current;
};
