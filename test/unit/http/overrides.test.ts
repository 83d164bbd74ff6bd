import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

// What would reach the objects on a management cluster past the fields of the API: to replace an image there is to run code there.
let test: TestApp;
let clusterId: string;
let poolId: string;

beforeAll(async () => {
  test = await startTestApp();
  clusterId = (await test.send('POST', '/v1/clusters', { body: newCluster('walled') })).body.cluster.id;
  poolId = (await test.send('GET', `/v1/node-pools?clusterId=${clusterId}`)).body.items[0].id;
});

afterAll(() => test.close());

const image = { 'hypershift.openshift.io/control-plane-operator-image': 'evil.example.org/cpo' };

const detours: readonly (readonly [field: string, value: object])[] = [
  ['overrides', {}],
  ['overrides', { hostedCluster: { metadata: { annotations: image } } }],
  ['overrides', { hostedCluster: { spec: { release: { image: 'evil.example.org/release' } } } }],
  ['overrides', { hostedCluster: { spec: { pullSecret: { name: 'of-another' } } } }],
  ['overrides', { hostedCluster: { metadata: { namespace: 'hypershift' } } }],
  ['overrides', { nodePools: { spec: { config: [{ name: 'of-another' }] } } }],
  ['annotations', image],
  ['metadata', { annotations: image }],
  ['hostedCluster', { metadata: { annotations: image } }],
  ['controlPlaneOperatorImage', { image: 'evil.example.org/cpo' }],
];

describe.each(detours)('%s with %j', (field, value) => {
  it.each([
    ['of a new cluster', 'POST', (): string => '/v1/clusters', 'top'],
    ['of the spec of a new cluster', 'POST', (): string => '/v1/clusters', 'spec'],
    ['of a changed cluster', 'PATCH', (): string => `/v1/clusters/${clusterId}`, 'top'],
    ['of the spec of a changed cluster', 'PATCH', (): string => `/v1/clusters/${clusterId}`, 'spec'],
    ['of a changed node pool', 'PATCH', (): string => `/v1/node-pools/${poolId}`, 'top'],
    ['of the spec of a changed node pool', 'PATCH', (): string => `/v1/node-pools/${poolId}`, 'spec'],
  ] as const)('is refused as a field %s', async (_where, method, url, place) => {
    const whole: { spec?: object } = method === 'POST' ? newCluster('detour') : {};
    const added = { [field]: value };
    const body = place === 'top' ? { ...whole, ...added } : { ...whole, spec: { ...whole.spec, ...added } };
    const reply = await test.send(method, url(), { body });

    expect(reply.status).toBe(400);
    const pointer = place === 'top' ? `/${field}` : `/spec/${field}`;
    expect(reply.body.errors).toEqual([expect.objectContaining({ pointer, code: 'unknown-field' })]);
    expect(reply.text).not.toContain('evil');
  });
});
