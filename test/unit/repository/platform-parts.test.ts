import { existsSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { platformTypes } from '../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../src/domain/platforms/platforms.ts';
import { nodePoolPlatformOf } from '../../../src/routes/node-pools/platform-schema.ts';
import { readText } from './tree.ts';

const ajv = () => new Ajv2020({ strict: false, discriminator: true });

describe.each(platformTypes)('the platform %s', (type) => {
  const rules = platformOf(type);

  it('has its folder with types and rules', () => {
    for (const file of [`${type}.ts`, `${type}-spec.ts`])
      expect(existsSync(`src/domain/platforms/${type}/${file}`), file).toBe(true);
  });

  it('has examples that its schemas take', () => {
    expect(ajv().validate({ ...rules.schemas.cluster }, rules.examples.cluster)).toBe(true);
    expect(ajv().validate({ ...nodePoolPlatformOf(type) }, rules.examples.nodePool)).toBe(true);
  });

  it('has a page that gives every flag of the command line its place', () => {
    expect(readText(`docs/reference/cli-parity/${type}.md`)).toContain('| flag |');
  });

  it('has a provider with a double to test it on, if Berth makes anything there', () => {
    if (rules.managed === undefined) return;
    expect(existsSync(`src/providers/infrastructure/${type}/${type}-provider.ts`)).toBe(true);
    expect(existsSync(`test/harness/${type}`)).toBe(true);
    expect(readText('src/providers/infrastructure/providers.ts')).toContain(`./${type}/${type}-provider.ts`);
    expect(existsSync(`test/harness/${type}/${type}-life-cloud.ts`)).toBe(true);
    expect(readText('test/crash/crash.test.ts')).toContain(`/${type}-life-cloud.ts`);
  });
});

it('no two platforms have the same name', () => {
  const names = platformTypes.flatMap((type) => [platformOf(type).kubeType, platformOf(type).title]);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBeGreaterThanOrEqual(platformTypes.length);
  expect(new Set(platformTypes.map((type) => platformOf(type).kubeType)).size).toBe(platformTypes.length);
});

it('gives a machine setting the same schema on every platform that has it', () => {
  const seen = new Map<string, string>();
  for (const type of platformTypes) {
    const { nodePool, rootVolume } = platformOf(type).schemas;
    const settings = [
      ...Object.entries(nodePool),
      ...Object.entries(rootVolume).map(([name, schema]) => [`rootVolume.${name}`, schema] as const),
    ];
    for (const [name, schema] of settings) {
      const text = JSON.stringify(schema);
      expect(seen.get(name) ?? text, `${name} of ${type}`).toBe(text);
      seen.set(name, text);
    }
  }
});
