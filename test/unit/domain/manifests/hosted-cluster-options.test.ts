import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { clusterOf, findObject, hostedClusterSpec, render, specOf } from './samples.ts';

const kubevirt = (more: Partial<ClusterSpec>) => hostedClusterSpec(specOf('kubevirt', more));
const metadataOf = (more: Partial<ClusterSpec>) =>
  findObject(render(clusterOf(specOf('kubevirt', more))), 'HostedCluster').metadata;

describe('a HostedCluster', () => {
  test('has nothing of the options that nobody asked for', () => {
    const spec = kubevirt({});
    for (const member of [
      'clusterID',
      'channel',
      'updateService',
      'pausedUntil',
      'kubeAPIServerDNSName',
      'labels',
      'auditWebhook',
      'monitoring',
      'configuration',
      'autoscaling',
      'operatorConfiguration',
    ])
      expect(spec).not.toHaveProperty(member);
  });

  test('has them where the operator looks', () => {
    expect(
      kubevirt({
        openshiftId: '5387f86a-a10e-47fe-91c6-41ac131f9f30',
        updates: { channel: 'stable-4.20', service: 'https://updates.example.org/graph' },
        pausedUntil: '2026-12-24T00:00:00Z',
        publishing: { apiServerName: 'api.example.org' },
        controlPlane: {
          labels: { team: 'a' },
          auditWebhookCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0h',
          etcd: { restoreSnapshotUrl: 'https://b.example.org/snapshot' },
        },
        monitoring: { metricsSet: 'SRE', metricsForwarding: { mode: 'Forward', metricsSet: 'All' } },
      }),
    ).toMatchObject({
      clusterID: '5387f86a-a10e-47fe-91c6-41ac131f9f30',
      channel: 'stable-4.20',
      updateService: 'https://updates.example.org/graph',
      pausedUntil: '2026-12-24T00:00:00Z',
      kubeAPIServerDNSName: 'api.example.org',
      labels: { team: 'a' },
      auditWebhook: { name: 'payments-audit-webhook' },
      monitoring: { metricsSet: 'SRE', metricsForwarding: { mode: 'Forward', metricsSet: 'All' } },
      etcd: {
        managed: {
          storage: {
            persistentVolume: { size: '8Gi' },
            restoreSnapshotURL: ['https://b.example.org/snapshot'],
          },
        },
      },
    });
  });

  test('sends its audit log with the kubeconfig of a credential', () => {
    const spec = specOf('kubevirt', {
      controlPlane: { auditWebhookCredentialId: 'cr_01jzc8w2q5e8rv9n3k7m4x6t0h' },
    });
    expect(findObject(render(clusterOf(spec)), 'Secret', 'payments-audit-webhook')).toMatchObject({
      type: 'Opaque',
      data: { 'webhook-kubeconfig': btoa('value of cr_01jzc8w2q5e8rv9n3k7m4x6t0h') },
    });
  });

  test('is scaled as asked', () => {
    expect(
      kubevirt({
        autoscaling: {
          maxNodesTotal: 9,
          maxNodeProvisionTime: 'PT15M',
          expanders: ['Priority'],
          balancingIgnoredLabels: ['topology.ebs.csi.aws.com/zone'],
          maxFreeDifferenceRatioPercent: 10,
          scaling: 'upAndDown',
          scaleDown: { delayAfterAddSeconds: 0, utilizationThresholdPercent: 40 },
        },
      })['autoscaling'],
    ).toEqual({
      maxNodesTotal: 9,
      maxNodeProvisionTime: '15m0s',
      expanders: ['Priority'],
      balancingIgnoredLabels: ['topology.ebs.csi.aws.com/zone'],
      maxFreeDifferenceRatioPercent: 10,
      scaling: 'ScaleUpAndScaleDown',
      scaleDown: { delayAfterAddSeconds: 0, utilizationThresholdPercent: 40 },
    });
    expect(kubevirt({ autoscaling: { scaling: 'upOnly' } })['autoscaling']).toEqual({
      scaling: 'ScaleUpOnly',
    });
  });

  test('gets the configuration of OpenShift as it is given, without what is empty', () => {
    expect(
      kubevirt({
        configuration: {
          apiServer: { audit: { profile: 'WriteRequestBodies', customRules: [] } },
          image: { registrySources: { blockedRegistries: ['x'] }, allowedRegistriesForImport: [] },
          ingress: { appsDomain: 'apps.example.org' },
          network: { externalIP: {}, serviceNodePortRange: '30000-30100' },
          oauth: { tokenConfig: { accessTokenMaxAgeSeconds: 0 } },
          operatorhub: { sources: [{ name: 'community-operators', disabled: false }] },
          disableDefaultCatalogSources: true,
          proxy: { httpProxy: 'http://p', readinessEndpoints: ['https://a'], trustBundle: '' },
          scheduler: { profile: 'NoScoring', profileCustomizations: {} },
        },
      })['configuration'],
    ).toEqual({
      apiServer: { audit: { profile: 'WriteRequestBodies' } },
      image: { registrySources: { blockedRegistries: ['x'] } },
      ingress: { appsDomain: 'apps.example.org' },
      network: { serviceNodePortRange: '30000-30100' },
      oauth: { tokenConfig: { accessTokenMaxAgeSeconds: 0 } },
      operatorhub: {
        disableAllDefaultSources: true,
        sources: [{ name: 'community-operators', disabled: false }],
      },
      proxy: { httpProxy: 'http://p', readinessEndpoints: ['https://a'] },
      scheduler: { profile: 'NoScoring' },
    });
  });

  test('has its networks inside and the address of its API server where they are wanted', () => {
    const spec = kubevirt({
      network: {
        apiServerAdvertiseAddress: '192.0.2.1',
        apiServerPort: 443,
        ovnMtu: 1400,
        ovnJoinCidrs: ['100.70.0.0/16', 'FD90::/64'],
        ovnTransitCidrs: ['fd91::/64'],
      },
    });
    expect(spec['networking']).toMatchObject({ apiServer: { advertiseAddress: '192.0.2.1', port: 443 } });
    expect(spec['operatorConfiguration']).toEqual({
      clusterNetworkOperator: {
        ovnKubernetesConfig: {
          mtu: 1400,
          ipv4: { internalJoinSubnet: '100.70.0.0/16' },
          ipv6: { internalJoinSubnet: 'fd90::/64', internalTransitSwitchSubnet: 'fd91::/64' },
        },
      },
    });
  });

  test('has ranges of both families when that is asked of an agent cluster', () => {
    expect(hostedClusterSpec(specOf('agent', { network: { dualStack: true } }))['networking']).toMatchObject({
      clusterNetwork: [{ cidr: '10.132.0.0/14' }, { cidr: 'fd01::/48' }],
      serviceNetwork: [{ cidr: '172.31.0.0/16' }, { cidr: 'fd02::/112' }],
    });
  });

  test('is told of a restart, of patience and of talk in annotations with values of one form', () => {
    expect(
      metadataOf({
        deletionGracePeriod: 'PT10M',
        controlPlane: { restartedAt: '2026-12-24T01:00:00+01:00', apiServerVerbosity: 4 },
      }).annotations,
    ).toEqual({
      'hypershift.openshift.io/cleanup-cloud-resources': 'true',
      'hypershift.openshift.io/destroy-grace-period': '10m0s',
      'hypershift.openshift.io/kube-apiserver-verbosity-level': '4',
      'hypershift.openshift.io/restart-date': '2026-12-24T00:00:00.000Z',
    });
    expect(metadataOf({ deletionGracePeriod: 'x', controlPlane: { restartedAt: 'y' } }).annotations).toEqual({
      'hypershift.openshift.io/cleanup-cloud-resources': 'true',
    });
  });

  test('is silent when that is asked', () => {
    const label = 'hypershift.openshift.io/silence-cluster-alerts';
    expect(metadataOf({ monitoring: { silenceAlerts: true } }).labels).toHaveProperty(label, 'true');
    expect(metadataOf({ monitoring: { silenceAlerts: false } }).labels).not.toHaveProperty(label);
    expect(kubevirt({ monitoring: { silenceAlerts: true } })).not.toHaveProperty('monitoring');
  });
});
