import { describe, expect, it } from 'vitest';
import { awsSpec, imageOf, makeCluster, makePool } from './objects.ts';
import { Stage, tellOf, told } from './stage.ts';

const messageOf = (stage: Stage, type: string): string | undefined =>
  stage.status().conditions?.find((entry) => entry.type === type)?.message;

const settled = (stage: Stage): Stage => {
  stage.run(1200);
  return stage;
};

describe('a HostedCluster that the operator refuses', () => {
  it('stops without a word when Ignition is not published', () => {
    const services = makeCluster().spec.services?.filter(({ service }) => service !== 'Ignition') ?? [];
    const stage = settled(new Stage(makeCluster({ spec: { services } })));
    const { conditions } = stage.status();
    expect(tellOf(conditions, 'ReconciliationSucceeded')).toBe(
      'ReconciliationSucceeded True/ReconciliatonSucceeded',
    );
    const absent = ['Progressing', 'ValidReleaseImage', 'ReconciliationActive', 'IgnitionEndpointAvailable'];
    expect(absent.map((type) => tellOf(conditions, type))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(stage.cluster?.metadata.finalizers).toBeUndefined();
    expect(stage.cluster?.spec.clusterID).toBeUndefined();
    expect(stage.actions).toEqual([]);
  });

  it('has 24 conditions then, as was seen on a None cluster', () => {
    const stage = settled(new Stage(makeCluster({ spec: { services: [], platform: { type: 'None' } } })));
    expect(told(stage.status().conditions)).toHaveLength(24);
  });

  it('builds nothing without its pull secret, and goes on when the secret comes', () => {
    const stage = new Stage(makeCluster());
    stage.referenceProblems = [{ shownBy: 'release', message: 'failed to get pull secret: not found' }];
    settled(stage);
    expect(tellOf(stage.status().conditions, 'ValidReleaseImage')).toBe(
      'ValidReleaseImage False/SecretNotFound',
    );
    expect(tellOf(stage.status().conditions, 'ReconciliationSucceeded')).toBe(
      'ReconciliationSucceeded False/ReconcileError',
    );
    expect(messageOf(stage, 'ReconciliationSucceeded')).toMatch(/^critical error.*blocked operations/);
    expect(messageOf(stage, 'Available')).toBe('failed to get pull secret: not found');
    expect(stage.actions).toEqual([]);
    expect(stage.cluster?.metadata.finalizers).toEqual(['hypershift.openshift.io/finalizer']);

    stage.referenceProblems = [];
    settled(stage);
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available True/AsExpected');
  });

  it('tells of a missing encryption key only by ReconciliationSucceeded', () => {
    const stage = new Stage(makeCluster());
    stage.referenceProblems = [{ shownBy: 'reconcile', message: 'failed to get etcd encryption key' }];
    settled(stage);
    const { conditions } = stage.status();
    expect(tellOf(conditions, 'ReconciliationSucceeded')).toBe(
      'ReconciliationSucceeded False/ReconcileError',
    );
    expect(messageOf(stage, 'ReconciliationSucceeded')).toBe('failed to get etcd encryption key');
    expect(tellOf(conditions, 'ValidConfiguration')).toBe('ValidConfiguration True/AsExpected');
    expect(tellOf(conditions, 'Progressing')).toBe('Progressing False/AsExpected');
    expect(tellOf(conditions, 'InfrastructureReady')).toBe('InfrastructureReady Unknown/StatusUnknown');
  });

  it.each([
    ['quay.io/openshift-release-dev/ocp-release@sha256:00ff', 'PayloadArchNotFound', /manifest unknown/],
    [imageOf('4.13.9'), 'InvalidImage', /^the minimum version supported for platform KubeVirt is: "4\.14"/],
    [imageOf('5.2.0'), 'InvalidImage', /^the latest version supported is: "5\.1"/],
  ])('is blocked by release image %s', (image, reason, words) => {
    const stage = settled(new Stage(makeCluster({ spec: { release: { image } } })));
    const { conditions } = stage.status();
    expect(tellOf(conditions, 'ValidReleaseImage')).toBe(`ValidReleaseImage False/${reason}`);
    expect(messageOf(stage, 'ValidReleaseImage')).toMatch(words);
    expect(tellOf(conditions, 'Progressing')).toBe('Progressing False/Blocked');
    expect(tellOf(conditions, 'ReconciliationSucceeded')).toBe(
      'ReconciliationSucceeded True/ReconciliatonSucceeded',
    );
    expect(stage.actions).toEqual([]);
  });

  it('shows an image that cannot be pulled when the script says so', () => {
    const labels = { 'sandbox.berth.io/script': 'image-pull-fails' };
    const stage = settled(new Stage(makeCluster({ labels })));
    expect(tellOf(stage.status().conditions, 'ValidReleaseImage')).toBe(
      'ValidReleaseImage False/PayloadArchNotFound',
    );
    stage.edit({ metadata: { labels: { 'sandbox.berth.io/script': null } } });
    settled(stage);
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available True/AsExpected');
  });

  it.each([
    [
      'overlapping networks',
      {
        networking: { clusterNetwork: [{ cidr: '10.0.0.0/8' }], serviceNetwork: [{ cidr: '10.20.0.0/16' }] },
      },
      'CIDR ranges in machineNetwork, serviceNetwork and clusterNetwork overlap: 10.20.0.0/16 and 10.0.0.0/8',
    ],
    [
      'a service network over the advertise address',
      {
        networking: {
          clusterNetwork: [{ cidr: '10.0.0.0/14' }],
          serviceNetwork: [{ cidr: '172.20.0.0/16' }],
        },
      },
      'the API server advertise address 172.20.0.1 is within network 172.20.0.0/16',
    ],
    [
      'an authentication without a type',
      { configuration: { authentication: { type: '' } } },
      'unknown type ""',
    ],
    [
      'NodePort on AWS',
      { platform: { type: 'AWS' } },
      'service type Konnectivity with publishing strategy NodePort is not supported, use Route',
    ],
  ])('has no valid configuration with %s', (_name, spec, words) => {
    const stage = settled(new Stage(makeCluster({ spec })));
    expect(tellOf(stage.status().conditions, 'ValidConfiguration')).toBe(
      'ValidConfiguration False/InvalidConfiguration',
    );
    expect(messageOf(stage, 'ValidConfiguration')).toBe(words);
    expect(messageOf(stage, 'Progressing')).toBe(words);
    expect(tellOf(stage.status().conditions, 'ReconciliationSucceeded')).toBe(
      'ReconciliationSucceeded False/ReconcileError',
    );
  });

  it('refuses one hostname for two services', () => {
    const route = (service: string, hostname: string) => ({
      service,
      servicePublishingStrategy: { type: 'Route', route: { hostname } },
    });
    const services = [
      route('APIServer', 'api.example.org'),
      route('OAuthServer', 'api.example.org'),
      route('Konnectivity', 'k.example.org'),
      route('Ignition', 'i.example.org'),
    ];
    const stage = settled(new Stage(makeCluster({ spec: { services } })));
    expect(messageOf(stage, 'ValidConfiguration')).toBe(
      "service type OAuthServer can't be published with the same hostname api.example.org as APIServer",
    );
  });

  it('reports an AWS identity that does not hold, and no machine comes', () => {
    const labels = { 'sandbox.berth.io/script': 'oidc-invalid' };
    const pool = makePool({ spec: { platform: { type: 'AWS' } } });
    const stage = settled(new Stage(makeCluster({ spec: awsSpec, labels }), [pool]));
    expect(tellOf(stage.status().conditions, 'ValidOIDCConfiguration')).toBe(
      'ValidOIDCConfiguration False/OIDCConfigurationInvalid',
    );
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available True/AsExpected');
    expect(tellOf(stage.poolStatus().conditions, 'AllMachinesReady')).toBe(
      'AllMachinesReady False/InstanceProvisionFailed',
    );
    stage.edit({ metadata: { labels: { 'sandbox.berth.io/script': null } } });
    settled(stage);
    expect(tellOf(stage.status().conditions, 'ValidOIDCConfiguration')).toBe(
      'ValidOIDCConfiguration True/AsExpected',
    );
    expect(stage.poolStatus().replicas).toBe(2);
  });
});

describe('a paused HostedCluster', () => {
  it('gets a finalizer and no ids, and says that it is paused', () => {
    const stage = settled(new Stage(makeCluster({ spec: { pausedUntil: 'true' } })));
    const { conditions } = stage.status();
    expect(tellOf(conditions, 'ReconciliationActive')).toBe(
      'ReconciliationActive False/ReconciliationPaused',
    );
    expect(tellOf(conditions, 'Progressing')).toBe('Progressing False/Blocked');
    expect(stage.cluster?.metadata.finalizers).toEqual(['hypershift.openshift.io/finalizer']);
    expect(stage.cluster?.spec.clusterID).toBeUndefined();
  });

  it('goes on at the moment that it names', () => {
    const stage = new Stage(makeCluster({ spec: { pausedUntil: '2026-03-01T10:10:00Z' } }));
    stage.run(590);
    expect(stage.cluster?.spec.clusterID).toBeUndefined();
    stage.run(600);
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available True/AsExpected');
  });

  it('is active when the value makes no sense', () => {
    const stage = settled(new Stage(makeCluster({ spec: { pausedUntil: 'soon' } })));
    expect(tellOf(stage.status().conditions, 'ReconciliationActive')).toBe(
      'ReconciliationActive True/InvalidPausedUntilValue',
    );
    expect(tellOf(stage.status().conditions, 'Available')).toBe('Available True/AsExpected');
  });
});
