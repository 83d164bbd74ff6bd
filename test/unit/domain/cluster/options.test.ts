import { describe, expect, it } from 'vitest';
import { checkClusterSpec } from '../../../../src/domain/cluster/admission-spec.ts';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { isPaused, pausedUntilOf } from '../../../../src/domain/cluster/pause.ts';
import { specOf } from '../manifests/samples.ts';
import { endedCertificate, lastingCertificate } from '../shared/certificates.ts';

const now = '2026-01-01T00:00:00.000Z';

const problems = (
  more: Partial<ClusterSpec>,
  type: 'none' | 'agent' | 'kubevirt' = 'kubevirt',
  at?: string,
) => checkClusterSpec(specOf(type, more), [], 'payments', at ?? now);

const found = (...input: Parameters<typeof problems>): string[] =>
  problems(...input).map(({ code, pointer }) => `${code} ${pointer}`);

type Configuration = NonNullable<ClusterSpec['configuration']>;

describe('options of a cluster', () => {
  it.each([
    [{ pausedUntil: '2026-12-24T00:00:00Z' }, []],
    [{ pausedUntil: '2026-12-24T00:00:00.5+02:00' }, []],
    [{ pausedUntil: '2026-12-24' }, ['invalid-format /spec/pausedUntil']],
    [{ pausedUntil: '2026-13-24T00:00:00Z' }, ['invalid-format /spec/pausedUntil']],
    [{ pausedUntil: '2026-02-31T00:00:00Z' }, ['invalid-format /spec/pausedUntil']],
    [{ pausedUntil: '2028-02-29T00:00:00Z' }, []],
    [{ pausedUntil: '2026-12-24T24:00:00Z' }, ['invalid-format /spec/pausedUntil']],
    [{ pausedUntil: '2026-12-24T00:00:00+25:00' }, ['invalid-format /spec/pausedUntil']],
    [{ paused: true, pausedUntil: '2026-12-24T00:00:00Z' }, ['conflict /spec/pausedUntil']],
    [{ paused: false, pausedUntil: '2026-12-24T00:00:00Z' }, []],
    [{ controlPlane: { labels: { a: '-' } } }, ['invalid-format /spec/controlPlane/labels/a']],
    [{ controlPlane: { restartedAt: 'now' } }, ['invalid-format /spec/controlPlane/restartedAt']],
    [{ controlPlane: { apiServerVerbosity: 11 } }, ['out-of-range /spec/controlPlane/apiServerVerbosity']],
    [{ controlPlane: { apiServerVerbosity: 0 } }, []],
    [
      { controlPlane: { etcd: { restoreSnapshotUrl: 'http://x/y' } } },
      ['invalid-format /spec/controlPlane/etcd/restoreSnapshotUrl'],
    ],
    [{ controlPlane: { etcd: { restoreSnapshotUrl: 's3://bucket/key' } } }, []],
    [{ controlPlane: { etcd: { restoreSnapshotUrl: 'https://b.example.org/key?signed=x' } } }, []],
    [
      { controlPlane: { etcd: { restoreSnapshotUrl: 'https://169.254.169.254/latest' } } },
      ['not-allowed /spec/controlPlane/etcd/restoreSnapshotUrl'],
    ],
    [
      { controlPlane: { etcd: { restoreSnapshotUrl: 'https://b.example.org@[::1]:8443/key' } } },
      ['not-allowed /spec/controlPlane/etcd/restoreSnapshotUrl'],
    ],
    [{ updates: { service: 'https://updates.example.org/graph' } }, []],
    [{ updates: { service: 'http://2130706433/graph' } }, ['not-allowed /spec/updates/service']],
    [{ publishing: { apiServerName: 'api.example.org' } }, []],
    [{ publishing: { apiServerName: 'api_example' } }, ['invalid-format /spec/publishing/apiServerName']],
    [
      { version: '4.18.3', publishing: { apiServerName: 'api.example.org' } },
      ['unsupported-value /spec/publishing/apiServerName'],
    ],
    [{ version: { channel: 'stable-4.19' }, publishing: { apiServerName: 'api.example.org' } }, []],
    [
      {
        publishing: {
          strategy: 'nodePort',
          apiServerAddress: 'n.example.org',
          apiServerName: 'n.example.org',
        },
      },
      ['duplicate /spec/publishing/apiServerName'],
    ],
    [
      { autoscaling: { scaling: 'upOnly', scaleDown: { delayAfterAddSeconds: 1 } } },
      ['conflict /spec/autoscaling/scaleDown'],
    ],
    [{ autoscaling: { scaling: 'upOnly', scaleDown: {} } }, []],
    [
      { autoscaling: { balancingIgnoredLabels: ['a', '-'] } },
      ['invalid-format /spec/autoscaling/balancingIgnoredLabels/1'],
    ],
    [{ autoscaling: { expanders: ['Random', 'Random'] } }, ['duplicate /spec/autoscaling/expanders/1']],
    [
      { imageContentSources: [{ source: 'a', mirrors: ['b', 'c', 'b'] }] },
      ['duplicate /spec/imageContentSources/0/mirrors/2'],
    ],
    [{ openshiftId: '5387f86a' }, ['invalid-format /spec/openshiftId']],
    [{ openshiftId: '5387f86a-a10e-47fe-91c6-41ac131f9f30' }, []],
    [{ updates: { service: 'ftp://x' } }, ['invalid-format /spec/updates/service']],
    [{ updates: { channel: 'stable-4.20', service: 'https://updates.example.org/graph' } }, []],
    [{ deletionGracePeriod: '10m' }, ['invalid-format /spec/deletionGracePeriod']],
    [{ deletionGracePeriod: 'PT10M' }, []],
    [{ network: { dualStack: true } }, ['not-allowed /spec/network/dualStack']],
  ] as readonly (readonly [Partial<ClusterSpec>, readonly string[]])[])(
    '%j has the problems %j',
    (more, expected) => {
      expect(found(more)).toEqual(expected);
    },
  );

  it('are bounded where the CRD bounds them', () => {
    const labels = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`l${index}`, 'x']));
    expect(problems({ controlPlane: { labels } })).toEqual([
      {
        pointer: '/spec/controlPlane/labels',
        code: 'out-of-range',
        detail: 'controlPlane.labels has 21 entries; at most 20 are allowed.',
      },
    ]);
  });

  it('have ranges of both families on agent, and either those or ranges of one’s own', () => {
    const publishing = { apiServerAddress: '192.0.2.10' };
    expect(found({ publishing, network: { dualStack: true } }, 'agent')).toEqual([]);
    expect(
      found({ publishing, network: { dualStack: true, clusterCidrs: ['10.0.0.0/14'] } }, 'agent'),
    ).toEqual(['conflict /spec/network/clusterCidrs', 'family-mismatch /spec/network/serviceCidrs/1']);
  });
});

