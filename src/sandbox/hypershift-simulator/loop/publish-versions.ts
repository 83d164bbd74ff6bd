import type { KubeObject } from '../../../domain/shared/kube-object.ts';
import { hasStatus } from '../../kube-client/kube-api-error.ts';
import type { KubeClient } from '../../kube-client/kube-client.ts';
import { resources } from '../../kube-client/resource.ts';
import { supportedMinors } from '../release.ts';

const operatorNamespace = 'hypershift';

const versionsConfigMap: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'supported-versions',
    namespace: operatorNamespace,
    labels: { 'hypershift.openshift.io/supported-versions': 'true' },
  },
  data: {
    'server-version': 'sandbox',
    'supported-versions': JSON.stringify({ versions: supportedMinors }),
  },
};

/** The operator tells its clients which minors it serves by this ConfigMap in its own namespace. */
export const publishSupportedVersions = async (client: KubeClient): Promise<void> => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: operatorNamespace } };
  for (const [resource, object] of [
    [resources.namespaces, namespace],
    [resources.configMaps, versionsConfigMap],
  ] as const) {
    try {
      await client.create(resource, object);
    } catch (error) {
      if (!hasStatus(error, 409)) throw error;
    }
  }
};
