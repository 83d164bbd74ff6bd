import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';
import { textAt } from './objects/api-object.ts';

export type CrdVariant = 'Default' | 'TechPreviewNoUpgrade';

export interface DefinitionFile {
  /** Changes with the contents of the file. */
  readonly digest: string;
  read(): JsonObject;
}

const variantOf = (fileName: string): CrdVariant | undefined =>
  /-(Default|TechPreviewNoUpgrade)\.(crd\.)?ya?ml$/.exec(fileName)?.[1] as CrdVariant | undefined;

const isWanted = (fileName: string, variant: CrdVariant): boolean => {
  if (!/\.(ya?ml|json)$/.test(fileName)) return false;
  const own = variantOf(fileName);
  return own === undefined || own === variant;
};

const parseDefinition = (text: string, path: string): JsonObject => {
  const value: unknown = parse(text);
  if (isJsonObject(value) && textAt(value, 'kind') === 'CustomResourceDefinition') return value;
  throw new Error(`${path} is no CustomResourceDefinition`);
};

/**
 * The CustomResourceDefinition files of a directory. Files whose names end in `-Default` or `-TechPreviewNoUpgrade` are of that
 * feature set, and only those of the wanted one are taken; other files are always taken.
 */
export const definitionFilesIn = async (
  directory: string,
  variant: CrdVariant,
): Promise<readonly DefinitionFile[]> => {
  const names = (await readdir(directory)).filter((name) => isWanted(name, variant)).sort();
  if (names.length === 0) throw new Error(`no CustomResourceDefinition files in ${directory}`);
  return Promise.all(
    names.map(async (name) => {
      const path = join(directory, name);
      const content = await readFile(path, 'utf8');
      return {
        digest: createHash('sha256').update(content).digest('hex'),
        read: () => parseDefinition(content, path),
      };
    }),
  );
};
