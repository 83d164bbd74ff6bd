import { describe, expect, it } from 'vitest';
import { admitCluster, type ClusterAdmissionContext } from '../../../../src/domain/cluster/admission.ts';
import type { ClusterSpec, NewNodePool } from '../../../../src/domain/cluster/cluster-spec.ts';
import { awsSpec, kubevirtSpec } from '../factories.ts';
import { catalogue } from '../release/releases.ts';

const context = (change: Partial<ClusterAdmissionContext> = {}): ClusterAdmissionContext => ({
  name: 'payments',
  labels: { env: 'prod' },
  spec: kubevirtSpec,
  nodePools: [{ name: 'workers', replicas: 3 }],
  releases: catalogue,
  domainPrefix: 'payments',
  now: '2026-01-01T00:00:00.000Z',
  known: { projectId: 'prj_1', isPrefixTaken: false },
  ...change,
});

const problems = (change: Partial<ClusterAdmissionContext>) => admitCluster(context(change));

const found = (change: Partial<ClusterAdmissionContext>) =>
  problems(change).map(({ code, pointer }) => `${code} ${pointer}`);

const withSpec = (spec: Partial<ClusterSpec>, base: ClusterSpec = kubevirtSpec) =>
  found({ spec: { ...base, ...spec } });

const withPools = (...nodePools: readonly NewNodePool[]) => found({ nodePools });

describe('admitCluster', () => {
  it('takes good clusters of every platform, with pools of both kinds and with none', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ nodePools: [] })).toEqual([]);
    const publishing = { apiServerAddress: 'nodes.example.com' };
    expect(withSpec({ platform: { type: 'none', none: {} }, publishing })).toEqual([]);
    const onAgents = {
      ...kubevirtSpec,
      platform: { type: 'agent', agent: { namespace: 'machines' } },
      publishing,
    } as const;
    const known = { projectId: 'prj_1', isPrefixTaken: false, openNamespaces: new Set(['machines']) };
    expect(found({ spec: onAgents, known })).toEqual([]);
    expect(
      found({
        spec: { ...awsSpec, dns: { baseDomain: 'example.com' } },
        nodePools: [
          { name: 'a', autoscaling: { min: 0, max: 5 }, platform: { instanceType: 'm6i.xlarge' } },
          { name: 'b', replicas: 1, version: '4.17.30', arch: 'arm64' },
        ],
      }),
    ).toEqual([]);
  });

  it('takes a cluster that no management cluster can take now: it waits', () => {
    expect(withSpec({ placement: { labels: { tier: 'platinum' } } })).toEqual([]);
  });

  it.each(['', 'a.b', 'A', '-a', 'a-', 'ä', 'a'.repeat(64), '../x'])('refuses the name %j', (name) => {
    expect(found({ name })).toContain('invalid-format /name');
  });

  it('refuses text that cannot be seen, wherever it is', () => {
    expect(found({ name: 'pay\u200bments', labels: { env: 'a\u0000' } })).toEqual([
      'unsafe-text /name',
      'unsafe-text /labels/env',
      'invalid-format /name',
      'invalid-format /labels/env',
    ]);
    expect(withSpec({ imageContentSources: [{ source: 'a\u202eb', mirrors: ['c'] }] })).toEqual([
      'unsafe-text /spec/imageContentSources/0/source',
    ]);
    expect(
      withPools({ name: 'w', replicas: 1, taints: [{ key: 'a', value: '\ud800', effect: 'NoExecute' }] }),
    ).toEqual(expect.arrayContaining(['unsafe-text /spec/nodePools/0/taints/0/value']));
  });

  it('refuses labels that Kubernetes would refuse', () => {
    expect(found({ labels: { 'a b': 'c', d: 'e f' } })).toEqual([
      'invalid-format /labels/a b',
      'invalid-format /labels/d',
    ]);
    expect(withSpec({ placement: { labels: { 'a b': 'c' } } })).toEqual([
      'invalid-format /spec/placement/labels/a b',
    ]);
  });

  it('refuses a project and a pull secret that the tenant does not have', () => {
    expect(found({ known: { credentialKinds: new Map(), isPrefixTaken: false } })).toEqual([
      'not-found /projectId',
      'not-found /spec/pullSecretCredentialId',
    ]);
  });

  it('refuses a domain prefix that is taken only when it was asked for', () => {
    const known = { projectId: 'prj_1', isPrefixTaken: true };
    expect(found({ known })).toEqual([]);
    expect(found({ known, spec: { ...kubevirtSpec, dns: { domainPrefix: 'payments' } } })).toEqual([
      'taken /spec/dns/domainPrefix',
    ]);
  });

  it('refuses a domain prefix that is no short DNS label, and names that get too long', () => {
    for (const domainPrefix of ['', 'a.b', 'sixteen-is-longg', '-a'])
      expect(withSpec({ dns: { domainPrefix } })).toEqual(['invalid-format /spec/dns/domainPrefix']);
    const label = 'a'.repeat(63);
    const baseDomain = `${label}.${label}.${label}.${'b'.repeat(20)}.com`;
    expect(withSpec({ dns: { baseDomain } })).toEqual(['too-long /spec/dns/baseDomain']);
    expect(withSpec({ dns: { baseDomain: baseDomain.replaceAll('b', '').replace('..', '.') } })).toEqual([]);
  });

  it('refuses a version that is not offered, and lists those that are', () => {
    expect(problems({ spec: { ...kubevirtSpec, version: '4.20.5' } })).toMatchObject([
      { pointer: '/spec/version', code: 'unknown-version', allowed: expect.arrayContaining(['4.20.4']) },
    ]);
    expect(withSpec({ version: { channel: 'stable-4.19' } })).toEqual([
      'unknown-channel /spec/version/channel',
    ]);
    expect(withSpec({ version: { channel: 'stable-4.20' } })).toEqual([]);
  });

  it('passes on what the platform and the networks say', () => {
    expect(withSpec({ network: { serviceCidrs: ['10.132.0.0/16'] } })).toEqual([
      'overlap /spec/network/serviceCidrs/0',
    ]);
    expect(withSpec({ dns: {} }, awsSpec)).toContain('required /spec/dns/baseDomain');
    expect(withPools({ name: 'w', replicas: 600 })).toEqual(['too-small /spec/network/clusterCidrs']);
  });

  it('holds to the limits of the CRD', () => {
    const tolerations = Array.from({ length: 26 }, (_, index) => ({
      key: `k${index}`,
      operator: 'Exists' as const,
    }));
    const nodeSelector = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 'v']));
    const imageContentSources = Array.from({ length: 256 }, () => ({ source: 'a', mirrors: ['b'] }));
    expect(withSpec({ controlPlane: { tolerations, nodeSelector }, imageContentSources })).toEqual([
      'out-of-range /spec/controlPlane/tolerations',
      'out-of-range /spec/controlPlane/nodeSelector',
      'out-of-range /spec/imageContentSources',
    ]);
    expect(
      withSpec({
        controlPlane: { tolerations: tolerations.slice(1), nodeSelector: { a: 'b' } },
        imageContentSources: [],
      }),
    ).toEqual([]);
  });

  it('refuses a proxy that is no URL', () => {
    const proxy = (httpProxy: string) =>
      withSpec({ configuration: { proxy: { httpProxy, httpsProxy: '' } } });
    for (const url of ['http://proxy:3128', 'https://user:pw@proxy.example.com/', ''])
      expect(proxy(url)).toEqual([]);
    for (const url of ['proxy:3128', 'ftp://proxy', 'http://', 'http://a b'])
      expect(proxy(url)).toEqual(['invalid-format /spec/configuration/proxy/httpProxy']);
  });

  it('tells everything that is wrong at once', () => {
    expect(
      found({
        name: 'Not Good',
        known: { credentialKinds: new Map(), isPrefixTaken: false },
        spec: { ...kubevirtSpec, version: '1.2.3', network: { machineCidrs: ['10.0.0.1/16'] } },
        nodePools: [{ name: 'w' }, { name: 'w', replicas: 1 }],
      }),
    ).toEqual([
      'invalid-format /name',
      'not-found /projectId',
      'not-found /spec/pullSecretCredentialId',
      'unknown-version /spec/version',
      'host-bits-set /spec/network/machineCidrs/0',
      'duplicate /spec/nodePools/1/name',
      'required /spec/nodePools/0/replicas',
    ]);
  });
});

