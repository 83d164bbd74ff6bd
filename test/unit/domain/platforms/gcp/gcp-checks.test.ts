import { describe, expect, test } from 'vitest';
import { checkClusterSpec } from '../../../../../src/domain/cluster/admission-spec.ts';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import type { NodePoolSpec } from '../../../../../src/domain/node-pool/node-pool-spec.ts';
import type {
  GcpExistingInfrastructure,
  GcpManagedInfrastructure,
} from '../../../../../src/domain/platforms/gcp/gcp-spec.ts';
import { platformOf } from '../../../../../src/domain/platforms/platforms.ts';
import { credentialId, existing, gcpSpec, managedSpec } from './gcp-samples.ts';

const rules = platformOf('gcp');
const base = '/spec/platform/gcp';

const problemsOf = (spec: ClusterSpec): string[] =>
  checkClusterSpec(spec, [], 'payments').map(({ pointer, code }) => `${pointer} ${code}`);

const account = (name: string, project = 'acme-clusters'): string =>
  `${name}@${project}.iam.gserviceaccount.com`;

describe('infrastructure that exists', () => {
  const accounts = (more: Partial<GcpExistingInfrastructure['serviceAccounts']>) => ({
    serviceAccounts: { ...existing.serviceAccounts, ...more },
  });
  const identity = (more: Partial<GcpExistingInfrastructure['workloadIdentity']>) => ({
    workloadIdentity: { ...existing.workloadIdentity, ...more },
  });

  test.each<readonly [Partial<GcpExistingInfrastructure>, readonly string[]]>([
    [{}, []],
    [{ infraId: 'payments-x7k2b' }, []],
    [{ infraId: 'Payments' }, ['/infraId invalid-format']],
    [{ infraId: 'a'.repeat(28) }, ['/infraId invalid-format']],
    [{ network: 'projects/p/global/networks/n' }, ['/network invalid-format']],
    [{ network: `n${'x'.repeat(63)}` }, ['/network invalid-format']],
    [{ privateServiceConnectSubnet: '-psc' }, ['/privateServiceConnectSubnet invalid-format']],
    [identity({ projectNumber: 'acme-clusters' }), ['/workloadIdentity/projectNumber invalid-format']],
    [identity({ poolId: 'gcp-pool' }), ['/workloadIdentity/poolId invalid-format']],
    [identity({ providerId: 'abc' }), ['/workloadIdentity/providerId invalid-format']],
    [identity({ providerId: 'a'.repeat(33) }), ['/workloadIdentity/providerId invalid-format']],
    [accounts({ storage: 'me@example.org' }), ['/serviceAccounts/storage invalid-format']],
    [accounts({ storage: account('csi-disks', 'other-project') }), ['/serviceAccounts/storage conflict']],
    [
      accounts({
        controlPlane: existing.serviceAccounts.nodePool,
        network: existing.serviceAccounts.nodePool,
      }),
      ['/serviceAccounts/controlPlane duplicate', '/serviceAccounts/network duplicate'],
    ],
    [{ issuerUrl: 'http://oidc.example.org' }, ['/issuerUrl invalid-format']],
    [{ issuerUrl: `https://example.org/${'x'.repeat(240)}` }, ['/issuerUrl invalid-format']],
    [{ issuerUrl: '' }, []],
    [{ issuerUrl: '', serviceAccountSigningKeyCredentialId: credentialId }, ['/issuerUrl required']],
  ])('with %j has the problems %j', (more, problems) => {
    expect(problemsOf(gcpSpec({ infrastructure: { ...existing, ...more } }))).toEqual(
      problems.map((problem) => `${base}/infrastructure${problem}`),
    );
  });
});

