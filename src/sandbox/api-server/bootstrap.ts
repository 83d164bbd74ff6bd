import type { JsonObject } from '../../domain/shared/json.ts';
import { compactDefinitions } from './compact-crds.ts';
import { type CrdVariant, definitionFilesIn } from './definition-files.ts';
import { ApiError } from './objects/api-error.ts';
import { textAt } from './objects/api-object.ts';
import { customResourceDefinitions } from './resources/custom-resource-definitions.ts';
import { namespaces } from './resources/namespaces.ts';
import type { ResourceRegistry } from './resources/resource-registry.ts';
import { routeDefinition } from './route-crd.ts';
import { decodeBody } from './store/stored-body.ts';
import { applyObject } from './writes/apply-object.ts';
import { createObject } from './writes/create-object.ts';
import type { WriteContext } from './writes/write-context.ts';

const systemNamespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

const options = { dryRun: false, manager: 'berth-sandbox', validation: 'Ignore', force: true } as const;

const ensureNamespace = async (writes: WriteContext, name: string): Promise<void> => {
  if (await writes.store.get({ resource: namespaces.storageKey, namespace: '', name })) return;
  const request = { type: namespaces, namespace: '', body: { metadata: { name } }, options };
  await createObject(writes, request).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.parts.code !== 409) throw error;
  });
};

const applyDefinition = (writes: WriteContext, body: JsonObject) => {
  const target = {
    type: customResourceDefinitions,
    namespace: '',
    name: textAt(body, 'metadata', 'name') ?? '',
  };
  return applyObject(writes, target, undefined, body, options);
};

const digestAnnotation = 'sandbox.berth/file-digest';

const withDigest = (definition: JsonObject, digest: string): JsonObject => {
  const metadata = definition['metadata'] as JsonObject;
  const annotations = { ...(metadata['annotations'] as JsonObject | undefined), [digestAnnotation]: digest };
  return { ...definition, metadata: { ...metadata, annotations } };
};

const storedDefinitions = async (writes: WriteContext) => {
  const all = { namespace: undefined, labels: [], fields: [], limit: undefined };
  const { items } = await writes.store.list({ resource: customResourceDefinitions.storageKey, ...all });
  return items.map(({ body, rv }) => decodeBody(body, rv));
};

/** The system namespaces, and the stored definitions. */
export const restore = async (writes: WriteContext, registry: ResourceRegistry): Promise<void> => {
  for (const name of systemNamespaces) await ensureNamespace(writes, name);
  for (const crd of await storedDefinitions(writes)) registry.define(crd);
};

/**
 * Installs the definitions of a directory, or the compact ones. A file that was installed before and has not changed since is not
 * parsed again: the real ones are large.
 */
export const installDefinitions = async (
  writes: WriteContext,
  directory: string | undefined,
  variant: CrdVariant,
): Promise<void> => {
  await applyDefinition(writes, routeDefinition);
  if (directory === undefined) {
    for (const definition of compactDefinitions) await applyDefinition(writes, definition);
    return;
  }
  const installed = new Set(
    (await storedDefinitions(writes)).map(({ metadata }) => metadata.annotations?.[digestAnnotation]),
  );
  for (const file of await definitionFilesIn(directory, variant)) {
    if (!installed.has(file.digest)) await applyDefinition(writes, withDigest(file.read(), file.digest));
  }
};
