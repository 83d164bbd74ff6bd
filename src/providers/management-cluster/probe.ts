import { isJsonObject, type JsonValue } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { bodyOf } from './answers.ts';
import type { Caller } from './caller.ts';
import type { ManagementCluster, ManagementClusterFacts } from './contract.ts';
import { ManagementClusterError } from './errors.ts';

const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  name: 'hostedclusters.hypershift.openshift.io',
};
const ROUTE_GROUP = 'route.openshift.io';
/** The operator keeps its list of versions in its own namespace, wherever that is. */
const VERSIONS_SELECTOR = 'hypershift.openshift.io/supported-versions=true';

const FLOW = { flow: 'probe' };

/** Follows field names and list indexes; undefined where the way ends. */
const valueAt = (value: unknown, ...steps: readonly string[]): unknown =>
  steps.reduce<unknown>((current, step) => (isJsonObject(current) ? current[step] : undefined), value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Tech-preview platforms are in the enum only where the operator was installed with them. */
const platformsOf = (crd: KubeObject | undefined): readonly string[] => {
  const versions = listOf(crd?.spec?.['versions'] as JsonValue | undefined);
  const served = versions.find((version) => valueAt(version, 'name') === 'v1beta1');
  const platform = valueAt(
    served,
    'schema',
    'openAPIV3Schema',
    'properties',
    'spec',
    'properties',
    'platform',
  );
  return listOf(valueAt(platform, 'properties', 'type', 'enum')).filter(isText);
};

const minorsOf = (configMap: KubeObject | undefined): readonly string[] => {
  if (!configMap) return [];
  try {
    const parsed: unknown = JSON.parse(String(configMap.data?.['supported-versions']));
    return listOf(valueAt(parsed, 'versions')).filter(isText);
  } catch {
    throw new ManagementClusterError('nonsense', 'the ConfigMap of supported versions cannot be read');
  }
};

/** What placement and admission need to know of a management cluster; four reads side by side. */
export const createProbe =
  (caller: Caller, { get, list }: Pick<ManagementCluster, 'get' | 'list'>) =>
  async (): Promise<ManagementClusterFacts> => {
    const [version, groups, crd, configMaps] = await Promise.all([
      caller.call({ method: 'GET', path: '/version' }, FLOW).then(bodyOf),
      caller.call({ method: 'GET', path: '/apis' }, FLOW).then(bodyOf),
      get(CRD),
      list({ apiVersion: 'v1', kind: 'ConfigMap' }, { labelSelector: VERSIONS_SELECTOR }),
    ]);
    const serverVersion = version['gitVersion'];
    if (!isText(serverVersion) || groups['kind'] !== 'APIGroupList') {
      throw new ManagementClusterError('nonsense', 'the server does not say its version and API groups');
    }
    return {
      serverVersion,
      hostedClusterPlatforms: platformsOf(crd),
      hasRoutes: listOf(groups['groups']).some((group) => valueAt(group, 'name') === ROUTE_GROUP),
      supportedMinors: minorsOf(configMaps.items[0]),
    };
  };
