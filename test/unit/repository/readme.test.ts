import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { readText, section, tableRows } from './tree.ts';

const readme = readText('README.md');

/** The variables that readConfig asks for, in its order. */
const variablesRead = (): readonly string[] => {
  const names = new Set<string>();
  const spy = new Proxy({} as Record<string, string | undefined>, {
    get: (_target, name) => {
      names.add(String(name));
      return undefined;
    },
  });
  readConfig(spy);
  return [...names];
};

/** Values of which one is allowed for any variable, and differs from its default. */
const samples = [
  '7',
  'debug',
  'postgres://u@h/d',
  'redis://h',
  'http://h',
  'something',
  `bk_${'k'.repeat(43)}`,
  '10.0.0.1',
  's3://bucket?region=eu-west-1',
  '2048',
  'arn:aws:iam::123456789012:role/berth',
  'aws-kms://arn:aws:kms:eu-west-1:123456789012:key/1234',
];

/** The certificate and its key go together only. */
const companions = (name: string): Readonly<Record<string, string>> =>
  name.startsWith('BERTH_TLS_') ? { BERTH_TLS_CERT_FILE: 'c.pem', BERTH_TLS_KEY_FILE: 'k.pem' } : {};

const flatConfig = (env: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> => {
  const { rateLimits, ...config } = readConfig(env);
  return { ...config, ...rateLimits };
};

const readWith = (name: string, value: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return flatConfig({ ...companions(name), [name]: value });
  } catch {
    return undefined;
  }
};

/** What readConfig takes for a variable that is not set. */
const defaultOf = (name: string): unknown => {
  const defaults = flatConfig({});
  for (const sample of samples) {
    const changed = readWith(name, sample) ?? defaults;
    const field = Object.keys(defaults).find(
      (key) => JSON.stringify(defaults[key]) !== JSON.stringify(changed[key]),
    );
    if (field !== undefined) return defaults[field];
  }
  throw new Error(`no sample changes ${name}`);
};

const shown = (name: string): string => {
  if (name === 'API_PROCESSES') return 'the cores';
  if (name === 'BERTH_CLOUDS') return '`real`; `npm start`: `sandbox`';
  const value = defaultOf(name);
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  return value === undefined || isEmpty ? '–' : `\`${value}\``;
};

describe('the table of configuration', () => {
  it('has every variable that the program reads, with its default', () => {
    const rows = tableRows(section(readme, '### Configuration')).map(([name, fallback]) => [name, fallback]);
    expect(rows).toEqual(variablesRead().map((name) => [`\`${name}\``, shown(name)]));
  });
});

describe('the first five minutes', () => {
  const blocks = [...section(readme, '## The first five minutes').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    ([, block = '']) => block,
  );

  it('are, block by block, what the script does that CI runs', () => {
    const script = readText('docs/guides/first-cluster.sh');
    expect(blocks.length).toBeGreaterThan(7);
    expect(blocks.filter((block) => !script.includes(block))).toEqual([]);
    const places = blocks.map((block) => script.indexOf(block));
    expect(places).toEqual(places.toSorted((left, right) => left - right));
  });

  it('show the words that the program prints', () => {
    const program = readText('src/main-all.ts');
    const [, printed = ''] = /```text\n( {2}Berth is ready[\s\S]*?)```/.exec(readme) ?? [];
    const labels = printed
      .split('\n')
      .map((line) => /^ {2}([A-Z].*?) {2,}/.exec(line)?.[0])
      .filter((label) => label !== undefined);
    expect(labels.length).toBe(6);
    expect(labels.filter((label) => !program.includes(`\`${label}$`))).toEqual([]);
  });
});
