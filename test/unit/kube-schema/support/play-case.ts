import { parse } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../src/domain/shared/json.ts';
import {
  type CompiledResource,
  compileCrd,
  type SchemaProblem,
} from '../../../../src/kube-schema/kube-schema.ts';
import { applyJsonPatch } from './json-patch.ts';

/** What an API server did with a request: the object as stored, or what it said. */
export type Outcome = { readonly stored: JsonObject } | { readonly refused: string };

const readText = (test: JsonObject, key: string): JsonObject => {
  const text = test[key];
  const value: unknown = typeof text === 'string' ? parse(text) : undefined;
  if (!isJsonObject(value)) throw new Error(`${key} holds no object`);
  return value;
};

/** As the upstream runner sends it: in namespace default, under a generated name. */
const prepare = (object: JsonObject): JsonObject => ({
  ...object,
  metadata: { name: 'test-1', namespace: 'default' },
});

const withoutStatus = ({ status: _, ...rest }: JsonObject): JsonObject => rest;

const withStatus = (object: JsonObject, status: JsonValue | undefined): JsonObject =>
  status === undefined ? withoutStatus(object) : { ...object, status };

const describeProblems = (problems: readonly SchemaProblem[]): string =>
  problems.map(({ path, message }) => `${path}: ${message}`).join(', ');

const judge = (object: JsonObject, problems: readonly SchemaProblem[]): Outcome =>
  problems.length === 0 ? { stored: object } : { refused: describeProblems(problems) };

const decode = (resource: CompiledResource, object: JsonObject): JsonObject =>
  resource.applyDefaults(resource.prune(object));

const create = (resource: CompiledResource, object: JsonObject): Outcome => {
  const sent = withoutStatus(decode(resource, prepare(object)));
  return judge(sent, resource.validate(sent));
};

const update = (resource: CompiledResource, object: JsonObject, old: JsonObject): Outcome => {
  const sent = withStatus(decode(resource, prepare(object)), old['status']);
  return judge(sent, resource.validate(sent, old));
};

const updateStatus = (resource: CompiledResource, object: JsonObject, old: JsonObject): Outcome => {
  const sent = withStatus(old, decode(resource, prepare(object))['status']);
  return judge(sent, resource.validateStatus(sent, old));
};

const compileOne = (crd: JsonObject): CompiledResource => {
  const [resource] = compileCrd(crd);
  if (resource === undefined) throw new Error('the CRD serves no version');
  return resource;
};

const createWithStatus = (resource: CompiledResource, object: JsonObject): JsonObject => {
  const created = create(resource, object);
  if ('refused' in created) throw new Error(`the initial object was refused: ${created.refused}`);
  if (object['status'] === undefined) return created.stored;
  const stored = updateStatus(resource, object, created.stored);
  if ('refused' in stored) throw new Error(`the initial status was refused: ${stored.refused}`);
  return stored.stored;
};

export const playCreate = (resource: CompiledResource, test: JsonObject): Outcome =>
  create(resource, readText(test, 'initial'));

export interface UpdateOutcome {
  readonly main: Outcome;
  /** What became of the status of the updated object, when it has one. */
  readonly status?: Outcome;
}

/** Creates the initial object, under a patched CRD if the case says so, and updates it under the real one. */
export const playUpdate = (resource: CompiledResource, crd: JsonObject, test: JsonObject): UpdateOutcome => {
  const patches = test['initialCRDPatches'];
  const first = Array.isArray(patches) ? compileOne(applyJsonPatch(crd, patches)) : resource;
  const old = createWithStatus(first, readText(test, 'initial'));
  const updated = readText(test, 'updated');
  const main = update(resource, updated, old);
  if ('refused' in main || updated['status'] === undefined) return { main };
  return { main, status: updateStatus(resource, updated, main.stored) };
};

export const readExpected = (test: JsonObject): JsonObject => readText(test, 'expected');
