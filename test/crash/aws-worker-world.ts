import { setTimeout as delay } from 'node:timers/promises';
import { applySetup } from '../clouds/customer-account.ts';
import { homeAccount, keysOf } from '../harness/aws/accounts/access.ts';
import { createZone } from '../harness/aws/accounts/public-zone.ts';
import { startAwsDouble } from '../harness/aws/aws-double.ts';
import { linesOf } from '../harness/aws/census/census.ts';
import { createPassingTime } from '../harness/infrastructure/passing-time.ts';
import { type Answer, startProcessWorld } from '../harness/processes.ts';

const region = 'us-west-2';
const account = '210987654321';
const baseDomain = 'example.org';
const principal = `arn:aws:iam::${homeAccount}:root`;

/** Seconds of the wall clock within which an operation ends, however often the worker dies meanwhile. */
const patience = 900;

/** When the worker dies: at which calls, counted over all its lives, and on which side of the double's answer. */
export interface Deaths {
  readonly phase: 'before' | 'after';
  /** Seconds by which lists lag meanwhile. */
  readonly lagSeconds: number;
  isAt(call: number): boolean;
}

const zonesOf = (letters: string): readonly string[] => [...letters].map((letter) => `${region}${letter}`);

/**
 * API and worker as processes of their own; AWS as moto plays it, and the management cluster, in this one. Pauses go by at once, and so
 * does the lease of a dead worker; all else takes the time that it takes.
 */
export const startAwsWorkerWorld = async () => {
  const double = await startAwsDouble();
  const { endpoint } = double.settings();
  const keys = keysOf(homeAccount);
  const world = await startProcessWorld({
    env: {
      BERTH_INSTANCE: 'killed',
      BERTH_AWS_ENDPOINT: endpoint,
      BERTH_AWS_PRINCIPAL_ARN: principal,
      BERTH_ISSUER_URL: 'https://oidc.berth.example',
      BERTH_SIGNING_KEY_BITS: '2048',
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
  });
  const place = double.at(account, region);
  await createZone(place, baseDomain);
  const time = createPassingTime(world.pool, double.advance);
  Object.assign(double.strict.knobs, { natCreateSeconds: 25, natDeleteSeconds: 25 });

  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer['body']> => {
    const order = { method, path, ...(body === undefined ? {} : { body }) };
    const answer = await world.rest.sendUntilAnswered(order);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const credential = await ask('POST', '/v1/credentials', {
    name: 'account',
    kind: 'awsRole',
    settings: { roleArn: `arn:aws:iam::${account}:role/berth` },
  });
  const setup = await ask('GET', `/v1/credentials/${credential.id}/setup?format=cloudformation`);
  await applySetup(place, setup.text, principal);
  const { status } = await ask('POST', `/v1/credentials/${credential.id}/verify`);
  if (status.state !== 'valid') throw new Error(`the credential is ${JSON.stringify(status)}`);

  let calls = 0;
  let deaths = 0;
  const outlived: string[] = [];
  const dying = new Set<Promise<void>>();

  /** The lease of the dead runs out, and somebody starts the worker again. */
  const replaceWorker = async (): Promise<void> => {
    await world.worker.kill();
    deaths += 1;
    await world.pool.query(`UPDATE leases SET expires_at = now() WHERE expires_at > now()`);
    await time.pass(15);
    world.worker.start();
  };

  const killAt = (wanted: Deaths): void => {
    calls = 0;
    Object.assign(double.strict.knobs, { hideSeconds: wanted.lagSeconds, lingerSeconds: wanted.lagSeconds });
    double.watch(async ({ phase, service, action }) => {
      // What the dead has sent and nobody has taken yet.
      if (dying.size > 0) return 'drop';
      if (phase === 'before') calls += 1;
      if (phase !== wanted.phase || !wanted.isAt(calls)) return 'pass';
      outlived.push(`${service}:${action}`);
      const death = replaceWorker();
      dying.add(death);
      await death;
      dying.delete(death);
      return phase === 'before' ? 'drop' : 'loseReply';
    });
  };

  const untilEnded = async (clusterId: string, operationId: string): Promise<{ readonly state: string }> => {
    const end = performance.now() + patience * 1000;
    for (;;) {
      const operation = await ask('GET', `/v1/operations/${operationId}`);
      if (operation.endedAt !== undefined) return operation;
      if (performance.now() > end) throw new Error(`does not end: ${JSON.stringify(operation)}`);
      if (dying.size > 0 || !(await time.skipPause(clusterId))) await delay(20);
    }
  };

  const body = (name: string, letters: string) => ({
    name,
    spec: {
      version: '4.20.3',
      platform: {
        type: 'aws',
        aws: {
          region,
          credentialId: credential.id,
          infrastructure: { mode: 'managed', zones: zonesOf(letters) },
        },
      },
      dns: { baseDomain, domainPrefix: name },
      pullSecretCredentialId: world.pullSecretId,
      nodePools: [{ name: 'workers', replicas: 2, zone: `${region}${letters.charAt(0)}` }],
    },
  });

  return {
    ...world,
    double,
    killAt,
    /** Calls since `killAt`, and how often the worker died at all. */
    counts: () => ({ calls, deaths }),
    /** The calls at which it died. */
    outlived,
    census: async () => linesOf(await double.census({ account, region })),
    create: async (name: string) => {
      const { cluster, operation } = await ask('POST', '/v1/clusters', body(name, 'a'));
      const ended = await untilEnded(cluster.id, operation.id);
      return { id: cluster.id as string, state: ended.state };
    },
    addZone: async (id: string) => {
      const change = { spec: { platform: { aws: { infrastructure: { zones: zonesOf('ab') } } } } };
      const { operation } = await ask('PATCH', `/v1/clusters/${id}`, change);
      return untilEnded(id, operation.id);
    },
    remove: async (id: string) => {
      const { operation } = await ask('DELETE', `/v1/clusters/${id}`);
      return untilEnded(id, operation.id);
    },
    close: async () => {
      double.watch(undefined);
      await Promise.all(dying);
      await world.close();
      await double.stop();
    },
  };
};
