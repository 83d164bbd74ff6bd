import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMap, isScalar, parse, parseDocument } from 'yaml';
import { isJsonObject, type JsonObject } from '../../../../src/domain/shared/json.ts';

const root = resolve(import.meta.dirname, '../../../..');
const givenDirectory = join(process.env.BERTH_SHARED_DIR ?? resolve(root, '../shared'), 'hypershift');

/** False when the given CRDs and suites are not beside the repository. In CI that is an error. */
export const hasGivenFiles = existsSync(join(givenDirectory, 'crds'));

if (!hasGivenFiles) {
  const message = `kube-schema: no CRDs and suites in ${givenDirectory}; set BERTH_SHARED_DIR to their parent directory`;
  if (process.env.CI) throw new Error(message);
  console.warn(`${message} (skipped)`);
}

const readYaml = (path: string): JsonObject => {
  const value: unknown = parse(readFileSync(path, 'utf8'), { uniqueKeys: false });
  if (!isJsonObject(value)) throw new Error(`${path} holds no object`);
  return value;
};

const listYaml = (directory: string): readonly string[] =>
  hasGivenFiles ? readdirSync(join(givenDirectory, directory)).filter((name) => name.endsWith('.yaml')) : [];

export interface GivenCrd {
  readonly file: string;
  /** `hostedclusters` */
  readonly plural: string;
  /** True for the variant with the feature gates of TechPreviewNoUpgrade. */
  readonly isTechPreview: boolean;
  readonly crd: JsonObject;
}

export const readGivenCrds = (): readonly GivenCrd[] =>
  listYaml('crds').map((file) => ({
    file,
    plural: file.split('-')[0] ?? '',
    isTechPreview: file.includes('TechPreviewNoUpgrade'),
    crd: readYaml(join(givenDirectory, 'crds', file)),
  }));

export interface GivenSuite {
  readonly file: string;
  readonly crdName: string;
  readonly isGated: boolean;
  readonly creates: readonly JsonObject[];
  readonly updates: readonly JsonObject[];
}

/**
 * The cases under a key. One suite has `onUpdate` twice; a plain reader keeps the last block only and loses the cases of
 * the first, so all blocks are read.
 */
const readCases = (path: string, key: string): readonly JsonObject[] => {
  const tests = parseDocument(readFileSync(path, 'utf8'), { uniqueKeys: false }).get('tests');
  if (!isMap(tests)) return [];
  const blocks = tests.items.filter((pair) => isScalar(pair.key) && pair.key.value === key);
  return blocks.flatMap(({ value }): JsonObject[] => {
    const cases: unknown = JSON.parse(JSON.stringify(value));
    return Array.isArray(cases) ? cases.filter(isJsonObject) : [];
  });
};

/** Some creations of that repeated block stand under `onUpdate`: a case without `updated` is a creation. */
const isUpdate = (test: JsonObject): boolean => test['updated'] !== undefined;

export const readGivenSuites = (): readonly GivenSuite[] =>
  listYaml('cel-suites').map((file) => {
    const path = join(givenDirectory, 'cel-suites', file);
    const suite = readYaml(path);
    const cases = [...readCases(path, 'onCreate'), ...readCases(path, 'onUpdate')];
    return {
      file,
      crdName: String(suite['crdName']),
      isGated: suite['featureGates'] !== undefined,
      creates: cases.filter((test) => !isUpdate(test)),
      updates: cases.filter(isUpdate),
    };
  });
