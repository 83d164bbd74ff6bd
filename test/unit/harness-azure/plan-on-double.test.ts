import { expect, it } from 'vitest';
import { azureManaged } from '../../../src/domain/platforms/azure/plan/azure-plan.ts';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { azureRequest } from '../../harness/azure/azure-requests.ts';
import { useDouble } from './azure-client.ts';

const request = azureRequest();

interface Put {
  readonly id: string;
  readonly apiVersion: string;
  readonly body: JsonObject;
}

const { double, call } = await useDouble();

it('takes everything that is planned for a cluster, and loses it with its group', async () => {
  const steps = azureManaged.plan(request).filter(({ input }) => 'body' in input);
  for (const { input } of steps) {
    const { id, apiVersion, body } = input as unknown as Put;
    const reply = await call('PUT', `${id}?api-version=${apiVersion}`, body);
    expect([200, 201, 202], `${id} ${reply.code}`).toContain(reply.status);
  }
  expect(double.census()).toEqual([
    'federatedIdentityCredentials b2c3d4e5f6g7h-cloud-provider-fed-0',
    'federatedIdentityCredentials b2c3d4e5f6g7h-disk-fed-0',
    'federatedIdentityCredentials b2c3d4e5f6g7h-disk-fed-1',
    'federatedIdentityCredentials b2c3d4e5f6g7h-disk-fed-2',
    'federatedIdentityCredentials b2c3d4e5f6g7h-file-fed-0',
    'federatedIdentityCredentials b2c3d4e5f6g7h-file-fed-1',
    'federatedIdentityCredentials b2c3d4e5f6g7h-file-fed-2',
    'federatedIdentityCredentials b2c3d4e5f6g7h-image-registry-fed-0',
    'federatedIdentityCredentials b2c3d4e5f6g7h-image-registry-fed-1',
    'federatedIdentityCredentials b2c3d4e5f6g7h-ingress-fed-0',
    'federatedIdentityCredentials b2c3d4e5f6g7h-network-fed-0',
    'federatedIdentityCredentials b2c3d4e5f6g7h-node-pool-mgmt-fed-0',
    'loadBalancers b2c3d4e5f6g7h',
    'networkSecurityGroups b2c3d4e5f6g7h-nsg',
    'privateDnsZones payments.example.org',
    'publicIPAddresses b2c3d4e5f6g7h',
    'resourceGroups berth-b2c3d4e5f6g7h',
    'resourceGroups berth-one',
    'subnets default',
    'userAssignedIdentities b2c3d4e5f6g7h-cloud-provider',
    'userAssignedIdentities b2c3d4e5f6g7h-disk',
    'userAssignedIdentities b2c3d4e5f6g7h-file',
    'userAssignedIdentities b2c3d4e5f6g7h-image-registry',
    'userAssignedIdentities b2c3d4e5f6g7h-ingress',
    'userAssignedIdentities b2c3d4e5f6g7h-network',
    'userAssignedIdentities b2c3d4e5f6g7h-node-pool-mgmt',
    'virtualNetworkLinks b2c3d4e5f6g7h',
    'virtualNetworks b2c3d4e5f6g7h',
  ]);
  const group = `/subscriptions/${double.subscriptionId}/resourceGroups/berth-b2c3d4e5f6g7h`;
  expect((await call('DELETE', group)).status).toBe(202);
  expect(double.census()).toEqual(['resourceGroups berth-one']);
});
