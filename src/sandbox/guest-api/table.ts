import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import type { GuestResource } from './guest-resources.ts';

interface Column {
  readonly name: string;
  /** 1: only with `-o wide`. */
  readonly priority?: number;
  cell(object: KubeObject, now: number): string | number;
}

const units: readonly (readonly [string, number])[] = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
];

/** As kubectl writes an age: one unit, from two of it on. */
const ageOf = (timestamp: string | undefined, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(timestamp ?? '')) / 1000));
  if (Number.isNaN(seconds)) return '<unknown>';
  const unit = units.find(([, size]) => seconds >= 2 * size);
  return unit ? `${Math.floor(seconds / unit[1])}${unit[0]}` : `${seconds}s`;
};

const inside = (object: JsonValue | undefined, ...path: string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), object);

const textAt = (object: KubeObject, ...path: string[]): string => {
  const value = inside(object as unknown as JsonObject, ...path);
  return typeof value === 'string' && value !== '' ? value : '<none>';
};

const conditionOf = (object: KubeObject, type: string): JsonObject | undefined => {
  const conditions = inside(object.status, 'conditions');
  if (!Array.isArray(conditions)) return undefined;
  return conditions.filter(isJsonObject).find((entry) => entry['type'] === type);
};

const name: Column = { name: 'Name', cell: (object) => object.metadata.name };
const age: Column = { name: 'Age', cell: (object, now) => ageOf(object.metadata.creationTimestamp, now) };

const rolesOf = ({ metadata }: KubeObject): string =>
  Object.keys(metadata.labels ?? {})
    .flatMap((label) => /^node-role\.kubernetes\.io\/(.+)$/.exec(label)?.[1] ?? [])
    .sort()
    .join(',') || '<none>';

const addressOf = (object: KubeObject, type: string): string => {
  const addresses = inside(object.status, 'addresses');
  if (!Array.isArray(addresses)) return '<none>';
  const found = addresses.filter(isJsonObject).find((entry) => entry['type'] === type);
  return String(found?.['address'] ?? '<none>');
};

const completedVersion = (object: KubeObject): string => {
  const history = inside(object.status, 'history');
  if (!Array.isArray(history)) return '';
  const done = history.filter(isJsonObject).find((entry) => entry['state'] === 'Completed');
  return String(done?.['version'] ?? '');
};

const columns: Readonly<Record<string, readonly Column[]>> = {
  nodes: [
    name,
    {
      name: 'Status',
      cell: (object) => (conditionOf(object, 'Ready')?.['status'] === 'True' ? 'Ready' : 'NotReady'),
    },
    { name: 'Roles', cell: rolesOf },
    age,
    { name: 'Version', cell: (object) => textAt(object, 'status', 'nodeInfo', 'kubeletVersion') },
    { name: 'Internal-IP', priority: 1, cell: (object) => addressOf(object, 'InternalIP') },
    { name: 'External-IP', priority: 1, cell: (object) => addressOf(object, 'ExternalIP') },
    { name: 'OS-Image', priority: 1, cell: (object) => textAt(object, 'status', 'nodeInfo', 'osImage') },
    {
      name: 'Kernel-Version',
      priority: 1,
      cell: (object) => textAt(object, 'status', 'nodeInfo', 'kernelVersion'),
    },
    {
      name: 'Container-Runtime',
      priority: 1,
      cell: (object) => textAt(object, 'status', 'nodeInfo', 'containerRuntimeVersion'),
    },
  ],
  clusterversions: [
    name,
    { name: 'Version', cell: completedVersion },
    { name: 'Available', cell: (object) => String(conditionOf(object, 'Available')?.['status'] ?? '') },
    { name: 'Progressing', cell: (object) => String(conditionOf(object, 'Progressing')?.['status'] ?? '') },
    {
      name: 'Since',
      cell: (object, now) =>
        ageOf(String(conditionOf(object, 'Progressing')?.['lastTransitionTime'] ?? ''), now),
    },
    { name: 'Status', cell: (object) => String(conditionOf(object, 'Progressing')?.['message'] ?? '') },
  ],
  namespaces: [name, { name: 'Status', cell: (object) => textAt(object, 'status', 'phase') }, age],
  serviceaccounts: [name, { name: 'Secrets', cell: () => 0 }, age],
  clusterrolebindings: [
    name,
    { name: 'Role', cell: (object) => `ClusterRole/${textAt(object, 'roleRef', 'name')}` },
    age,
  ],
};

/** The form in which kubectl asks for what it prints. */
export const tableOf = (
  resource: GuestResource,
  objects: readonly KubeObject[],
  resourceVersion: string,
  now: number,
) => {
  const shown = columns[resource.plural] ?? [name, age];
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata: { resourceVersion },
    columnDefinitions: shown.map((column) => ({
      name: column.name,
      type: column.name === 'Secrets' ? 'integer' : 'string',
      format: column === name ? 'name' : '',
      description: '',
      priority: column.priority ?? 0,
    })),
    rows: objects.map((object) => ({
      cells: shown.map((column) => column.cell(object, now)),
      object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: object.metadata },
    })),
  };
};