describe('infrastructure that Berth makes', () => {
  test.each<readonly [Partial<GcpManagedInfrastructure>, readonly string[]]>([
    [{}, []],
    [{ zones: ['europe-west1-b', 'europe-west1-c'] }, []],
    [{ zones: ['europe-west1-b', 'europe-west1-b'] }, ['/zones/1 duplicate']],
    [{ zones: ['europe-west2-b'] }, ['/zones/0 conflict']],
    [{ zones: ['europe-west1'] }, ['/zones/0 conflict']],
    [{ zones: ['europe-west12-b'] }, ['/zones/0 conflict']],
    [{ subnetCidr: '192.168.0.0/20' }, []],
    [{ subnetCidr: '192.168.1.0/20' }, ['/subnetCidr host-bits-set']],
    [{ subnetCidr: '192.168.0.0/29' }, ['/subnetCidr out-of-range']],
    [{ subnetCidr: '10.133.0.0/24' }, ['/subnetCidr overlap']],
    [{ subnetCidr: '172.31.128.0/24' }, ['/subnetCidr overlap']],
    [{ subnetCidr: '172.17.0.0/24' }, ['/subnetCidr reserved-range']],
    [{ subnetCidr: '100.64.0.0/24' }, ['/subnetCidr reserved-range']],
    [{ subnetCidr: '199.36.153.0/24' }, ['/subnetCidr reserved-range', '/subnetCidr reserved-range']],
  ])('with %j has the problems %j', (more, problems) => {
    expect(problemsOf(managedSpec(more)).sort()).toEqual(
      problems.map((problem) => `${base}/infrastructure${problem}`),
    );
  });

  test('has an IPv4 range', () => {
    expect(problemsOf(managedSpec({ subnetCidr: 'fd00:1::/64' }))).toContain(
      `${base}/infrastructure/subnetCidr invalid-format`,
    );
  });

  test('needs a credential', () => {
    expect(problemsOf(gcpSpec({ infrastructure: { mode: 'managed' } }))).toEqual([
      `${base}/credentialId required`,
    ]);
  });

  test('decides the range of the machines', () => {
    const machines = (cidr: string) => managedSpec({}, { network: { machineCidrs: [cidr] } });
    expect(problemsOf(machines('10.0.0.0/24'))).toEqual([]);
    expect(problemsOf(machines('10.1.0.0/24'))).toEqual(['/spec/network/machineCidrs conflict']);
  });

  test('is not checked twice where the pod network takes the default range', () => {
    const spec = managedSpec({}, { network: { clusterCidrs: ['10.0.0.0/14'] } });
    expect(problemsOf(spec)).toEqual(['/spec/network/clusterCidrs/0 overlap']);
  });
});

describe('a cluster', () => {
  test('has a domain for its applications', () => {
    expect(problemsOf(gcpSpec({}, { dns: {} }))).toEqual(['/spec/dns/baseDomain required']);
    const { dns: _none, ...without } = gcpSpec();
    expect(problemsOf(without)).toEqual(['/spec/dns/baseDomain required']);
  });

  test('needs names for its services when it is public too', () => {
    const spec = gcpSpec({ endpointAccess: 'publicAndPrivate' });
    expect(problemsOf(spec)).toEqual(['/spec/publishing/externalDnsDomain required']);
    expect(problemsOf({ ...spec, publishing: { externalDnsDomain: 'c.example.net' } })).toEqual([]);
  });

  test.each([
    [{ team: 'payments', empty: '' }, []],
    [{ Team: 'x' }, ['/Team invalid-format']],
    [{ team: '42' }, ['/team invalid-format']],
    [{ 'goog-x': 'y' }, ['/goog-x invalid-format']],
    [{ 'berth-cluster': 'cl' }, ['/berth-cluster not-allowed']],
    [{ 'kubernetes-io-cluster-x': 'owned' }, ['/kubernetes-io-cluster-x not-allowed']],
    [Object.fromEntries(Array.from({ length: 57 }, (_, index) => [`k${index}`, ''])), [' out-of-range']],
  ])('with the labels %j has the problems %j', (resourceLabels, problems) => {
    expect(problemsOf(gcpSpec({ resourceLabels }))).toEqual(
      problems.map((problem) => `${base}/resourceLabels${problem}`),
    );
  });

  test('has a project and a region in their forms', () => {
    expect(problemsOf(gcpSpec({ project: '123456', region: 'eu-west-1' }))).toEqual([
      `${base}/project invalid-format`,
      `${base}/region invalid-format`,
      ...Object.keys(existing.serviceAccounts).map(
        (name) => `${base}/infrastructure/serviceAccounts/${name} conflict`,
      ),
    ]);
  });

  test('names zones of Cloud DNS', () => {
    expect(
      problemsOf(gcpSpec({}, { dns: { baseDomain: 'example.org', publicZoneId: 'example-org' } })),
    ).toEqual([]);
    expect(problemsOf(gcpSpec({}, { dns: { baseDomain: 'example.org', privateZoneId: 'Z0123' } }))).toEqual([
      '/spec/dns/privateZoneId invalid-format',
    ]);
  });

  test('is in a region, and has the prefix that its user chose', () => {
    expect(rules.regionOf(gcpSpec())).toBe('europe-west1');
    expect(rules.infraIdOf(gcpSpec({ infrastructure: { ...existing, infraId: 'mine' } }))).toBe('mine');
    expect(rules.infraIdOf(managedSpec())).toBeUndefined();
  });

  test('may be reached privately only, with names of its services all the same', () => {
    const spec = gcpSpec(
      { endpointAccess: 'private' },
      { publishing: { externalDnsDomain: 'c.example.net' } },
    );
    expect(problemsOf(spec)).toEqual([]);
  });

  test('names the credentials that it needs', () => {
    const spec = gcpSpec({
      credentialId: 'cr_a',
      infrastructure: { ...existing, serviceAccountSigningKeyCredentialId: 'cr_b' },
    });
    expect(rules.credentials(spec)).toEqual([
      { path: ['spec', 'platform', 'gcp', 'credentialId'], id: 'cr_a', kinds: ['gcpWorkloadIdentity'] },
      {
        path: ['spec', 'platform', 'gcp', 'infrastructure', 'serviceAccountSigningKeyCredentialId'],
        id: 'cr_b',
        kinds: ['signingKey'],
      },
    ]);
    expect(rules.credentials(gcpSpec())).toEqual([]);
    expect(rules.cloudCredentialId(spec)).toBe('cr_a');
  });
});

