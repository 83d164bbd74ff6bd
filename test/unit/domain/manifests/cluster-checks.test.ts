import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import type { PlatformType } from '../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import { specOf } from './samples.ts';

/** For example `/spec/dns/baseDomain required`. */
const problemsOf = (type: PlatformType, more: Partial<ClusterSpec>): string[] =>
  platformOf(type)
    .checkCluster(specOf(type, more))
    .map(({ pointer, code }) => `${pointer} ${code}`);

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB+w==\n-----END CERTIFICATE-----';
const privateKey = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----';

describe('publishing', () => {
  const publishing = '/spec/publishing';
  test.each([
    ['none', {}, [`${publishing}/apiServerAddress required`]],
    ['agent', { apiServerAddress: '' }, [`${publishing}/apiServerAddress required`]],
    ['none', { apiServerAddress: 'host-without-dot' }, [`${publishing}/apiServerAddress invalid-format`]],
    ['none', { apiServerAddress: 'localhost' }, [`${publishing}/apiServerAddress invalid-format`]],
    ['none', { apiServerAddress: '300.1.1.1' }, [`${publishing}/apiServerAddress invalid-format`]],
    ['none', { apiServerAddress: '1::2::3' }, [`${publishing}/apiServerAddress invalid-format`]],
    ['none', { apiServerAddress: 'nodes.example.org' }, []],
    ['none', { apiServerAddress: '2001:db8::1' }, []],
    ['none', { strategy: 'loadBalancer' }, []],
    [
      'agent',
      { strategy: 'loadBalancer', apiServerAddress: '192.0.2.1' },
      [`${publishing}/apiServerAddress conflict`],
    ],
    ['agent', { strategy: 'route' }, [`${publishing}/strategy unsupported-value`]],
    [
      'none',
      { apiServerAddress: '192.0.2.1', externalDnsDomain: 'c.example.net' },
      [`${publishing}/externalDnsDomain not-allowed`],
    ],
    [
      'aws',
      { strategy: 'nodePort', apiServerAddress: '192.0.2.1' },
      [`${publishing}/strategy unsupported-value`],
    ],
    ['aws', { strategy: 'route' }, [`${publishing}/externalDnsDomain required`]],
    [
      'aws',
      { strategy: 'loadBalancer', externalDnsDomain: 'c.example.net' },
      [`${publishing}/externalDnsDomain conflict`],
    ],
    ['aws', { externalDnsDomain: 'c.example.net' }, []],
    ['aws', { externalDnsDomain: 'nodot' }, [`${publishing}/externalDnsDomain invalid-format`]],
    [
      'aws',
      { externalDnsDomain: `${'a.'.repeat(120)}org` },
      [`${publishing}/externalDnsDomain invalid-format`],
    ],
    ['kubevirt', { strategy: 'route', externalDnsDomain: 'c.example.net' }, []],
    ['kubevirt', { strategy: 'nodePort' }, [`${publishing}/apiServerAddress required`]],
    ['kubevirt', { strategy: 'nodePort', apiServerAddress: '192.0.2.1' }, []],
    ['kubevirt', { apiServerAddress: '192.0.2.1' }, [`${publishing}/apiServerAddress conflict`]],
  ] as const)('on %s %j has the problems %j', (type, asked, problems) => {
    expect(problemsOf(type, { publishing: asked })).toEqual(problems);
  });
});

test.each([
  ['aws', undefined, ['/spec/dns/baseDomain required']],
  ['aws', {}, ['/spec/dns/baseDomain required']],
  ['aws', { baseDomain: '' }, ['/spec/dns/baseDomain required']],
  ['aws', { baseDomain: 'not a domain' }, ['/spec/dns/baseDomain invalid-format']],
  ['aws', { baseDomain: 'example.org', publicZoneId: 'Z0123', privateZoneId: 'Z4567' }, []],
  [
    'aws',
    { baseDomain: 'example.org', publicZoneId: '/hostedzone/Z0123' },
    ['/spec/dns/publicZoneId invalid-format'],
  ],
  ['aws', { baseDomain: 'example.org', privateZoneId: 'z' }, ['/spec/dns/privateZoneId invalid-format']],
  [
    'none',
    { publicZoneId: 'Z0123', privateZoneId: 'Z1' },
    ['/spec/dns/publicZoneId not-allowed', '/spec/dns/privateZoneId not-allowed'],
  ],
  ['kubevirt', { baseDomainPrefix: 'x' }, ['/spec/dns/baseDomain required']],
  ['kubevirt', { baseDomain: 'example.org', baseDomainPrefix: '' }, []],
  ['none', { baseDomainPrefix: 'a b' }, ['/spec/dns/baseDomainPrefix invalid-format']],
] as const)('DNS on %s as %j has the problems %j', (type, dns, problems) => {
  expect(problemsOf(type, { dns })).toEqual(problems);
});

test.each([
  [{ enabled: ['baremetal'], disabled: ['ImageRegistry'] }, '4.18.1', []],
  [{ enabled: ['Console'], disabled: ['Console'] }, '4.20.0', ['/spec/capabilities/disabled/0 conflict']],
  [{ disabled: ['Ingress'] }, '4.20.0', ['/spec/capabilities/disabled required']],
  [{ disabled: ['Console', 'Ingress'] }, '4.20.0', []],
  [{ disabled: ['Console'] }, '4.19.9', ['/spec/capabilities/disabled/0 unsupported-value']],
  [
    { disabled: ['Console'] },
    { channel: 'stable-4.19' },
    ['/spec/capabilities/disabled/0 unsupported-value'],
  ],
  [{ disabled: ['Console'] }, { channel: 'stable' }, []],
  [{ disabled: ['Console'] }, '5.0.1', []],
  [{ disabled: ['Insights'] }, '3.11.0', ['/spec/capabilities/disabled/0 unsupported-value']],
  [{ enabled: ['Storage'] }, '4.20.0', ['/spec/capabilities/enabled/0 unsupported-value']],
  [{ disabled: ['Storage'] }, '4.19.0', ['/spec/capabilities/disabled/0 unsupported-value']],
  [{ enabled: ['Console', 'Console'] }, '4.20.0', ['/spec/capabilities/enabled/1 duplicate']],
] as const)('capabilities %j of version %j have the problems %j', (capabilities, version, problems) => {
  expect(problemsOf('none', { capabilities, version })).toEqual(problems);
});

