import { describe, expect, it } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { checkClusterNetworks } from '../../../../src/domain/network/network-admission.ts';
import { admitNodePool } from '../../../../src/domain/node-pool/node-pool-admission.ts';
import { gcpExamples } from '../../../../src/domain/platforms/gcp/gcp-examples.ts';
import { clusterOf, nodePoolOf } from '../factories.ts';
import { specOf } from '../manifests/samples.ts';
import { managedSpec as managedAws } from '../platforms/aws/aws-samples.ts';
import { azureSpec } from '../platforms/azure/azure-samples.ts';
import { catalogue } from '../release/releases.ts';

const onGoogle = (subnetCidr?: string): ClusterSpec =>
  specOf('gcp', {
    platform: {
      type: 'gcp',
      gcp: { ...gcpExamples.cluster, infrastructure: { mode: 'managed', subnetCidr } },
    },
  });

const onAzure = (subnetCidr?: string): ClusterSpec =>
  azureSpec({ infrastructure: { mode: 'managed', subnetCidr } });

const found = (spec: ClusterSpec, replicas: number) =>
  checkClusterNetworks(spec, [{ replicas }])
    .filter(({ code }) => code === 'too-small')
    .map(({ pointer, detail }) => [pointer, detail]);

describe('the network of the machines', () => {
  it('has an address for each of them on Google Cloud', () => {
    expect(found(onGoogle(), 252)).toEqual([]);
    expect(found(onGoogle(), 253)).toEqual([
      [
        '/spec/platform/gcp/infrastructure/subnetCidr',
        'subnetCidr 10.0.0.0/24 has addresses for 252 machines; the node pools ask for up to 253.',
      ],
    ]);
    expect(found(onGoogle('10.0.0.0/28'), 13)).toHaveLength(1);
    expect(found(onGoogle('10.0.0.0/22'), 253)).toEqual([]);
  });

  it('has an address for each of them on Azure', () => {
    expect(found(onAzure(), 251)).toEqual([]);
    expect(found(onAzure('10.0.1.0/27'), 28)).toEqual([
      [
        '/spec/platform/azure/infrastructure/subnetCidr',
        'subnetCidr 10.0.1.0/27 has addresses for 27 machines; the node pools ask for up to 28.',
      ],
    ]);
  });

  it('has a /20 for each zone on AWS', () => {
    const spec = (zones: readonly string[]) =>
      managedAws(
        { zones },
        {},
        { network: { clusterCidrs: ['172.16.0.0/12'], hostPrefix: 26, serviceCidrs: ['10.128.0.0/16'] } },
      );
    expect(found(spec(['eu-west-1a']), 4092)).toEqual([
      [
        '/spec/platform/aws/infrastructure/zones',
        'The network, with a /20 in each of 1 zones, has addresses for 4091 machines; the node pools ask for up to 4092.',
      ],
    ]);
    expect(found(spec(['eu-west-1a', 'eu-west-1b']), 4092)).toEqual([]);
  });

  it('is what the spec says where Berth makes none', () => {
    const spec = (...machineCidrs: string[]) => specOf('none', { network: { machineCidrs } });
    expect(found(spec('10.0.0.0/29'), 9)).toEqual([
      [
        '/spec/network/machineCidrs/0',
        'machineCidrs 10.0.0.0/29 has addresses for 8 machines; the node pools ask for up to 9.',
      ],
    ]);
    expect(found(spec('10.0.0.0/29', '10.0.0.8/29'), 9)).toEqual([]);
    expect(found(specOf('none'), 500)).toEqual([]);
  });

  it('is counted with every pool, also when one comes later', () => {
    const admit = (replicas: number) =>
      admitNodePool({
        cluster: clusterOf(onGoogle('10.0.0.0/28')),
        name: 'more',
        labels: {},
        spec: { autoscaling: { min: 1, max: replicas } },
        siblings: [nodePoolOf({ replicas: 10 })],
        releases: catalogue,
      }).map(({ pointer, detail }) => [pointer, detail]);
    expect(admit(2)).toEqual([]);
    expect(admit(3)).toEqual([
      [
        '/spec/autoscaling/max',
        'subnetCidr 10.0.0.0/28 has addresses for 12 machines; the node pools ask for up to 13.',
      ],
    ]);
  });
});
