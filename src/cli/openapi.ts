import { readFile, writeFile } from 'node:fs/promises';
import packageJson from '../../package.json' with { type: 'json' };
import { buildApp } from '../app.ts';
import type { Services } from '../services/contract.ts';

const usage = 'berth openapi --write FILE | --check FILE';

/** The routes are only described here: whoever calls a service has made a mistake. */
const noServices = new Proxy({} as Services, {
  get: (_target, name) =>
    new Proxy(
      {},
      {
        get: () => () => {
          throw new Error(`no service ${String(name)} while the document is made`);
        },
      },
    ),
});

/** The OpenAPI document as it is committed: a relative server, so that it is true wherever it is read. */
const renderDocument = async (): Promise<string> => {
  const app = await buildApp({
    services: noServices,
    publicUrl: '/',
    cursorSecret: Buffer.alloc(32),
    logger: false,
    releaseInfo: { version: packageJson.version },
  });
  await app.ready();
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`;
  await app.close();
  return text;
};

const firstDifference = (a: string, b: string): number => {
  const theirs = b.split('\n');
  const line = a.split('\n').findIndex((text, index) => text !== theirs[index]);
  return line + 1;
};

/** Writes the document, or compares it with the committed one. Returns the exit code. */
export const runOpenapi = async (args: readonly string[]): Promise<number> => {
  const [mode, file] = args;
  if ((mode !== '--write' && mode !== '--check') || file === undefined) {
    console.error(usage);
    return 2;
  }
  const document = await renderDocument();
  if (mode === '--write') {
    await writeFile(file, document);
    return 0;
  }
  const committed = await readFile(file, 'utf8').catch(() => '');
  if (committed === document) return 0;
  console.error(
    `${file} is not what the routes say (line ${firstDifference(document, committed)}): npm run openapi`,
  );
  return 1;
};
