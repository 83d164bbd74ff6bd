import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { securityHeaders } from '../../../src/plugins/security-headers.ts';
import { usualConnections, usualTimeouts } from '../../../src/server.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const page = read('docs/reference/http.md');

it('names every header field and limit in the page as the code has it', () => {
  const rows = securityHeaders('https://berth.example.org').map(
    ([name, value]) => `| \`${name}\` | \`${value}\` |`,
  );
  for (const row of rows) expect(page).toContain(row);
  const seconds = [
    usualTimeouts.headersMs,
    usualTimeouts.requestMs,
    usualConnections.silentMs,
    usualConnections.keepAliveMs,
  ];
  for (const time of seconds) expect(page).toContain(`| ${time / 1000} s |`);
  expect(page).toContain(`| ${usualConnections.maxConnections.toLocaleString('en')} |`);
  expect(page).toContain(`| ${usualConnections.requestsPerConnection.toLocaleString('en')} |`);
});

describe('the image', () => {
  const lines = read('Dockerfile').replaceAll('\\\n', '').split('\n');
  const named = (word: string) => lines.filter((line) => line.startsWith(`${word} `));

  it('runs as a user with a number, that is not root', () => {
    expect(named('USER')).toEqual(['USER 1000:1000']);
  });

  it('has a base by tag, fetches nothing by address and asks the admin port how it is', () => {
    for (const base of named('FROM')) expect(base).toMatch(/^FROM node:\d[\w.-]+/);
    expect(named('ADD')).toEqual([]);
    expect(named('HEALTHCHECK')[0]).toContain('/healthz');
    expect(named('CMD')[0]).toMatch(/^CMD \["node"/);
  });
});

it('has a digest for every package of the lockfile, and no other place to fetch it from', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
  };
  for (const [name, { integrity, resolved }] of Object.entries(packages)) {
    if (name === '') continue;
    expect([name, integrity]).toEqual([name, expect.stringMatching(/^sha512-/)]);
    expect(resolved ?? 'https://registry.npmjs.org/').toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});