describe('a node pool', () => {
  const poolProblems = (nodePool: Partial<NodePoolSpec>, cluster = gcpSpec()): string[] =>
    rules
      .checkNodePool({ cluster, nodePool: { replicas: 1, ...nodePool } })
      .map(({ pointer, code }) => `${pointer} ${code}`);

  test.each<readonly [Partial<NodePoolSpec>, readonly string[]]>([
    [{}, []],
    [{ zone: 'europe-west1-b', subnet: 'other' }, []],
    [{ zone: 'europe-west2-b' }, ['/zone conflict']],
    [{ zone: 'b' }, ['/zone conflict']],
    [{ subnet: 'projects/p/regions/r/subnetworks/s' }, ['/subnet invalid-format']],
    [{ arch: 'arm64' }, ['/platform/instanceType required']],
    [{ arch: 'arm64', platform: { instanceType: 't2a-standard-4' } }, []],
    [{ platform: { instanceType: 'c4a-standard-4' } }, ['/platform/instanceType conflict']],
    [{ arch: 'arm64', platform: { instanceType: 'n2-standard-4' } }, ['/platform/instanceType conflict']],
    [{ arch: 'arm64', platform: { instanceType: 'q9-standard-4' } }, []],
    [{ platform: { instanceType: 'm6i.large' } }, ['/platform/instanceType invalid-format']],
    [{ arch: 's390x' }, ['/arch unsupported-value']],
    [{ platform: { rootVolume: { sizeGiB: 10 } } }, ['/platform/rootVolume/sizeGiB out-of-range']],
    [{ platform: { rootVolume: { sizeGiB: 70_000 } } }, ['/platform/rootVolume/sizeGiB out-of-range']],
    [{ platform: { rootVolume: { type: 'gp3' } } }, ['/platform/rootVolume/type unsupported-value']],
    [{ platform: { rootVolume: { iops: 3000 } } }, ['/platform/rootVolume/iops not-allowed']],
    [{ platform: { rootVolume: { kmsKeyName: 'k' } } }, ['/platform/rootVolume/kmsKeyName invalid-format']],
    [{ platform: { provisioningModel: 'Spot' } }, []],
    [
      { platform: { provisioningModel: 'Preemptible', onHostMaintenance: 'MIGRATE' } },
      ['/platform/onHostMaintenance conflict'],
    ],
    [{ platform: { onHostMaintenance: 'MIGRATE' } }, []],
    [
      { platform: { networkTags: ['a', 'B', 'a'] } },
      ['/platform/networkTags/1 invalid-format', '/platform/networkTags/2 duplicate'],
    ],
    [{ platform: { resourceLabels: { 'berth-x': 'y' } } }, ['/platform/resourceLabels/berth-x not-allowed']],
    [
      { platform: { machineServiceAccount: { email: 'default' } } },
      ['/platform/machineServiceAccount/email invalid-format'],
    ],
    [
      {
        platform: {
          machineServiceAccount: {
            scopes: ['https://www.googleapis.com/auth/a', 'https://www.googleapis.com/auth/a'],
          },
        },
      },
      ['/platform/machineServiceAccount/scopes/1 duplicate'],
    ],
    [{ autoscaling: { min: 0, max: 3 } }, ['/autoscaling/min out-of-range']],
  ])('of %j has the problems %j', (nodePool, problems) => {
    expect(poolProblems(nodePool)).toEqual(problems.map((problem) => `/spec${problem}`));
  });

  test('is in a zone of the cluster when that names its zones', () => {
    const cluster = managedSpec({ zones: ['europe-west1-b'] });
    expect(poolProblems({ zone: 'europe-west1-b' }, cluster)).toEqual([]);
    expect(poolProblems({ zone: 'europe-west1-c' }, cluster)).toEqual(['/spec/zone unsupported-value']);
    expect(poolProblems({ zone: 'europe-west1-c' }, managedSpec())).toEqual([]);
  });
});