describe('node pools that come with a cluster', () => {
  it('have names of their own that are DNS labels', () => {
    expect(
      withPools({ name: 'w', replicas: 1 }, { name: 'W', replicas: 1 }, { name: 'w', replicas: 1 }),
    ).toEqual(['invalid-format /spec/nodePools/1/name', 'duplicate /spec/nodePools/2/name']);
  });

  it('are checked each at its place', () => {
    expect(withPools({ name: 'a', replicas: 1 }, { name: 'b', autoscaling: { min: 3, max: 2 } })).toEqual([
      'out-of-range /spec/nodePools/1/autoscaling/min',
    ]);
  });

  it('have a version that is offered and fits the cluster', () => {
    const versions = (...all: readonly string[]) =>
      withPools(...all.map((version, index) => ({ name: `p${index}`, replicas: 1, version })));
    expect(versions('4.17.30', '4.20.3')).toEqual([]);
    expect(versions('4.20.4', '4.16.30', '4.20.5')).toEqual([
      'version-skew /spec/nodePools/0/version',
      'version-skew /spec/nodePools/1/version',
      'unknown-version /spec/nodePools/2/version',
    ]);
  });

  it('are not held against a version of the cluster that is unknown', () => {
    expect(
      found({
        spec: { ...kubevirtSpec, version: '1.2.3' },
        nodePools: [{ name: 'a', replicas: 1, version: '4.22.1' }],
      }),
    ).toEqual(['unknown-version /spec/version']);
  });
});
