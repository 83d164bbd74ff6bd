import { platformTypes } from '../../domain/platforms/platform-specs.ts';
import { demoAgentNamespace } from './clusters.ts';
import type { RestClient } from './rest-client.ts';
import { createRestClient } from './rest-client.ts';
import type { Stack } from './stack.ts';

export interface DemoTenant {
  readonly client: RestClient;
  readonly pullSecretCredentialId: string;
}

const versions = ['4.20.3', '4.20.4'];
const pullSecret = {
  auths: { 'registry.example.com': { auth: Buffer.from('demo:demo').toString('base64') } },
};

/** What a fleet operator and a tenant do once: releases, a management cluster, a tenant with its Agents, its key, its pull secret. */
export const prepareFleet = async (stack: Stack): Promise<DemoTenant> => {
  const operator = createRestClient(stack.apiUrl, stack.fleetKey);
  for (const version of versions) {
    await operator.put(`/v1/fleet/versions/${version}`, {
      image: `quay.io/openshift-release-dev/ocp-release:${version}-multi`,
      channels: ['stable-4.20'],
      enabled: true,
    });
  }
  await operator.post('/v1/fleet/management-clusters', {
    name: 'sandbox',
    labels: { environment: 'sandbox' },
    platforms: [...platformTypes],
    capacity: 10_000,
    kubeconfig: stack.sandboxKubeconfig,
  });
  const { tenant, apiKey } = await operator.post<{ tenant: { id: string }; apiKey: { key: string } }>(
    '/v1/fleet/tenants',
    { name: 'demo' },
  );
  await operator.put(`/v1/fleet/cloud-accounts/agent/${demoAgentNamespace}`, {
    allowedTenantIds: [tenant.id],
  });
  const client = createRestClient(stack.apiUrl, apiKey.key);
  const credential = await client.post<{ id: string }>('/v1/credentials', {
    name: 'pull-secret',
    kind: 'pullSecret',
    value: JSON.stringify(pullSecret),
  });
  return { client, pullSecretCredentialId: credential.id };
};
