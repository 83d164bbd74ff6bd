import { describe, expect, test } from 'vitest';
import { checkImmutableClusterFields } from '../../../../../src/domain/cluster/admission-immutable.ts';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import { gcpIdentities } from '../../../../../src/domain/platforms/gcp/plan/identities.ts';
import { labelValueOf, ownershipDescription } from '../../../../../src/domain/platforms/gcp/plan/marks.ts';
import { accountId, gcpNames } from '../../../../../src/domain/platforms/gcp/plan/names.ts';
import { gcpManaged } from '../../../../../src/domain/platforms/gcp/plan/plan.ts';
import { existing, gcpSpec, managedRequest, managedSpec } from './gcp-samples.ts';

const planOf = (spec = managedSpec()) => gcpManaged.plan(managedRequest(spec));
const stepOf = (id: string, spec = managedSpec()) => planOf(spec).find((step) => step.id === id);

describe('the plan', () => {
  test('has what the command line of HyperShift makes, and what others make inside', () => {
    expect(planOf().map(({ id, role = 'own' }) => `${role} ${id}`)).toEqual([
      'found project',
      'found zone',
      'own network',
      'own firewall/allow-kubelet',
      'own subnet',
      'own router',
      'own nat',
      'own pool',
      'own provider',
      'own account/nodepool-mgmt',
      'own account/ctrlplane-op',
      'own account/cloud-controller',
      'own account/gcp-pd-csi',
      'own account/image-registry',
      'own account/cloud-network',
      'own project-roles',
      'sweep others/instance',
      'sweep others/forwardingRule',
      'sweep others/targetPool',
      'sweep others/backendService',
      'sweep others/instanceGroup',
      'sweep others/address',
      'sweep others/foreignFirewall',
      'sweep others/route',
      'sweep others/managedZone',
      'sweep others/disk',
      'sweep others/snapshot',
      'sweep others/bucket',
    ]);
  });

  test('names things as the command line does', () => {
    expect(
      planOf()
        .slice(2, 10)
        .map(({ name }) => name),
    ).toEqual([
      'b2c3d4e5f6g7h-network',
      'b2c3d4e5f6g7h-allow-kubelet',
      'b2c3d4e5f6g7h-subnet',
      'b2c3d4e5f6g7h-router',
      'b2c3d4e5f6g7h-nat',
      'b2c3d4e5f6g7h-wi-pool',
      'b2c3d4e5f6g7h-k8s-provider',
      'b2c3d4e5f6g7h-nodepool-mgmt',
    ]);
  });

  test('looks for a zone only when the user names none', () => {
    expect(stepOf('zone', managedSpec({ zones: ['europe-west1-b'] }))).toBeUndefined();
  });

  test('knows the number that the project must have when the user gives it', () => {
    expect(stepOf('project')?.input).toEqual({ project: 'acme-clusters' });
    expect(stepOf('project', managedSpec({ projectNumber: '42' }))?.input).toEqual({
      project: 'acme-clusters',
      number: '42',
    });
  });

  test('lets kubelets be reached from the subnet wherever it is', () => {
    expect(stepOf('firewall/allow-kubelet')?.input).toMatchObject({ sourceRanges: ['10.0.0.0/8'] });
    expect(
      stepOf('firewall/allow-kubelet', managedSpec({ subnetCidr: '192.168.0.0/24' }))?.input,
    ).toMatchObject({ sourceRanges: ['10.0.0.0/8', '192.168.0.0/24'] });
  });

  test('gives the roles of the six accounts in one policy', () => {
    const roles = stepOf('project-roles')?.input['roles'] as readonly { role: string; emails: string[] }[];
    expect(roles.map(({ role }) => role)).toEqual([
      'roles/compute.instanceAdmin.v1',
      'roles/compute.loadBalancerAdmin',
      'roles/compute.networkAdmin',
      'roles/compute.networkUser',
      'roles/compute.securityAdmin',
      'roles/compute.storageAdmin',
      'roles/compute.viewer',
      'roles/dns.admin',
      'roles/iam.serviceAccountUser',
      'roles/resourcemanager.tagUser',
      'roles/storage.admin',
    ]);
    expect(roles.find(({ role }) => role === 'roles/compute.viewer')?.emails).toEqual([
      'b2c3d4e5f6g7h-ctrlplane-op@acme-clusters.iam.gserviceaccount.com',
      'b2c3d4e5f6g7h-cloud-controller@acme-clusters.iam.gserviceaccount.com',
    ]);
    expect(roles.flatMap(({ emails }) => emails).length).toBe(16);
  });

  test('changes with the keys of the issuer, so that a rotation is carried out', () => {
    const provider = (jwks: object) =>
      gcpManaged
        .plan(managedRequest(managedSpec(), { jwks: { ...jwks } }))
        .find(({ id }) => id === 'provider')?.input;
    expect(provider({ keys: [{ kid: 'one' }] })).toMatchObject({
      issuer: 'https://oidc.example.org/b2c3d4e5f6g7h',
      audience: 'openshift',
      jwks: { keys: [{ kid: 'one' }] },
    });
    expect(provider({ keys: [{ kid: 'two' }] })).not.toEqual(provider({ keys: [{ kid: 'one' }] }));
  });

  test('is the same for the same request, and there is none for what exists', () => {
    expect(planOf()).toEqual(planOf());
    expect(() => planOf(gcpSpec())).toThrow('exists');
  });
});

