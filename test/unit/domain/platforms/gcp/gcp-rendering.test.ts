import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../../src/domain/cluster/cluster-spec.ts';
import { gcp } from '../../../../../src/domain/platforms/gcp/gcp.ts';
import { hostedClusterSpec, nodePoolSpec, outputsFor } from '../../manifests/samples.ts';
import { credentialId, existing, gcpSpec, managedSpec } from './gcp-samples.ts';

const renderingOf = (spec: ClusterSpec) => ({
  spec,
  infraId: 'payments-x7k2b',
  hostedClusterName: 'payments',
  infrastructure: outputsFor(spec),
});

describe('a HostedCluster', () => {
  test('refers to network and identities that exist', () => {
    const email = (name: string) => `payments-${name}@acme-clusters.iam.gserviceaccount.com`;
    const spec = hostedClusterSpec(gcpSpec());
    expect(spec['issuerURL']).toBe('https://oidc.example.org/payments');
    expect(spec['platform']).toEqual({
      type: 'GCP',
      gcp: {
        project: 'acme-clusters',
        region: 'europe-west1',
        endpointAccess: 'Private',
        networkConfig: {
          network: { name: 'payments-network' },
          privateServiceConnectSubnet: { name: 'payments-subnet' },
        },
        workloadIdentity: {
          projectNumber: '123456789012',
          poolID: 'payments-pool',
          providerID: 'payments-k8s',
          serviceAccountsEmails: {
            nodePool: email('nodes'),
            controlPlane: email('control-plane'),
            cloudController: email('cloud'),
            storage: email('disks'),
            imageRegistry: email('registry'),
            network: email('network'),
          },
        },
      },
    });
  });

  test('names what Berth makes by its prefix, and marks what controllers make', () => {
    const spec = hostedClusterSpec(managedSpec());
    expect(spec['networking']).toMatchObject({ machineNetwork: [{ cidr: '10.0.0.0/24' }] });
    expect(spec['platform']).toMatchObject({
      gcp: {
        networkConfig: {
          network: { name: 'b2c3d4e5f6g7h-network' },
          privateServiceConnectSubnet: { name: 'b2c3d4e5f6g7h-subnet' },
        },
        workloadIdentity: {
          projectNumber: '123456789012',
          poolID: 'b2c3d4e5f6g7h-wi-pool',
          providerID: 'b2c3d4e5f6g7h-k8s-provider',
          serviceAccountsEmails: {
            cloudController: 'b2c3d4e5f6g7h-cloud-controller@acme-clusters.iam.gserviceaccount.com',
          },
        },
        resourceLabels: [
          { key: 'berth-cluster', value: 'cl_01jzc8w2q5e8rv9n3k7m4x6t0a' },
          { key: 'berth-infra', value: 'b2c3d4e5f6g7h' },
          { key: 'berth-instance', value: 'test' },
          { key: 'berth-tenant', value: 'ten_01jzc8w2q5e8rv9n3k7m4x6t0d' },
        ],
      },
    });
  });

  test('passes on access and labels, in one order', () => {
    const spec = gcpSpec(
      { endpointAccess: 'publicAndPrivate', resourceLabels: { team: 'b', cost: '' } },
      { publishing: { externalDnsDomain: 'clusters.example.net' } },
    );
    expect(hostedClusterSpec(spec)).toMatchObject({
      platform: {
        gcp: {
          endpointAccess: 'PublicAndPrivate',
          resourceLabels: [
            { key: 'cost', value: '' },
            { key: 'team', value: 'b' },
          ],
        },
      },
      services: [
        {
          service: 'APIServer',
          servicePublishingStrategy: {
            type: 'Route',
            route: { hostname: 'api-payments.clusters.example.net' },
          },
        },
        { service: 'Ignition', servicePublishingStrategy: { type: 'Route' } },
        { service: 'Konnectivity', servicePublishingStrategy: { type: 'Route' } },
        {
          service: 'OAuthServer',
          servicePublishingStrategy: {
            type: 'Route',
            route: { hostname: 'oauth-payments.clusters.example.net' },
          },
        },
      ],
    });
  });

  test('has the operator’s own issuer when the user names none', () => {
    const spec = gcpSpec({ infrastructure: { ...existing, issuerUrl: '' } });
    expect(hostedClusterSpec(spec)).not.toHaveProperty('issuerURL');
  });

  test('gets the user’s own signing key as a Secret that it names', () => {
    const spec = gcpSpec({
      infrastructure: { ...existing, serviceAccountSigningKeyCredentialId: credentialId },
    });
    const rendering = renderingOf(spec);
    expect(gcp.objects?.(rendering, (id) => `value of ${id}`)).toEqual([
      {
        kind: 'Secret',
        name: 'payments-sa-token-issuer-key',
        data: { key: `value of ${credentialId}` },
      },
    ]);
    expect(gcp.hostedClusterMembers?.(rendering)).toEqual({
      serviceAccountSigningKey: { name: 'payments-sa-token-issuer-key' },
    });
    expect(gcp.objects?.(renderingOf(gcpSpec()), () => '')).toEqual([]);
    expect(gcp.hostedClusterMembers?.(renderingOf(managedSpec()))).toEqual({});
  });
});

