import type { FastifyBaseLogger, InjectOptions } from 'fastify';
import { type AppDeps, buildApp } from '../../src/app.ts';
import type { BerthApp } from '../../src/plugins/http-app.ts';
import { createFakeServices, type FakeServices } from './fake-services.ts';
import { type ResponseChecks, validateResponses } from './response-validation.ts';

/** A reply of a test: status, header fields and the body read as JSON (or as text). */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly body: any;
  readonly text: string;
}

export interface TestApp extends FakeServices {
  readonly app: BerthApp;
  readonly checks: ResponseChecks;
  /** Sends a request as the administrator of the tenant acme, unless the header fields say otherwise. */
  readonly send: (
    method: NonNullable<InjectOptions['method']>,
    url: string,
    options?: {
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
      readonly key?: string | null;
    },
  ) => Promise<Reply>;
  /** Resolves with the abort signal of the next wait that begins. */
  readonly waitSignal: () => Promise<AbortSignal>;
  readonly close: () => Promise<void>;
}

const readBody = (text: string, type: string): unknown => (/[/+]json\b/.test(type) ? JSON.parse(text) : text);

const contentHeaders = (method: string, body: unknown): Record<string, string> => {
  if (body === undefined) return {};
  return { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' };
};

/** The application over in-memory services; every reply is held to the OpenAPI document. */
export const startTestApp = async (options: Partial<AppDeps> = {}): Promise<TestApp> => {
  const fake = createFakeServices();
  const app = await buildApp({
    services: fake.services,
    publicUrl: 'https://berth.example.org',
    cursorSecret: Buffer.alloc(32, 7),
    logger: false as false | FastifyBaseLogger,
    ...options,
  });
  const checks = validateResponses(app);
  await app.ready();
  const send: TestApp['send'] = async (method, url, { headers = {}, body, key = fake.keys.acme } = {}) => {
    const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const reply = await app.inject({
      method,
      url,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...contentHeaders(String(method), body),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const type = String(reply.headers['content-type'] ?? '');
    const body_ = reply.body === '' ? undefined : readBody(reply.body, type);
    return {
      status: reply.statusCode,
      headers: reply.headers as Record<string, string>,
      body: body_,
      text: reply.body,
    };
  };
  const waitSignal = () =>
    new Promise<AbortSignal>((resolve) => {
      fake.world.onWait = resolve;
    });
  return { ...fake, app, checks, send, waitSignal, close: () => app.close() };
};

/** The smallest body that creates a cluster. */
export const newCluster = (name: string, spec: object = {}): object => ({
  name,
  spec: {
    version: '4.20.3',
    platform: { type: 'kubevirt', kubevirt: {} },
    pullSecretCredentialId: 'cr_01jc8vr3n2e9qsyw6x5m7t4kzd',
    nodePools: [{ name: 'w', replicas: 3 }],
    ...spec,
  },
});