describe('names', () => {
  test('of service accounts fit into thirty characters', () => {
    for (const { suffix } of gcpIdentities)
      expect(accountId('b234567abcdef', suffix)).toMatch(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/);
  });

  test('are refused for a prefix that is too long or Google’s own', () => {
    expect(() => gcpNames('payments-x7k2p')).toThrow('13');
    expect(() => gcpNames('gcp-x7k2p')).toThrow('13');
  });

  test('of a mark fit into a description, and into labels', () => {
    const request = managedRequest(managedSpec(), { instance: 'a'.repeat(20) });
    expect(ownershipDescription(request).length).toBeLessThanOrEqual(200);
    expect(ownershipDescription(managedRequest())).toBe(
      'berth-instance=prod berth-tenant=ten_01jzc8w2q5e8rv9n3k7m4x6t0d berth-cluster=cl_01jzc8w2q5e8rv9n3k7m4x6t0a berth-created-at=1767225600 berth-infra=b2c3d4e5f6g7h',
    );
    expect(labelValueOf('2nd-site')).toBe('b-2nd-site');
  });
});

describe('outputs', () => {
  test('are names that follow from the prefix, the project’s number and a zone', () => {
    const ids: Readonly<Record<string, string>> = { project: '123456789012', zone: 'europe-west1-b' };
    expect(gcpManaged.outputs(managedRequest(), (step) => ids[step] ?? '')).toEqual({
      issuerUrl: 'https://oidc.example.org/b2c3d4e5f6g7h',
      machineCidrs: ['10.0.0.0/24'],
      gcp: {
        network: 'b2c3d4e5f6g7h-network',
        privateServiceConnectSubnet: 'b2c3d4e5f6g7h-subnet',
        workloadIdentity: {
          projectNumber: '123456789012',
          poolId: 'b2c3d4e5f6g7h-wi-pool',
          providerId: 'b2c3d4e5f6g7h-k8s-provider',
        },
        serviceAccounts: {
          nodePool: 'b2c3d4e5f6g7h-nodepool-mgmt@acme-clusters.iam.gserviceaccount.com',
          controlPlane: 'b2c3d4e5f6g7h-ctrlplane-op@acme-clusters.iam.gserviceaccount.com',
          cloudController: 'b2c3d4e5f6g7h-cloud-controller@acme-clusters.iam.gserviceaccount.com',
          storage: 'b2c3d4e5f6g7h-gcp-pd-csi@acme-clusters.iam.gserviceaccount.com',
          imageRegistry: 'b2c3d4e5f6g7h-image-registry@acme-clusters.iam.gserviceaccount.com',
          network: 'b2c3d4e5f6g7h-cloud-network@acme-clusters.iam.gserviceaccount.com',
        },
        zones: ['europe-west1-b'],
        ownershipLabels: {
          'berth-instance': 'prod',
          'berth-tenant': 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d',
          'berth-cluster': 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a',
          'berth-infra': 'b2c3d4e5f6g7h',
        },
      },
    });
  });
});

describe('a change', () => {
  const changes = (before: ClusterSpec, after: ClusterSpec): string[] =>
    checkImmutableClusterFields(
      { domainPrefix: 'payments', infraId: 'b2c3d4e5f6g7h', spec: before },
      after,
    ).map(({ pointer }) => pointer.replace('/spec/platform/gcp', ''));

  test('of what the cluster stands on is refused', () => {
    expect(
      changes(
        gcpSpec(),
        gcpSpec({
          project: 'other-project',
          region: 'europe-west2',
          infrastructure: {
            ...existing,
            network: 'other',
            workloadIdentity: { ...existing.workloadIdentity, poolId: 'other' },
            issuerUrl: 'https://other.example.org',
          },
        }),
      ),
    ).toEqual([
      '/project',
      '/region',
      '/infrastructure/network',
      '/infrastructure/workloadIdentity',
      '/infrastructure/issuerUrl',
    ]);
    expect(changes(managedSpec(), managedSpec({ subnetCidr: '10.0.1.0/24' }))).toEqual([
      '/infrastructure/subnetCidr',
    ]);
    expect(changes(gcpSpec(), managedSpec())).toContain('/infrastructure/mode');
  });

  test('of labels, access and the zones of new pools is not', () => {
    expect(
      changes(managedSpec(), managedSpec({ zones: ['europe-west1-c'], subnetCidr: '10.0.0.0/24' })),
    ).toEqual([]);
    expect(
      changes(
        gcpSpec(),
        gcpSpec({
          resourceLabels: { a: 'b' },
          endpointAccess: 'publicAndPrivate',
          infrastructure: { ...existing, infraId: 'b2c3d4e5f6g7h' },
        }),
      ),
    ).toEqual([]);
  });
});
