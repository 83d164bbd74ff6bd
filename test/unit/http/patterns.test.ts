import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { createFakeServices } from '../../harness/fake-services.ts';
import { everySchema } from './every-schema.ts';

const patterns = new Set<string>();

beforeAll(async () => {
  const app = await buildApp({
    services: createFakeServices().services,
    publicUrl: 'https://berth.example.org',
    cursorSecret: Buffer.alloc(32),
    logger: false,
    onRoute: ({ schema = {} }) => {
      const { body = {}, querystring = {}, params = {} } = schema as Record<string, object>;
      for (const { schema: found } of [body, querystring, params].flatMap((one) => everySchema(one, '')))
        for (const one of [found, found['propertyNames'] as Record<string, unknown> | undefined])
          if (typeof one?.['pattern'] === 'string') patterns.add(one['pattern']);
    },
  });
  await app.close();
});

const size = 250_000;
const bomb = (unit: string, end: string): string => unit.repeat(Math.ceil(size / unit.length)) + end;

describe('patterns of requests', () => {
  it.each([
    'a',
    '0',
    '-',
    'a.',
    'a-',
    '.',
    '/',
    'a/',
    'a=',
    ' ',
    'A+',
    '=',
    ':',
    'ssh-rsa A ',
    'arn:aws:iam::',
  ])('are quick to refuse a quarter of a megabyte of %j', (unit) => {
    const slow: [string, number][] = [];
    for (const pattern of patterns) {
      const expression = new RegExp(pattern, 'u');
      const before = process.cpuUsage();
      for (const start of ['', 'a', 'ssh-rsa ', 'https://', 'arn:aws:iam::123456789012:role/'])
        expression.test(start + bomb(unit, '\u00e9'));
      const microseconds = process.cpuUsage(before).user;
      if (microseconds > 300_000) slow.push([pattern, microseconds]);
    }
    expect(patterns.size).toBeGreaterThan(30);
    expect(slow).toEqual([]);
  });
});