describe('the configuration of a cluster', () => {
  it.each([
    [{ proxy: { readinessEndpoints: ['https://a', 'b'] } }, ['invalid-format /proxy/readinessEndpoints/1']],
    [{ network: { serviceNodePortRange: '30000-32767' } }, []],
    [{ network: { serviceNodePortRange: '0-10' } }, ['out-of-range /network/serviceNodePortRange']],
    [{ network: { serviceNodePortRange: '20-10' } }, ['out-of-range /network/serviceNodePortRange']],
    [{ network: { serviceNodePortRange: '1-70000' } }, ['out-of-range /network/serviceNodePortRange']],
    [{ network: { serviceNodePortRange: 'all' } }, ['invalid-format /network/serviceNodePortRange']],
    [
      {
        network: {
          externalIP: {
            autoAssignCIDRs: ['192.0.2.0/24', 'x/8'],
            policy: { allowedCIDRs: ['192.0.2.1/24'], rejectedCIDRs: ['2001:db8::/32'] },
          },
        },
      },
      [
        'invalid-format /network/externalIP/autoAssignCIDRs/1',
        'invalid-format /network/externalIP/policy/allowedCIDRs/0',
      ],
    ],
    [
      { apiServer: { tlsSecurityProfile: { type: 'Custom' } } },
      ['required /apiServer/tlsSecurityProfile/custom'],
    ],
    [
      {
        apiServer: {
          tlsSecurityProfile: { type: 'Old', custom: { ciphers: ['x'], minTLSVersion: 'VersionTLS12' } },
        },
      },
      ['conflict /apiServer/tlsSecurityProfile/custom'],
    ],
    [
      { image: { registrySources: { allowedRegistries: ['a'], blockedRegistries: ['b'] } } },
      ['conflict /image/registrySources/blockedRegistries'],
    ],
    [{ image: { registrySources: { allowedRegistries: [], blockedRegistries: ['b'] } } }, []],
    [
      { image: { registrySources: { containerRuntimeSearchRegistries: ['a', 'b', 'a'] } } },
      ['duplicate /image/registrySources/containerRuntimeSearchRegistries/2'],
    ],
    [
      {
        apiServer: {
          audit: {
            profile: 'Default',
            customRules: [
              { group: 'a', profile: 'None' },
              { group: 'a', profile: 'Default' },
            ],
          },
        },
      },
      ['duplicate /apiServer/audit/customRules/1/group'],
    ],
    [
      { oauth: { tokenConfig: { accessTokenInactivityTimeout: '4m59s' } } },
      ['out-of-range /oauth/tokenConfig/accessTokenInactivityTimeout'],
    ],
    [{ oauth: { tokenConfig: { accessTokenInactivityTimeout: '1h' } } }, []],
    [
      { ingress: { loadBalancer: { platform: { type: 'AWS', aws: { type: 'NLB' } } } } },
      ['not-allowed /ingress/loadBalancer'],
    ],
  ] as readonly (readonly [Configuration, readonly string[]])[])(
    '%j has the problems %j',
    (configuration, expected) => {
      expect(found({ configuration })).toEqual(
        expected.map((problem) => problem.replace(' ', ' /spec/configuration')),
      );
    },
  );

  it('has no proxy whose authorities have ended, which the operator finds only when it reconciles', () => {
    const withBundle = (trustBundle: string, at?: string) =>
      problems({ configuration: { proxy: { trustBundle } } }, 'kubevirt', at);
    expect(withBundle(lastingCertificate)).toEqual([]);
    expect(withBundle(lastingCertificate + endedCertificate)).toEqual([
      {
        pointer: '/spec/configuration/proxy/trustBundle',
        code: 'expired',
        detail: 'Certificate 2 of the bundle ended at 2021-01-01T00:00:00Z.',
      },
    ]);
    expect(withBundle(endedCertificate, '2020-06-01T00:00:00.000Z')).toEqual([]);
  });
});

describe('a pause', () => {
  it('has one form, whatever it was given in', () => {
    expect(pausedUntilOf(true, undefined)).toBe('true');
    expect(pausedUntilOf(false, undefined)).toBeUndefined();
    expect(pausedUntilOf(undefined, '2026-12-24T01:00:00.5+02:00')).toBe('2026-12-23T23:00:00Z');
    expect(pausedUntilOf(undefined, 'soon')).toBeUndefined();
  });

  it('holds until the instant', () => {
    expect(isPaused({}, now)).toBe(false);
    expect(isPaused({ paused: true }, now)).toBe(true);
    expect(isPaused({ pausedUntil: '2026-01-01T00:00:01Z' }, now)).toBe(true);
    expect(isPaused({ pausedUntil: '2026-01-01T00:00:00Z' }, now)).toBe(false);
  });
});
