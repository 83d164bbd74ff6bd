import type { ApiObject } from '../objects/api-object.ts';
import { configMaps } from './config-maps.ts';
import { events, limitRanges, nodes, resourceQuotas, serviceAccounts } from './core-kinds.ts';
import { customResourcesOf } from './custom-resource.ts';
import { customResourceDefinitions } from './custom-resource-definitions.ts';
import { groupedKinds, reviewKinds } from './grouped-kinds.ts';
import { namespaces } from './namespaces.ts';
import type { ResourceType } from './resource-type.ts';
import { secrets } from './secrets.ts';

const builtInTypes: readonly ResourceType[] = [
  namespaces,
  secrets,
  configMaps,
  serviceAccounts,
  events,
  nodes,
  resourceQuotas,
  limitRanges,
  customResourceDefinitions,
  ...groupedKinds,
  ...reviewKinds,
];

/** The kinds that are served now: the built-in ones and those of the stored definitions. */
export interface ResourceRegistry {
  all(): readonly ResourceType[];
  find(group: string, version: string, plural: string): ResourceType | undefined;
  findKind(apiVersion: string, kind: string): ResourceType | undefined;
  /** One version of the kind whose objects are stored under this key. */
  findStored(storageKey: string): ResourceType | undefined;
  /** Serves what a definition defines, in place of what it defined before. */
  define(crd: ApiObject): void;
  undefine(crdName: string): void;
  /** Grows with every change, for caches. */
  revision(): number;
}

export const createResourceRegistry = (): ResourceRegistry => {
  const custom = new Map<
    string,
    { readonly version: string | undefined; readonly types: readonly ResourceType[] }
  >();
  let types: readonly ResourceType[] = builtInTypes;
  let revision = 0;
  const rebuild = (): void => {
    types = [...builtInTypes, ...[...custom.values()].flatMap((entry) => entry.types)];
    revision += 1;
  };
  return {
    all: () => types,
    find: (group, version, plural) =>
      types.find((type) => type.plural === plural && type.group === group && type.version === version),
    findKind: (apiVersion, kind) =>
      types.find((type) => type.kind === kind && type.apiVersion === apiVersion),
    findStored: (storageKey) => types.find((type) => type.storageKey === storageKey),
    define: (crd) => {
      const { name, resourceVersion } = crd.metadata;
      if (custom.has(name) && custom.get(name)?.version === resourceVersion) return;
      custom.set(name, { version: resourceVersion, types: customResourcesOf(crd) });
      rebuild();
    },
    undefine: (name) => {
      if (custom.delete(name)) rebuild();
    },
    revision: () => revision,
  };
};