describe('a NodePool', () => {
  const poolOf = (spec: ClusterSpec, pool: object) =>
    nodePoolSpec('gcp', { replicas: 1, ...pool }, spec)['platform'];

  test('gets the machine type, the zone and the subnet of the command line', () => {
    expect(poolOf(gcpSpec(), {})).toEqual({
      type: 'GCP',
      gcp: { machineType: 'n2-standard-4', zone: 'europe-west1-a', subnet: 'payments-subnet' },
    });
  });

  test('gets the first zone of the cluster when it names none', () => {
    const zones = ['europe-west1-d', 'europe-west1-b'];
    expect(poolOf(managedSpec({ zones }), {})).toMatchObject({ gcp: { zone: 'europe-west1-d' } });
    expect(poolOf(managedSpec({ zones }), { zone: 'europe-west1-b' })).toMatchObject({
      gcp: { zone: 'europe-west1-b', subnet: 'b2c3d4e5f6g7h-subnet' },
    });
    expect(poolOf(managedSpec(), {})).toMatchObject({ gcp: { zone: 'europe-west1-b' } });
  });

  test('has every setting', () => {
    expect(
      poolOf(gcpSpec(), {
        zone: 'europe-west1-c',
        subnet: 'other-subnet',
        platform: {
          instanceType: 'c3-standard-8',
          bootImage: 'projects/rhcos-cloud/global/images/rhcos',
          networkTags: ['web'],
          resourceLabels: { pool: 'web' },
          provisioningModel: 'Spot',
          onHostMaintenance: 'TERMINATE',
          machineServiceAccount: {
            email: 'machines@acme-clusters.iam.gserviceaccount.com',
            scopes: ['https://www.googleapis.com/auth/devstorage.read_only'],
          },
          rootVolume: {
            sizeGiB: 200,
            type: 'pd-ssd',
            kmsKeyName: 'projects/acme-clusters/locations/europe-west1/keyRings/r/cryptoKeys/k',
          },
        },
      }),
    ).toEqual({
      type: 'GCP',
      gcp: {
        machineType: 'c3-standard-8',
        zone: 'europe-west1-c',
        subnet: 'other-subnet',
        image: 'projects/rhcos-cloud/global/images/rhcos',
        bootDisk: {
          diskSizeGB: 200,
          diskType: 'pd-ssd',
          encryptionKey: {
            kmsKeyName: 'projects/acme-clusters/locations/europe-west1/keyRings/r/cryptoKeys/k',
          },
        },
        networkTags: ['web'],
        resourceLabels: [{ key: 'pool', value: 'web' }],
        provisioningModel: 'Spot',
        onHostMaintenance: 'TERMINATE',
        serviceAccount: {
          email: 'machines@acme-clusters.iam.gserviceaccount.com',
          scopes: ['https://www.googleapis.com/auth/devstorage.read_only'],
        },
      },
    });
  });
});
