import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const managed = {
  platform: {
    type: 'aws',
    aws: {
      region: 'eu-west-1',
      credentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
      infrastructure: { mode: 'managed', zones: ['eu-west-1a'] },
    },
  },
  dns: { baseDomain: 'example.org' },
};

const create = async (name: string, spec: object): Promise<string> =>
  (await test.send('POST', '/v1/clusters', { body: newCluster(name, spec) })).body.cluster.id;

const rotate = (id: string, headers: Record<string, string> = {}) =>
  test.send('POST', `/v1/clusters/${id}/rotate-signing-key`, { headers });

describe('the signing key of a cluster', () => {
  it('is replaced by an operation, as any change is', async () => {
    const id = await create('payments', managed);
    const { status, body, headers } = await rotate(id, { 'if-match': '"1.1"' });

    expect([status, body.operation.type, body.operation.target.id, body.cluster.generation]).toEqual([
      202,
      'cluster.update',
      id,
      2,
    ]);
    expect(headers['location']).toBe(`https://berth.example.org/v1/operations/${body.operation.id}`);
    expect((await rotate(id, { 'if-match': '"1.1"' })).status).toBe(412);
  });

  it('is replaced once for an Idempotency-Key', async () => {
    const id = await create('ledger', managed);
    const first = await rotate(id, { 'idempotency-key': 'once' });
    const again = await rotate(id, { 'idempotency-key': 'once' });

    expect([again.status, again.body.operation.id, again.headers['idempotent-replayed']]).toEqual([
      202,
      first.body.operation.id,
      'true',
    ]);
  });

  it('is not Berth’s where the user brought the infrastructure, and needs the right to write', async () => {
    const id = await create('brought', {});
    const key = test.keys.acmeViewer;

    expect((await rotate(id)).body.code).toBe('admission-refused');
    expect((await test.send('POST', `/v1/clusters/${id}/rotate-signing-key`, { key })).status).toBe(403);
    expect((await test.send('POST', `/v1/clusters/${id}/rotate-signing-key`, { body: {} })).status).toBe(400);
  });
});
