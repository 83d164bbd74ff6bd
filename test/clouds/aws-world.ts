import { setTimeout as delay } from 'node:timers/promises';
import { ensureFleetKey } from '../../src/bootstrap.ts';
import type { InfrastructureRequest } from '../../src/domain/infrastructure/infrastructure-plan.ts';
import { createAwsProvider } from '../../src/providers/infrastructure/aws/aws-provider.ts';
import { homeAccount } from '../harness/aws/accounts/access.ts';
import { createZone } from '../harness/aws/accounts/public-zone.ts';
import { startAwsDouble } from '../harness/aws/aws-double.ts';
import { linesOf } from '../harness/aws/census/census.ts';
import { createHttpWorld, type HttpReply, runFakeFleet } from '../harness/http-world.ts';
import { createPassingTime } from '../harness/infrastructure/passing-time.ts';
import { newId, type TestTenant } from '../harness/test-world.ts';
import { applySetup } from './customer-account.ts';

export const region = 'us-west-2';
export const account = '210987654321';
export const instance = 'clouds';
const baseDomain = 'example.org';
/** Identity of Berth, which customers' roles trust. */
export const principal = `arn:aws:iam::${homeAccount}:root`;

export const zonesOf = (letters: string): readonly string[] =>
  [...letters].map((letter) => `${region}${letter}`);

const fleetKey = 'bk_fleet_key_of_the_tests_of_clouds_0000000000';
const patience = 90_000;

/**
 * Berth over HTTP with its workers, a management cluster in memory, and AWS as moto plays it. Time stands still but for the pauses that
 * workers make, which go by at once.
 */
