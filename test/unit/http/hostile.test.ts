import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const seed = 20261130;

const isValid = (status: number) => status === 202 || (status >= 400 && status < 500);

/** Values that no schema of ours takes at the place where they are put. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    [],
    {},
    -1,
    0.5,
    '',
    '\u0000',
    '\u202e',
    '../..',
    'a\nb: c',
    'a\r\nX: y',
    '{{x}}',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `${text}\u0001`),
  fc.integer({ min: -1_000_000, max: -1 }),
  fc.array(fc.constant(null), { minLength: 1, maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), fc.constant(null), { minKeys: 1, maxKeys: 3 }),
);

/** Pointers to all members of a body, the empty one apart. */
const pathsOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] => {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, part]) => [[...path, key], ...pathsOf(part, [...path, key])]);
};

const replaced = (value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown => {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((part, index) => (index === key ? replaced(part, rest, by) : part));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
};

const template = {
  ...(newCluster('hostile') as Record<string, unknown>),
  labels: { env: 'prod' },
  spec: {
    version: '4.20.3',
    platform: { type: 'agent', agent: { namespace: 'lab' } },
    pullSecretCredentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
    dns: { baseDomain: 'example.org', domainPrefix: 'h' },
    network: { serviceCidrs: ['172.31.0.0/16'], hostPrefix: 23 },
    controlPlane: { availability: 'high', tolerations: [{ key: 'a', operator: 'Exists' }] },
    nodePools: [
      {
        name: 'w',
        replicas: 3,
        management: { maxSurge: '25%' },
        taints: [{ key: 'a', effect: 'NoSchedule' }],
      },
    ],
  },
};

// Taking these away, or putting these in, leaves a body that may be valid.
const mayBeTaken = (path: (string | number)[], value: unknown): boolean =>
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0) ||
  (value === '' && ['baseDomain', 'env'].includes(String(path.at(-1))));

describe('hostile requests', () => {
  it('refuse junk at any place of a body, before a service is reached', async () => {
    const places = fc.constantFrom(...pathsOf(template));
    await fc.assert(
      fc.asyncProperty(places, junk, async (path, value) => {
        fc.pre(!mayBeTaken(path, value));
        const calls = test.world.calls.length;
        const reply = await test.send('POST', '/v1/clusters', { body: replaced(template, path, value) });
        expect([reply.status, test.world.calls.length]).toEqual([400, calls]);
        expect(reply.body.errors.length).toBeGreaterThan(0);
        for (const { pointer } of reply.body.errors)
          expect(pointer === '' || pointer.startsWith('/')).toBe(true);
      }),
      { seed, numRuns: 300 },
    );
  });

  it('refuse an unknown member at any place', async () => {
    const objects = pathsOf(template).filter((path) => {
      const value = path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], template);
      return typeof value === 'object' && !Array.isArray(value) && path.at(-1) !== 'labels';
    });
    for (const path of [[], ...objects]) {
      const reply = await test.send('POST', '/v1/clusters', {
        body: replaced(template, [...path, 'surprise'], 1),
      });
      const errors = reply.body.errors as { pointer: string; code: string }[];
      expect(errors).toContainEqual(
        expect.objectContaining({ pointer: `/${[...path, 'surprise'].join('/')}`, code: 'unknown-field' }),
      );
    }
  });

  it('never give a 5xx, whatever the JSON is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 6 }), fc.constantFrom('POST', 'PATCH'), async (body, method) => {
        const url = method === 'POST' ? '/v1/clusters' : '/v1/clusters/cl_01jc8vr3n2e9qsyw6x5m7tzzzz';
        const { status } = await test.send(method as 'POST', url, { body });
        expect(status).toBe(400);
        expect(({} as Record<string, unknown>)['x']).toBeUndefined();
      }),
      { seed, numRuns: 200 },
    );
  });

  it('never give a 5xx, whatever the bytes are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        expect((await test.send('POST', '/v1/clusters', { body: Buffer.from(bytes) })).status).toBe(400);
      }),
      { seed, numRuns: 200 },
    );
  });

  it('never give a 5xx, whatever the address and the header fields are', async () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.webQueryParameters(), text, text, async (path, query, field, tag) => {
        const headers = {
          'if-none-match': tag,
          prefer: field,
          accept: field,
          traceparent: field,
          'idempotency-key': tag,
        };
        const { status } = await test.send('GET', `/v1/clusters${path}?${query}`, { headers });
        expect(isValid(status) || status === 200).toBe(true);
      }),
      { seed, numRuns: 200 },
    );
  });

  it('are refused quickly at their largest', async () => {
    const keys = `{${Array.from({ length: 19_000 }, (_, index) => `"k${index}":1`).join(',')}}`;
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const long = JSON.stringify({ ...template, name: 'a'.repeat(250_000) });
    for (const body of [keys, deep, long]) {
      const before = process.cpuUsage();
      const reply = await test.send('POST', '/v1/clusters', { body });
      expect(reply.status).toBe(400);
      expect(process.cpuUsage(before).user).toBeLessThan(400_000);
      expect(reply.text.length).toBeLessThan(600_000);
    }
  });

  it('keep what was asked, for any body that is taken', async () => {
    const label = fc.stringMatching(/^[A-Za-z0-9]([A-Za-z0-9_.-]{0,20}[A-Za-z0-9])?$/);
    const labels = fc.dictionary(label, fc.oneof(label, fc.constant('')), { maxKeys: 5 });
    const spec = fc.record(
      {
        paused: fc.boolean(),
        network: fc.record(
          { hostPrefix: fc.integer({ min: 1, max: 128 }), ovnMtu: fc.integer({ min: 576, max: 9216 }) },
          { requiredKeys: [] },
        ),
        placement: fc.record({ labels }, { requiredKeys: [] }),
        capabilities: fc.record({
          enabled: fc.array(fc.stringMatching(/^[A-Z][a-z]{1,9}$/), { maxLength: 4 }),
        }),
      },
      { requiredKeys: [] },
    );
    let count = 0;
    await fc.assert(
      fc.asyncProperty(spec, labels, async (sent, sentLabels) => {
        count += 1;
        const body = {
          ...(newCluster(`kept-${count}x`, { ...sent, nodePools: [] }) as object),
          labels: sentLabels,
        };
        const { cluster } = (await test.send('POST', '/v1/clusters', { body })).body;
        expect(cluster.labels).toEqual(sentLabels);
        expect(cluster.spec).toMatchObject(sent);
      }),
      { seed, numRuns: 100 },
    );
  });
});
