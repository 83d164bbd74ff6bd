import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

const create = async (name: string, spec: object = {}) => {
  const reply = await test.send('POST', '/v1/clusters', { body: newCluster(name, spec) });
  return reply.body.cluster.id as string;
};

describe('clusters over HTTP', () => {
  it('answers a create with 202, the operation and the cluster', async () => {
    const reply = await test.send('POST', '/v1/clusters', {
      body: { ...newCluster('shop'), labels: { env: 'prod' } },
    });

    expect(reply.status).toBe(202);
    const { operation, cluster } = reply.body;
    expect(reply.headers['location']).toBe(`https://berth.example.org/v1/operations/${operation.id}`);
    expect(reply.headers['etag']).toBe('"1.1"');
    expect(reply.headers['retry-after']).toBe('5');
    expect(reply.headers['idempotent-replayed']).toBeUndefined();
    expect(operation).toMatchObject({
      type: 'cluster.create',
      state: 'queued',
      target: { kind: 'cluster', id: cluster.id, clusterId: cluster.id },
      generation: 1,
    });
    expect(cluster).toMatchObject({
      name: 'shop',
      labels: { env: 'prod' },
      generation: 1,
      revision: 1,
      spec: {
        version: '4.20.3',
        platform: { type: 'kubevirt', kubevirt: {} },
        pullSecretCredentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
      },
      status: { phase: 'queued', health: 'unknown', operationId: operation.id },
    });
    expect(cluster.spec).not.toHaveProperty('nodePools');
  });

  it('makes the node pools of a create resources of their own', async () => {
    const id = await create('pools', {
      nodePools: [
        { name: 'a', replicas: 1 },
        { name: 'b', autoscaling: { min: 2, max: 5 } },
      ],
    });

    const reply = await test.send('GET', `/v1/node-pools?clusterId=${id}`);

    expect(
      reply.body.items.map(({ name, spec }: { name: string; spec: object }) => ({ name, spec })),
    ).toEqual([
      { name: 'b', spec: { autoscaling: { min: 2, max: 5 } } },
      { name: 'a', spec: { replicas: 1 } },
    ]);
  });

  it('gives back every field that was sent', async () => {
    const spec = {
      version: { channel: 'stable-4.20' },
      platform: { type: 'agent', agent: { namespace: 'lab' } },
      dns: {
        baseDomain: 'example.org',
        domainPrefix: 'full',
        baseDomainPrefix: '',
        publicZoneId: 'Z1',
        privateZoneId: 'Z2',
      },
      network: {
        type: 'Calico',
        clusterCidrs: ['10.132.0.0/14'],
        serviceCidrs: ['172.31.0.0/16'],
        machineCidrs: ['10.0.0.0/16', 'fd00::/48'],
        hostPrefix: 23,
        apiServerAllowedCidrs: [],
        ovnMtu: 1400,
        disableMultiNetwork: true,
        allocateNodeCidrs: false,
      },
      publishing: {
        strategy: 'nodePort',
        apiServerAddress: '10.0.0.5',
        externalDnsDomain: 'ext.example.org',
      },
      controlPlane: {
        availability: 'single',
        infrastructureAvailability: 'high',
        etcd: { storage: { size: '16Gi', className: 'fast' } },
        operatorCatalogs: 'guest',
        fips: true,
        tolerations: [
          { key: 'gold', operator: 'Equal', value: '', effect: 'NoExecute', tolerationSeconds: 0 },
        ],
        nodeSelector: { tier: 'gold' },
      },
      encryption: { type: 'aescbc' },
      pullSecretCredentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
      sshPublicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8m9Qm2c9v3n2u1y0k7y1mJm0Yk3m5q2l8R1t4v6x7z',
      configuration: {
        proxy: {
          httpProxy: 'http://proxy:3128',
          httpsProxy: 'http://proxy:3128',
          noProxy: '.example.org,10.0.0.0/8',
        },
        featureSet: 'TechPreviewNoUpgrade',
        disableDefaultCatalogSources: false,
      },
      autoscaling: {
        maxNodesTotal: 50,
        maxPodGracePeriodSeconds: 0,
        maxNodeProvisionTime: 'PT15M',
        podPriorityThreshold: -10,
        expanders: ['LeastWaste', 'Random'],
      },
      capabilities: { enabled: ['ImageRegistry'], disabled: ['Console'] },
      additionalTrustBundle: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
      imageContentSources: [{ source: 'quay.io/a', mirrors: ['mirror.example.org:5000/a'] }],
      paused: false,
      deletionProtection: false,
      placement: { labels: { tier: 'gold' } },
    };
    const id = await create('full', spec);

    const reply = await test.send('GET', `/v1/clusters/${id}`);

    expect(reply.status).toBe(200);
    expect(reply.body.spec).toEqual(spec);
  });

  it('changes labels and spec by a merge patch', async () => {
    const id = await create('patched', {
      paused: true,
      dns: { baseDomain: 'example.org', domainPrefix: 'p' },
    });

    const reply = await test.send('PATCH', `/v1/clusters/${id}`, {
      body: {
        labels: { env: 'prod' },
        spec: { paused: null, dns: { domainPrefix: null }, deletionProtection: true },
      },
    });

    expect(reply.status).toBe(202);
    expect(reply.headers['etag']).toBe('"2.2"');
    expect(reply.body.operation.type).toBe('cluster.update');
    expect(reply.body.cluster).toMatchObject({ labels: { env: 'prod' }, generation: 2 });
    expect(reply.body.cluster.spec).toMatchObject({
      dns: { baseDomain: 'example.org' },
      deletionProtection: true,
    });
    expect(reply.body.cluster.spec).not.toHaveProperty('paused');
    expect(reply.body.cluster.spec.dns).not.toHaveProperty('domainPrefix');
  });

  it('answers a delete with its operation, and a second one with the same', async () => {
    const id = await create('gone');

    const first = await test.send('DELETE', `/v1/clusters/${id}`);
    const second = await test.send('DELETE', `/v1/clusters/${id}`);

    expect(first.status).toBe(202);
    expect(first.body.operation.type).toBe('cluster.delete');
    expect(first.body.cluster.status.phase).toBe('deleting');
    expect(first.body.cluster.deletionRequestedAt).toBeTypeOf('string');
    expect(second.body.operation.id).toBe(first.body.operation.id);
    expect((await test.send('GET', `/v1/clusters/${id}`)).body.status.phase).toBe('deleting');
  });

  it('names the resource in the way when a name is taken', async () => {
    const id = await create('taken');

    const reply = await test.send('POST', '/v1/clusters', { body: newCluster('taken') });

    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({
      code: 'name-conflict',
      existingId: id,
      errors: [{ pointer: '/name' }],
    });
  });

  it('answers HEAD like GET, without the body', async () => {
    const id = await create('head');

    const reply = await test.send('HEAD', `/v1/clusters/${id}`);

    expect(reply.status).toBe(200);
    expect(reply.headers['etag']).toBe('"1.1"');
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(500);
    expect(reply.text).toBe('');
  });
});
