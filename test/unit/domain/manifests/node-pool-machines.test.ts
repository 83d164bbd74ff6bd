import { describe, expect, test } from 'vitest';
import type { NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import { awsPlatform, nodePoolSpec, specOf } from './samples.ts';

describe('machines of aws', () => {
  const machineOf = (options: NodePoolSpec, cluster = specOf('aws')) => {
    const { platform } = nodePoolSpec('aws', { replicas: 1, ...options }, cluster);
    return (platform as { aws: object }).aws;
  };
  const plain = {
    instanceType: 'm5.large',
    instanceProfile: 'payments-x7k2b-worker',
    subnet: { id: 'subnet-0123456789abcdef0' },
    rootVolume: { size: 120, type: 'gp3' },
  };

  test('have defaults for everything', () => {
    expect(machineOf({})).toEqual(plain);
    expect(machineOf({ arch: 'arm64' })).toEqual({ ...plain, instanceType: 'm6g.large' });
    expect(machineOf({ arch: 's390x' })).toEqual(plain);
  });

  test('stand in the zone or subnet that the pool names', () => {
    expect(machineOf({ zone: 'eu-west-1b' })).toEqual({
      ...plain,
      subnet: { id: 'subnet-0123456789abcdef1' },
    });
    expect(machineOf({ subnet: 'subnet-other' })).toEqual({ ...plain, subnet: { id: 'subnet-other' } });
    expect(machineOf({ zone: 'eu-west-1x' })).not.toHaveProperty('subnet');
  });

  test('take the profile of the pool, else that of the infrastructure', () => {
    const infrastructure = { ...awsPlatform.infrastructure, instanceProfile: 'of-the-cluster' };
    const cluster = specOf('aws', { platform: { type: 'aws', aws: { ...awsPlatform, infrastructure } } });
    expect(machineOf({}, cluster)).toMatchObject({ instanceProfile: 'of-the-cluster' });
    expect(machineOf({ platform: { instanceProfile: 'own' } }, cluster)).toMatchObject({
      instanceProfile: 'own',
    });
  });

  test('have the root volume that the pool asks for', () => {
    const rootVolume = { type: 'io1', iops: 5000, kmsKeyArn: 'arn:aws:kms:eu-west-1:1:key/k' };
    expect(machineOf({ platform: { instanceType: 'm6i.xlarge', rootVolume } })).toEqual({
      ...plain,
      instanceType: 'm6i.xlarge',
      rootVolume: { size: 120, type: 'io1', iops: 5000, encryptionKey: 'arn:aws:kms:eu-west-1:1:key/k' },
    });
  });
});

describe('machines of kubevirt', () => {
  const machineOf = (platform: NodePoolSpec['platform']) =>
    (nodePoolSpec('kubevirt', { replicas: 1, platform })['platform'] as { kubevirt: object }).kubevirt;
  const plain = {
    compute: { cores: 2, memory: '4Gi' },
    rootVolume: { type: 'Persistent', persistent: { size: '32Gi' } },
    networkInterfaceMultiqueue: 'Enable',
    attachDefaultNetwork: true,
  };

  test('have defaults for everything', () => {
    expect(machineOf(undefined)).toEqual(plain);
    expect(machineOf({ qosClass: 'Burstable', hostDevices: [], nodeSelector: {} })).toEqual(plain);
  });

  test('say what differs from the CRD, and a device how many of it', () => {
    expect(
      machineOf({
        cores: 8,
        memory: '16384Mi',
        qosClass: 'Guaranteed',
        networkMultiqueue: 'Disable',
        attachDefaultNetwork: false,
        additionalNetworks: ['ns/nad'],
        nodeSelector: { disk: 'ssd' },
        hostDevices: [{ name: 'nvidia.com/A100' }, { name: 'nvidia.com/T4', count: 2 }],
        rootVolume: {
          storageClass: 'fast',
          accessModes: ['ReadWriteMany'],
          volumeMode: 'Block',
          cacheStrategy: 'PVC',
        },
      }),
    ).toEqual({
      compute: { cores: 8, memory: '16Gi', qosClass: 'Guaranteed' },
      rootVolume: {
        type: 'Persistent',
        persistent: {
          size: '32Gi',
          storageClass: 'fast',
          accessModes: ['ReadWriteMany'],
          volumeMode: 'Block',
        },
        cacheStrategy: { type: 'PVC' },
      },
      networkInterfaceMultiqueue: 'Disable',
      additionalNetworks: [{ name: 'ns/nad' }],
      attachDefaultNetwork: false,
      nodeSelector: { disk: 'ssd' },
      hostDevices: [
        { deviceName: 'nvidia.com/A100', count: 1 },
        { deviceName: 'nvidia.com/T4', count: 2 },
      ],
    });
  });
});

test('machines of agent are chosen by labels when asked', () => {
  const platformOf = (platform?: NodePoolSpec['platform']) =>
    nodePoolSpec('agent', { replicas: 1, platform })['platform'];
  expect(platformOf()).toEqual({ type: 'Agent', agent: {} });
  expect(platformOf({ agentLabelSelector: { matchLabels: { rack: '7' } } })).toEqual({
    type: 'Agent',
    agent: { agentLabelSelector: { matchLabels: { rack: '7' } } },
  });
});