test.each([
  [{ etcd: { storage: { size: '8Gi' } } }, []],
  [{ etcd: { storage: { size: 'large' } } }, ['/spec/controlPlane/etcd/storage/size invalid-format']],
  [{ etcd: { storage: { size: '512Mi' } } }, ['/spec/controlPlane/etcd/storage/size out-of-range']],
  [{ tolerations: [{}] }, ['/spec/controlPlane/tolerations/0/key required']],
  [{ tolerations: [{ operator: 'Exists' }] }, []],
  [
    { tolerations: [{ key: 'a b', value: 'c d' }] },
    [
      '/spec/controlPlane/tolerations/0/key invalid-format',
      '/spec/controlPlane/tolerations/0/value invalid-format',
    ],
  ],
  [
    { tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] },
    ['/spec/controlPlane/tolerations/0/value conflict'],
  ],
  [
    { tolerations: [{ key: 'a', tolerationSeconds: 5, effect: 'NoSchedule' }] },
    ['/spec/controlPlane/tolerations/0/tolerationSeconds conflict'],
  ],
  [{ tolerations: [{ key: 'a', tolerationSeconds: 5, effect: 'NoExecute' }] }, []],
  [
    { nodeSelector: { 'a b': 'ok', ok: 'a b' } },
    [
      '/spec/controlPlane/nodeSelector/a b invalid-format',
      '/spec/controlPlane/nodeSelector/ok invalid-format',
    ],
  ],
] as readonly (readonly [ClusterSpec['controlPlane'], readonly string[]])[])(
  'a control plane as %j has the problems %j',
  (controlPlane, problems) => {
    expect(problemsOf('none', { controlPlane })).toEqual(problems);
  },
);

test.each([
  [{ sshPublicKey: 'ssh-ed25519 AAAAC3Nz me@example.org' }, []],
  [{ sshPublicKey: 'ssh-rsa AAAAB3Nz==\n' }, []],
  [{ sshPublicKey: privateKey }, ['/spec/sshPublicKey invalid-format']],
  [{ sshPublicKey: 'ssh-rsa AAAA\nssh-rsa BBBB' }, ['/spec/sshPublicKey invalid-format']],
  [{ sshPublicKey: 'command="x" ssh-rsa AAAA' }, ['/spec/sshPublicKey invalid-format']],
  [{ additionalTrustBundle: certificate }, []],
  [{ additionalTrustBundle: `# root\n${certificate}\n\n${certificate}\n` }, []],
  [
    { additionalTrustBundle: `${certificate}\n${privateKey}` },
    ['/spec/additionalTrustBundle invalid-format'],
  ],
  [{ configuration: { proxy: { trustBundle: certificate } } }, []],
  [
    { configuration: { proxy: { trustBundle: `${certificate}\n${privateKey}` } } },
    ['/spec/configuration/proxy/trustBundle invalid-format'],
  ],
  [{ additionalTrustBundle: 'certificates' }, ['/spec/additionalTrustBundle invalid-format']],
  [
    { autoscaling: { maxNodeProvisionTime: '15m' } },
    ['/spec/autoscaling/maxNodeProvisionTime invalid-format'],
  ],
  [{ autoscaling: { maxNodeProvisionTime: 'PT15M' } }, []],
] as const)('%j has the problems %j', (more, problems) => {
  expect(problemsOf('none', more)).toEqual(problems);
});

test('a key service is there on aws only', () => {
  const encryption = {
    type: 'kms',
    aws: {
      keyArn: 'arn:aws:kms:eu-west-1:123456789012:key/1',
      roleArn: 'arn:aws:iam::123456789012:role/kms',
    },
  } as const;
  expect(problemsOf('aws', { encryption })).toEqual([]);
  expect(problemsOf('kubevirt', { encryption })).toEqual(['/spec/encryption/type unsupported-value']);
});

test('problems point into the body where the spec stands, say what is allowed, and come all at once', () => {
  const spec = specOf('none', { publishing: { strategy: 'route' }, capabilities: { disabled: ['Ingress'] } });
  expect(platformOf('none').checkCluster(spec, ['items', 0, 'spec'])).toEqual([
    {
      pointer: '/items/0/spec/publishing/strategy',
      code: 'unsupported-value',
      detail: 'This platform does not publish by route.',
      allowed: ['nodePort', 'loadBalancer'],
    },
    {
      pointer: '/items/0/spec/capabilities/disabled',
      code: 'required',
      detail: 'Ingress can only be disabled together with Console.',
    },
  ]);
});

test('a hostile bundle is refused in no time', () => {
  const bundle = `${'-----BEGIN CERTIFICATE-----\n'.repeat(5000)}${'# x\n'.repeat(5000)}`;
  const before = performance.now();
  expect(problemsOf('none', { additionalTrustBundle: bundle })).toEqual([
    '/spec/additionalTrustBundle invalid-format',
  ]);
  expect(performance.now() - before).toBeLessThan(500);
});
