import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../../src/app.ts';
import {
  createFakeManagementCluster,
  type FakeManagementCluster,
} from '../../src/providers/management-cluster/fake.ts';
import type { CloudDependencies } from '../../src/workers/infrastructure/cloud-dependencies.ts';
import { startFakeOperator } from './fake-operator.ts';
import { validateResponses } from './response-validation.ts';
import { createTestWorld, type TestTenant } from './test-world.ts';
import type { Walls } from './walls.ts';

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any;
  readonly text: string;
}

interface SendOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tenant?: TestTenant;
  /** A fresh Idempotency-Key when absent; null: none. */
  readonly idempotencyKey?: string | null;
}

/** Berth over HTTP with real services and PostgreSQL; every reply is held to the API document. */
export const createHttpWorld = async (clouds?: CloudDependencies, walls?: Walls) => {
  const world = await createTestWorld(clouds, walls);
  const tenant = await world.createTenant('acme');
  const app = await buildApp({
    services: world.services,
    tokens: world.tokens,
    publicUrl: 'https://berth.example.org',
    cursorSecret: Buffer.alloc(32, 7),
    logger: false,
  });
  const checks = validateResponses(app);
  await app.ready();

  const send = async (
    method: NonNullable<InjectOptions['method']>,
    url: string,
    options: SendOptions = {},
  ): Promise<HttpReply> => {
    const { body, headers = {}, idempotencyKey = randomUUID() } = options;
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const reply = await app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${(options.tenant ?? tenant).key}`,
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(method === 'POST' && idempotencyKey !== null ? { 'idempotency-key': idempotencyKey } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = /[/+]json\b/.test(String(reply.headers['content-type']));
    return {
      status: reply.statusCode,
      headers: reply.headers as HttpReply['headers'],
      body: isJson && reply.body !== '' ? reply.json() : reply.body,
      text: reply.body,
    };
  };

  /** A body for POST /v1/clusters, as the reports of cases are written: the tenant's pull secret is added. */
  const clusterBody = (
    name: string,
    change: { spec?: object; [key: string]: unknown } = {},
    owner = tenant,
  ) => {
    const { spec, ...rest } = change;
    return {
      name,
      labels: {},
      ...rest,
      spec: {
        version: '4.20.3',
        platform: { type: 'kubevirt', kubevirt: {} },
        dns: { baseDomain: 'example.com' },
        pullSecretCredentialId: owner.pullSecretId,
        nodePools: [{ name: 'w', replicas: 1 }],
        ...spec,
      },
    };
  };

  return {
    ...world,
    app,
    checks,
    tenant,
    send,
    clusterBody,
    close: async () => {
      await app.close();
      await world.close();
    },
  };
};

export type HttpWorld = Awaited<ReturnType<typeof createHttpWorld>>;

/** Adds a management cluster in memory, the operator that plays HyperShift on it, and a worker. */
export const runFakeFleet = async (world: HttpWorld, names: readonly string[] = ['mc-one']) => {
  const fakes = new Map<string, FakeManagementCluster>();
  const operators: { stop(): Promise<void> }[] = [];
  for (const name of names) {
    const fake = createFakeManagementCluster({ timeoutMs: 500 });
    fakes.set(`kubeconfig of ${name}`, fake);
    operators.push(startFakeOperator(fake));
    await world.registerManagementCluster(name);
  }
  const [first] = fakes.values();
  if (first === undefined) throw new Error('a fleet needs a management cluster');
  const worker = world.startTestWorker((kubeconfig) => fakes.get(kubeconfig) ?? first);
  return {
    first,
    fakeOf: (name: string) => fakes.get(`kubeconfig of ${name}`) ?? first,
    objects: (kind: string) =>
      [...fakes.values()].flatMap((fake) => fake.operator.objects().filter((object) => object.kind === kind)),
    stop: async () => {
      await worker.stop();
      await Promise.all(operators.map((entry) => entry.stop()));
    },
  };
};
