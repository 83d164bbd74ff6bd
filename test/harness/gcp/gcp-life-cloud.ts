import type { InfrastructureRequest } from '../../../src/domain/infrastructure/infrastructure-plan.ts';
import { gcpManaged } from '../../../src/domain/platforms/gcp/plan/plan.ts';
import { createGcpProvider } from '../../../src/providers/infrastructure/gcp/gcp-provider.ts';
import type { LifeCloud } from '../../crash/cloud-life.ts';
import { FakeGcp, fakeEndpoints } from './fake-gcp.ts';
import { fakeFetch } from './fake-transport.ts';
import { gcpAccess, gcpRequest } from './gcp-requests.ts';

const start = Date.parse('2026-12-01T00:00:00.000Z');

export interface GcpLifeCloud extends LifeCloud {
  readonly gcp: FakeGcp;
}

/** What the customer has in the project beforehand: look-alikes, and a policy with a condition. */
const furnish = (gcp: FakeGcp): void => {
  const { project } = gcp.world;
  const network = `projects/${project}/global/networks/default`;
  gcp.add(network, { description: 'of the customer' });
  gcp.add(`projects/${project}/global/firewalls/k8s-fw-a0123456789abcdef0123456789abcdef`, { network });
  gcp.add(`projects/${project}/zones/europe-west1-b/disks/pvc-of-the-customer`, {
    labels: { 'kubernetes-io-cluster-other': 'owned' },
  });
  gcp.world.buckets.set('b2c3d4e5f6g7-image-registry', {
    data: { name: 'b2c3d4e5f6g7-image-registry' },
    objects: ['theirs'],
  });
  gcp.world.policies.set(`resourceManager projects/${project}`, {
    version: 3,
    etag: 7,
    bindings: [
      { role: 'roles/owner', members: ['user:owner@example.org'] },
      {
        role: 'roles/storage.admin',
        members: ['user:guest@example.org'],
        condition: { expression: 'false' },
      },
    ],
  });
};

/** A life on the double of Google Cloud. Controllers make things as soon as the network is there. */
export const createGcpLifeCloud = (): GcpLifeCloud => {
  let time = start;
  let gcp = new FakeGcp(() => time);
  const request = gcpRequest();
  const rotated: InfrastructureRequest = {
    ...request,
    jwks: { keys: [{ kid: 'two' }, { kid: 'one' }] },
  };
  return {
    name: 'Google Cloud',
    get gcp() {
      return gcp;
    },
    reset: async ({ lagSeconds }) => {
      time = start;
      gcp = new FakeGcp(() => time);
      furnish(gcp);
      time += lagSeconds * 1000;
      gcp.knobs.lagSeconds = lagSeconds;
      gcp.knobs.iamLagSeconds = Math.max(7, lagSeconds);
      gcp.knobs.isHiddenUntilDone = lagSeconds > 0;
      gcp.knobs.hasControllers = true;
    },
    request,
    plan: gcpManaged.plan(request),
    changed: { request: rotated, plan: gcpManaged.plan(rotated) },
    open: (phase) =>
      createGcpProvider({
        endpoints: fakeEndpoints('http://gcp.test'),
        fetch: fakeFetch(gcp),
        subjectTokens: async () => '',
        tokensOf: () => ({ get: async () => 'token' }),
      }).open(gcpAccess(phase), 'europe-west1'),
    clock: () => time,
    advance: (seconds) => {
      time += seconds * 1000;
    },
    watch: (decide) => {
      gcp.decide = decide;
    },
    census: async () => gcp.census(),
  };
};
