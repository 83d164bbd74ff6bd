import { describe, expect, it } from 'vitest';
import { awsSpec, imageOf, makeCluster, makePool } from './objects.ts';
import { Stage, tellOf, told } from './stage.ts';

const indexOfWrite = (stage: Stage, type: string, status: string): number =>
  stage.written.findIndex((write) =>
    write.conditions?.some((entry) => entry.type === type && entry.status === status),
  );

describe('a good HostedCluster', () => {
  it('has all first conditions in one write, in the order of the operator', () => {
    const stage = new Stage(makeCluster());
    stage.look();
    expect(told(stage.written[0]?.conditions)).toEqual([
      'ClusterVersionSucceeding Unknown/StatusUnknown',
      'ClusterVersionProgressing Unknown/StatusUnknown',
      'ClusterVersionReleaseAccepted Unknown/StatusUnknown',
      'ClusterVersionRetrievedUpdates Unknown/StatusUnknown',
      'ClusterVersionUpgradeable Unknown/StatusUnknown',
      'ClusterVersionAvailable Unknown/StatusUnknown',
      'Degraded Unknown/StatusUnknown',
      'EtcdAvailable Unknown/StatusUnknown',
      'KubeAPIServerAvailable Unknown/StatusUnknown',
      'InfrastructureReady Unknown/StatusUnknown',
      'ExternalDNSReachable Unknown/StatusUnknown',
      'ValidHostedControlPlaneConfiguration Unknown/StatusUnknown',
      'ValidReleaseInfo Unknown/StatusUnknown',
      'ValidIDPConfiguration Unknown/StatusUnknown',
      'ConfigOperatorReconciliationSucceeded Unknown/StatusUnknown',
      'DataPlaneConnectionAvailable Unknown/StatusUnknown',
      'ControlPlaneConnectionAvailable Unknown/StatusUnknown',
      'HostedClusterRestoredFromBackup Unknown/StatusUnknown',
      'ValidKubeVirtInfraNetworkMTU Unknown/StatusUnknown',
      'AutoNodeEnabled False/AutoNodeNotConfigured',
      'Available False/WaitingForAvailable',
      'ValidConfiguration True/AsExpected',
      'SupportedHostedCluster True/AsExpected',
      'ValidProxyConfiguration True/AsExpected',
      'IgnitionEndpointAvailable False/NotFound',
      'ReconciliationActive True/AsExpected',
      'ValidReleaseImage True/AsExpected',
      'Progressing False/AsExpected',
    ]);
    expect(stage.written[0]?.version).toEqual({
      desired: { version: '', image: imageOf('4.20.3') },
      history: [
        {
          state: 'Partial',
          image: imageOf('4.20.3'),
          startedTime: '2026-03-01T10:00:00Z',
          completionTime: null,
          verified: false,
        },
      ],
      availableUpdates: [],
      observedGeneration: 0,
    });
    expect(stage.cluster?.metadata.finalizers).toBeUndefined();
  });

  it('then gets its finalizer and ids, then its namespace and the credentials condition', () => {
    const stage = new Stage(makeCluster());
    stage.look();
    stage.look();
    expect(stage.cluster?.metadata.finalizers).toEqual(['hypershift.openshift.io/finalizer']);
    expect(stage.cluster?.spec.clusterID).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(stage.cluster?.spec.infraID).toMatch(/^payments-[a-z0-9]{5}$/);
    expect(stage.actions).toEqual([]);
    stage.look();
    expect(stage.actions[0]).toMatchObject({ kind: 'ensureNamespace', name: 'hc-one-payments' });
    expect(told(stage.status().conditions).slice(-2)).toEqual([
      'PlatformCredentialsFound True/AsExpected',
      'ReconciliationSucceeded True/ReconciliatonSucceeded',
    ]);
  });

  it('keeps ids that the client chose', () => {
    const ids = { clusterID: '0b2f8f1e-0000-4000-8000-000000000000', infraID: 'payments-chosen' };
    const stage = new Stage(makeCluster({ spec: ids }));
    stage.run(30);
    expect(stage.cluster?.spec).toMatchObject(ids);
  });

  it('comes up in the order of the operator and ends whole', () => {
    const stage = new Stage(makeCluster(), [makePool()]);
    stage.run(900);
    const order = [
      'ValidHostedControlPlaneConfiguration',
      'InfrastructureReady',
      'EtcdAvailable',
      'KubeAPIServerAvailable',
      'IgnitionEndpointAvailable',
      'Available',
      'ClusterVersionReleaseAccepted',
      'DataPlaneConnectionAvailable',
      'ClusterVersionAvailable',
    ].map((type) => indexOfWrite(stage, type, 'True'));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
    expect(new Set(order).size).toBe(order.length);
    expect(stage.status()).toMatchObject({
      payloadArch: 'Multi',
      kubeconfig: { name: 'payments-admin-kubeconfig' },
      kubeadminPassword: { name: 'payments-kubeadmin-password' },
      ignitionEndpoint: '192.0.2.10',
      controlPlaneEndpoint: { host: '192.0.2.10' },
      version: {
        desired: { version: '4.20.3', image: imageOf('4.20.3') },
        history: [{ state: 'Completed', version: '4.20.3', startedTime: '2026-03-01T10:00:00Z' }],
      },
    });
  });

  it('is Progressing False from the first write through the whole first rollout', () => {
    const stage = new Stage(makeCluster(), [makePool()]);
    stage.run(900);
    const seen = new Set(stage.written.map((write) => tellOf(write.conditions, 'Progressing')));
    expect([...seen]).toEqual(['Progressing False/AsExpected']);
  });

  it('is Available without a worker, and its version stays Partial', () => {
    const stage = new Stage(makeCluster(), [makePool({ spec: { replicas: 0 } })]);
    stage.run(3600);
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available True/AsExpected');
    expect(tellOf(stage.status().conditions, 'DataPlaneConnectionAvailable')).toBe(
      'DataPlaneConnectionAvailable Unknown/NoWorkerNodesAvailable',
    );
    expect(stage.status().version?.history.map(({ state }) => state)).toEqual(['Partial']);
  });

  it('goes on where it was when a new simulator takes over at any moment', () => {
    const undisturbed = new Stage(makeCluster(), [makePool()]);
    undisturbed.run(900);
    for (const moment of [1, 70, 150, 215, 255, 300, 380]) {
      const first = new Stage(makeCluster(), [makePool()]);
      first.run(moment);
      const second = new Stage(first.cluster ?? makeCluster(), first.pools);
      second.now = first.now;
      second.run(900);
      expect(told(second.status().conditions)).toEqual(told(undisturbed.status().conditions));
      expect(told(second.poolStatus().conditions)).toEqual(told(undisturbed.poolStatus().conditions));
    }
  });

  it('tells the identity of an AWS cluster and its worker security group', () => {
    const stage = new Stage(makeCluster({ spec: awsSpec }));
    stage.run(400);
    const { conditions } = stage.status();
    expect(tellOf(conditions, 'ValidOIDCConfiguration')).toBe('ValidOIDCConfiguration True/AsExpected');
    expect(tellOf(conditions, 'ValidAWSIdentityProvider')).toBe('ValidAWSIdentityProvider True/AsExpected');
    expect(stage.status().platform?.aws?.defaultWorkerSecurityGroupID).toBe('sg-5f0c1d9e0f7c4c6e9');
    expect(stage.status().controlPlaneEndpoint).toEqual({
      host: 'apiserver-hc-one-payments.lb.sandbox.invalid',
      port: 6443,
    });
  });

  it('makes no kubeadmin password with external OIDC, and drops it when an identity provider is set', () => {
    const oidc = new Stage(makeCluster({ spec: { configuration: { authentication: { type: 'OIDC' } } } }));
    oidc.run(400);
    expect(oidc.status().kubeadminPassword).toBeUndefined();

    const oauth = new Stage(makeCluster());
    oauth.run(400);
    oauth.edit({ spec: { configuration: { oauth: { identityProviders: [] } } } });
    oauth.run(5);
    expect(oauth.status().kubeadminPassword).toBeUndefined();
    expect(oauth.actions).toContainEqual(
      expect.objectContaining({ kind: 'removeSecret', name: 'payments-kubeadmin-password' }),
    );
  });
});
