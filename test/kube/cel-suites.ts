/** Runs upstream's admission cases (format: README.md beside them) against a Kubernetes API. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { type KubeConnection, type KubeRequest, requestKube } from './kube-connection.ts';

interface CelCase {
  readonly suite: string;
  readonly name: string;
  /** Collection of the suite's kind in the namespace default. */
  readonly collection: string;
  readonly initial: string;
  readonly updated?: string;
  readonly initialCRDPatches?: unknown;
  readonly expected?: string;
  readonly expectedError?: string;
  readonly expectedStatusError?: string;
}

interface KubeObject {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly spec?: unknown;
  readonly status?: unknown;
}

type Answer = { readonly object: KubeObject } | { readonly error: string; readonly stage: 'main' | 'status' };

/** The cases of all suites that no feature gate guards, which every variant of the CRDs must satisfy. */
export function loadUngatedCases(directory: string): CelCase[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.testsuite.yaml'));
  return files.sort().flatMap((suite) => {
    // One suite has the key onUpdate twice; upstream's reader takes the last.
    const text = readFileSync(join(directory, suite), 'utf8');
    const { crdName, version, featureGates, tests } = parse(text, { uniqueKeys: false });
    if (featureGates !== undefined) return [];
    const [plural, ...group] = crdName.split('.');
    const collection = `/apis/${group.join('.')}/${version}/namespaces/default/${plural}`;
    const cases: CelCase[] = [...(tests.onCreate ?? []), ...(tests.onUpdate ?? [])];
    return cases.map((each) => ({ ...each, suite, collection }));
  });
}

/** What is wrong, or undefined when the server did what the case says. Leaves no object behind. */
export async function runCelCase(connection: KubeConnection, each: CelCase): Promise<string | undefined> {
  if (each.initialCRDPatches !== undefined) return 'CRD patches are not supported';
  const created = await write(connection, 'POST', each.collection, each.initial, { generateName: 'test-' });
  if ('error' in created)
    return each.updated === undefined ? judge(each, created) : `setup: ${created.error}`;
  const { name, resourceVersion } = created.object.metadata;
  const path = `${each.collection}/${name}`;
  try {
    if (each.updated === undefined) return judge(each, created);
    return judge(each, await write(connection, 'PUT', path, each.updated, { name, resourceVersion }));
  } finally {
    await requestKube(connection, { method: 'DELETE', path });
  }
}

/** Writes an object and then, as its own request, the status that the text has. */
async function write(
  connection: KubeConnection,
  method: 'POST' | 'PUT',
  path: string,
  yaml: string,
  metadata: object,
): Promise<Answer> {
  const wanted = parse(yaml);
  const main = await send(connection, 'main', { method, path, body: { ...wanted, metadata } });
  if ('error' in main || wanted.status === undefined) return main;
  const { name, resourceVersion } = main.object.metadata;
  const body = { ...wanted, metadata: { name, resourceVersion } };
  const statusPath = `${method === 'POST' ? `${path}/${name}` : path}/status`;
  return send(connection, 'status', { method: 'PUT', path: statusPath, body });
}

async function send(
  connection: KubeConnection,
  stage: 'main' | 'status',
  request: KubeRequest,
): Promise<Answer> {
  const { status, body } = await requestKube(connection, request);
  return status < 300 ? { object: body } : { error: `${status} ${body.message}`, stage };
}

function judge(each: CelCase, answer: Answer): string | undefined {
  const { expected, expectedError, expectedStatusError } = each;
  const wantedError = expectedError ?? expectedStatusError;
  if ('error' in answer) {
    const { error, stage } = answer;
    if (wantedError === undefined) return `was refused: ${error}`;
    if (!error.includes(wantedError)) return `was refused with another text: ${error}`;
    const wantedStage = expectedError === undefined ? 'status' : 'main';
    return stage === wantedStage ? undefined : `was refused at the ${stage} write: ${error}`;
  }
  if (wantedError !== undefined) return `was accepted, not refused with: ${wantedError}`;
  if (expected === undefined) return undefined;
  const { spec, status } = parse(expected);
  const stored = { spec: answer.object.spec, status: answer.object.status };
  return isDeepStrictEqual(stored, { spec, status }) ? undefined : `was stored as ${JSON.stringify(stored)}`;
}
