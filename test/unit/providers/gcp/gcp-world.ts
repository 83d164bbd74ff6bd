import type { InfrastructureRequest } from '../../../../src/domain/infrastructure/infrastructure-plan.ts';
import { gcpManaged } from '../../../../src/domain/platforms/gcp/plan/plan.ts';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import type { AccessPhase, CloudSession } from '../../../../src/providers/infrastructure/contract.ts';
import { createGcpProvider } from '../../../../src/providers/infrastructure/gcp/gcp-provider.ts';
import { FakeGcp, fakeEndpoints } from '../../../harness/gcp/fake-gcp.ts';
import { fakeFetch } from '../../../harness/gcp/fake-transport.ts';
import { gcpAccess, gcpRequest } from '../../../harness/gcp/gcp-requests.ts';
import {
  createInfrastructureLife,
  type MemoryJournal,
} from '../../../harness/infrastructure/infrastructure-life.ts';

/** A double, a clock, and clusters that live in it. */
export const createGcpWorld = () => {
  let time = Date.parse('2026-12-01T00:00:00.000Z');
  const gcp = new FakeGcp(() => time);
  const advance = (seconds: number): void => {
    time += seconds * 1000;
  };
  const open = (phase: AccessPhase = 'create'): Promise<CloudSession> =>
    createGcpProvider({
      endpoints: fakeEndpoints('http://gcp.test'),
      fetch: fakeFetch(gcp),
      subjectTokens: async () => '',
      tokensOf: () => ({ get: async () => 'token' }),
    }).open(gcpAccess(phase), 'europe-west1');
  const live = async (
    request: InfrastructureRequest = gcpRequest(),
    journal?: MemoryJournal,
    phase: AccessPhase = 'create',
  ) =>
    createInfrastructureLife({
      request,
      plan: gcpManaged.plan(request),
      handlers: (await open(phase)).handlers,
      clock: () => time,
      advance,
      ...(journal === undefined ? {} : { journal }),
    });
  const path = (kind: string, name: string): string =>
    kind === 'networks' || kind === 'firewalls'
      ? `projects/acme-clusters/global/${kind}/${name}`
      : `projects/acme-clusters/regions/europe-west1/${kind}/${name}`;
  /** What is stored of a thing of Compute Engine. */
  const dataOf = (name: string): JsonObject => gcp.resource(name)?.data ?? {};
  const writes = (): string[] => gcp.log.filter(({ isWrite }) => isWrite).map(({ action }) => action);
  return { gcp, advance, open, live, path, dataOf, writes, now: () => time };
};

export const poolPath = 'projects/acme-clusters/locations/global/workloadIdentityPools/b2c3d4e5f6g7h-wi-pool';

export const accountPath = (suffix: string): string =>
  `projects/acme-clusters/serviceAccounts/b2c3d4e5f6g7h-${suffix}@acme-clusters.iam.gserviceaccount.com`;
