import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(async () => {
  expect(test.checks.failures).toEqual([]);
  await test.close();
});

const get = (url: string, key = test.keys.observer) => test.send('GET', url, { key });
const post = (url: string, body: unknown, headers = {}, key = test.keys.operator) =>
  test.send('POST', url, { key, body, headers });

describe('the report of leaks', () => {
  it('has every entry with its place, owner, age, verdict and reasons, and tells how well was looked', async () => {
    const { status, body } = await get('/v1/fleet/leaks?type=vpc');

    expect(status).toBe(200);
    expect(body.items).toEqual([
      {
        id: expect.stringMatching(/^lk_/),
        place: 'aws:123456789012:ten_01jc8vr3n2e9qsyw6x5m7t4kzd',
        side: 'cloud',
        type: 'vpc',
        resourceId: 'vpc-1',
        name: 'b4xk2m7q9ztra-vpc',
        region: 'eu-west-1',
        owner: {
          infraId: 'b4xk2m7q9ztra',
          tenantId: 'ten_01jc8vr3n2e9qsyw6x5m7t4kzd',
          clusterId: 'cl_01jc8vr3n2e9qsyw6x5m7t4kzd',
        },
        createdAt: '2026-11-01T00:00:00.000Z',
        ageSeconds: expect.any(Number),
        verdict: 'leaked',
        reasons: [{ code: 'cluster-deleted', detail: 'Nothing needs it.' }],
        remembered: true,
        firstSeenAt: expect.any(String),
        lastSeenAt: expect.any(String),
        scans: 2,
      },
    ]);
    expect(body.summary).toEqual({
      counts: [
        { type: 'vpc', verdict: 'leaked', count: 1 },
        { type: 'natGateway', verdict: 'leaked', count: 1 },
      ],
      places: { total: 2, failing: 1, neverScanned: 0, waiting: 0 },
      failures: [
        {
          place: 'managementCluster:mc_1',
          failure: 'timeout: no answer',
          scannedAt: '2026-11-30T12:00:00.000Z',
        },
      ],
    });
  });

  it('is read page by page', async () => {
    const first = await get('/v1/fleet/leaks?limit=1');
    const second = await get(`/v1/fleet/leaks?limit=1&cursor=${first.body.nextCursor}`);
    const types = [first, second].map(({ body }) => body.items[0].type);
    expect(types.toSorted()).toEqual(['natGateway', 'vpc']);
    expect(second.body.nextCursor).toBeUndefined();
  });

  it.each(['?verdict=gone', '?type=a%20b', '?place=nowhere', '?dryRun=true'])('refuses %s', async (query) => {
    expect((await get(`/v1/fleet/leaks${query}`)).status).toBe(400);
  });

  it('shows the scans that it comes from', async () => {
    const { body } = await get('/v1/fleet/leak-scans');
    expect(body.items[0]).toMatchObject({
      counts: [
        { type: 'vpc', verdict: 'leaked', count: 1 },
        { type: 'vpc', verdict: 'active', count: 3 },
      ],
    });
  });
});

describe('a scan', () => {
  it('is due at once, and asked for once with one key', async () => {
    const headers = { 'idempotency-key': 'scan-1' };
    const first = await post('/v1/fleet/leaks:scan', {}, headers);
    const again = await post('/v1/fleet/leaks:scan', {}, headers);
    expect([first.status, first.body]).toEqual([202, { requestedAt: expect.any(String), places: 2 }]);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  });
});

describe('a cleaning', () => {
  it('is a dry run unless it is told otherwise', async () => {
    const { status, body } = await post('/v1/fleet/leaks:clean', {});
    expect([status, body.state, body.id]).toEqual([200, 'planned', undefined]);
    expect(body.removals.map(({ type }: { type: string }) => type)).toEqual(['vpc']);
    expect(body.passedOver.map(({ code }: { code: string }) => code)).toEqual(['never-known']);
  });

  it('that removes is accepted, and can be followed', async () => {
    const { status, headers, body } = await post('/v1/fleet/leaks:clean', { dryRun: false });
    const url = `/v1/fleet/leak-cleanings/${body.id}`;
    expect([status, headers['location']]).toEqual([202, `https://berth.example.org${url}`]);
    expect((await get(url)).body).toMatchObject({ id: body.id, state: 'accepted', removals: body.removals });
    expect((await get('/v1/fleet/leak-cleanings/lc_01jc8vr3n2e9qsyw6x5m7tzzzz')).status).toBe(404);
  });

  it('is refused with all reasons for what is not in the report', async () => {
    const { status, body } = await post('/v1/fleet/leaks:clean', { ids: ['lk_01jc8vr3n2e9qsyw6x5m7tzzzz'] });
    expect([status, body.code, body.errors[0].pointer]).toEqual([422, 'admission-refused', '/ids/0']);
  });

  it.each([
    { ids: [] },
    { ids: ['vpc-1'] },
    { limit: 0 },
    { limit: 501 },
    { maxLeakedPercent: 0 },
    { force: true },
  ])('refuses %j', async (body) => {
    expect((await post('/v1/fleet/leaks:clean', body)).status).toBe(400);
  });
});

describe('whoever may not', () => {
  it('reads nothing as a tenant, and changes nothing as an observer of the fleet', async () => {
    for (const url of ['/v1/fleet/leaks', '/v1/fleet/leak-scans'])
      expect((await get(url, test.keys.acme)).status).toBe(403);
    for (const url of ['/v1/fleet/leaks:scan', '/v1/fleet/leaks:clean']) {
      expect((await post(url, {}, {}, test.keys.observer)).status).toBe(403);
      expect((await post(url, {}, {}, test.keys.acme)).status).toBe(403);
    }
  });
});