export const createAwsWorld = async () => {
  const double = await startAwsDouble();
  const { endpoint, credentials } = double.settings();
  const provider = createAwsProvider({
    instance,
    endpoint,
    sourceCredentials: credentials,
    clock: { now: double.clock, sleep: async (milliseconds) => double.advance(milliseconds / 1000) },
  });
  const world = await createHttpWorld({
    instance,
    issuerUrl: 'https://oidc.berth.example',
    signingKeyBits: 2048,
    providerOf: (platform) => (platform === 'aws' ? provider : undefined),
  });
  await ensureFleetKey(world.database, newId, fleetKey);
  const fleet = await runFakeFleet(world);
  const place = double.at(account, region);
  await createZone(place, baseDomain);
  const time = createPassingTime(world.testDatabase.pool, double.advance);

  const asked = async (reply: Promise<HttpReply>, ...statuses: readonly number[]): Promise<HttpReply> => {
    const found = await reply;
    if (!statuses.includes(found.status)) throw new Error(`${found.status}: ${found.text}`);
    return found;
  };
  const get = (url: string, tenant?: TestTenant): Promise<HttpReply> =>
    world.send('GET', url, tenant === undefined ? {} : { tenant });
  const atFleet = (method: 'GET' | 'PUT', url: string, body?: object): Promise<HttpReply> =>
    world.send(method, url, {
      headers: { authorization: `Bearer ${fleetKey}` },
      ...(body === undefined ? {} : { body }),
    });

  /** A credential of a tenant, and the role for it, made in the account by the text that Berth gives. */
  const registerAccount = async (
    tenant: TestTenant = world.tenant,
    role = 'berth',
  ): Promise<{ readonly id: string; readonly role: string; readonly externalId: string }> => {
    const body = {
      name: `account-${role}`,
      kind: 'awsRole',
      settings: { roleArn: `arn:aws:iam::${account}:role/${role}` },
    };
    const { id, settings } = (await asked(world.send('POST', '/v1/credentials', { body, tenant }), 201)).body;
    const { body: setup } = await asked(
      get(`/v1/credentials/${id}/setup?format=cloudformation`, tenant),
      200,
    );
    await applySetup(place, setup.text, principal);
    return { id, role, externalId: settings.externalId };
  };

  const clusterBody = (
    name: string,
    credentialId: string,
    zones: string,
    tenant: TestTenant = world.tenant,
  ) => ({
    name,
    spec: {
      version: '4.20.3',
      platform: {
        type: 'aws',
        aws: {
          region,
          credentialId,
          infrastructure: { mode: 'managed', zones: zonesOf(zones) },
        },
      },
      dns: { baseDomain, domainPrefix: name },
      pullSecretCredentialId: tenant.pullSecretId,
      nodePools: [{ name: 'workers', replicas: 2, zone: `${region}${zones.charAt(0)}` }],
    },
  });

  /** Lets the pauses of a cluster go by until the answer is there. */
  const until = async <Value>(
    what: string,
    clusterId: string,
    ask: () => Promise<Value | undefined | false>,
  ): Promise<Value> => {
    const end = performance.now() + patience;
    let last: unknown;
    while (performance.now() < end) {
      const value = await ask().catch((error: unknown) => {
        last = error;
        return undefined;
      });
      if (value !== undefined && value !== false) return value;
      if (!(await time.skipPause(clusterId))) await delay(20);
    }
    const cluster = await get(`/v1/clusters/${clusterId}`);
    throw new Error(`${what} did not come about (${String(last)}): ${JSON.stringify(cluster.body.status)}`);
  };

  /** The last pass over a cluster's infrastructure, when none is under way. */
  const lastPass = async (clusterId: string) => {
    const text = `SELECT infrastructure_state->>'passedAt' AS at,
        infrastructure_state->>'phase' = 'ready' AND '[]' = ALL (ARRAY[infrastructure_state->'waitingFor',
          infrastructure_state->'failures', infrastructure_state->'problems']) AS "isComplete"
      FROM clusters WHERE id = $1 AND (infrastructure_state->>'nextPassAt')::timestamptz > now()`;
    const { rows } = await world.testDatabase.pool.query<{ at: string; isComplete: boolean }>(text, [
      clusterId,
    ]);
    return rows[0];
  };

  /** Ends as the operation has ended; for a creation or change, when everything in the cloud is there as well. */
  const untilDone = async (accepted: HttpReply, tenant?: TestTenant) => {
    const { cluster, operation } = accepted.body;
    const ended = await until('the end of the operation', cluster.id, async () => {
      const { body } = await get(`/v1/operations/${operation.id}`, tenant);
      return body.endedAt !== undefined && body;
    });
    if (ended.type !== 'cluster.delete')
      await until('all resources', cluster.id, async () => (await lastPass(cluster.id))?.isComplete);
    return ended;
  };

  /** Until everything of a cluster was looked at once more. */
  const lookedAgain = async (clusterId: string): Promise<void> => {
    const before = (await lastPass(clusterId))?.at;
    await time.lookNow(clusterId);
    await until('another look', clusterId, async () => {
      const last = await lastPass(clusterId);
      return last !== undefined && last.at !== before && last.isComplete;
    });
  };

  /** As much of a cluster's request as its marks are made of. */
  const requestOf = async (clusterId: string): Promise<InfrastructureRequest> => {
    const text = `SELECT tenant_id AS "tenantId", infra_id AS "infraId", created_at AS "createdAt" FROM clusters WHERE id = $1`;
    const { rows } = await world.testDatabase.pool.query<Record<string, string>>(text, [clusterId]);
    return { instance, clusterId, ...rows[0] } as unknown as InfrastructureRequest;
  };

  return {
    ...world,
    requestOf,
    lookedAgain,
    double,
    fleet,
    place,
    time,
    asked,
    get,
    atFleet,
    registerAccount,
    managedBody: clusterBody,
    until,
    untilDone,
    statusOf: async (id: string, tenant?: TestTenant) =>
      (await get(`/v1/clusters/${id}`, tenant)).body.status,
    census: async () => linesOf(await double.census({ account, region })),
    /** Calls to AWS by what was done, and how long it took. */
    measured: async <Value>(work: () => Promise<Value>) => {
      const before = double.calls.length;
      const started = performance.now();
      const value = await work();
      return { value, calls: double.calls.length - before, ms: Math.round(performance.now() - started) };
    },
    close: async () => {
      await fleet.stop();
      await world.close();
      await double.stop();
    },
  };
};

export type AwsWorld = Awaited<ReturnType<typeof createAwsWorld>>;
