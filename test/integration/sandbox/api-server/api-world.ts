import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { parse } from 'yaml';
import {
  type SandboxApiServer,
  type SandboxApiServerOptions,
  startSandboxApiServer,
} from '../../../../src/sandbox/api-server/api-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';

interface Answer {
  readonly code: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read deep into answers of many kinds
  readonly body: any;
  readonly headers: IncomingMessage['headers'];
}

interface CallOptions {
  readonly body?: unknown;
  readonly type?: string;
  readonly accept?: string;
  readonly token?: string;
}

interface WatchEvent {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly object: any;
}

export interface OpenWatch {
  /** Everything received so far. */
  readonly events: readonly WatchEvent[];
  /** Resolves when the stream ended; true for a proper end. */
  readonly ended: Promise<boolean>;
  close(): void;
}

export interface Api {
  readonly url: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  watch(path: string): Promise<OpenWatch>;
  close(): void;
}

export const applyType = 'application/apply-patch+yaml';
export const mergeType = 'application/merge-patch+json';
export const jsonPatchType = 'application/json-patch+json';
export const tableType = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json';

const readAll = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
};

const parseAnswer = (text: string, type = ''): unknown =>
  type.startsWith('application/json') ? JSON.parse(text) : text;

const follow = (response: IncomingMessage, close: () => void): OpenWatch => {
  const events: WatchEvent[] = [];
  let rest = '';
  const take = (line: string): void => {
    try {
      events.push(JSON.parse(line));
    } catch {
      events.push({ type: 'GARBAGE', object: line });
    }
  };
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  response.on('error', () => undefined);
  const ended = new Promise<boolean>((resolve) => {
    response.once('close', () => {
      if (rest !== '') take(rest);
      resolve(response.complete);
    });
  });
  return { events, ended, close };
};

/** Talks to a Kubernetes API with the first cluster and user of a kubeconfig. */
export const connectApi = (kubeconfig: string): Api => {
  const { clusters, users } = parse(kubeconfig);
  const url: string = clusters[0].cluster.server;
  const ca = Buffer.from(clusters[0].cluster['certificate-authority-data'], 'base64');
  const agent = new Agent({ ca, keepAlive: true });
  const send = (method: string, path: string, options: CallOptions): Promise<IncomingMessage> => {
    const { body, token = users[0].user.token, accept = 'application/json' } = options;
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const headers = {
      Accept: accept,
      'User-Agent': 'tester/1.0',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(text === undefined
        ? {}
        : { 'Content-Type': options.type ?? 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    };
    return new Promise((resolve, reject) => {
      // The path goes out as it is: URL would resolve its dots.
      const { hostname, port } = new URL(url);
      const sent = request({ agent, hostname, port, method, path, headers }, resolve);
      sent.once('error', reject);
      sent.end(text);
    });
  };
  return {
    url,
    call: async (method, path, options = {}) => {
      const response = await send(method, path, options);
      const body = parseAnswer(await readAll(response), response.headers['content-type']);
      return { code: response.statusCode ?? 0, body, headers: response.headers };
    },
    watch: async (path) => {
      const response = await send('GET', path, {});
      return follow(response, () => response.destroy());
    },
    close: () => agent.destroy(),
  };
};

export interface World {
  readonly api: Api;
  readonly server: SandboxApiServer;
  readonly database: TestDatabase;
  /** Stops the server and starts another on the same database. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A sandbox API server on a database of its own. */
export const openWorld = async (
  options: Omit<SandboxApiServerOptions, 'pool'> = {},
): Promise<World & { api: Api; server: SandboxApiServer }> => {
  const database = await createTestDatabase();
  const start = () => startSandboxApiServer({ ...options, pool: database.pool });
  const server = await start();
  const world = {
    database,
    server,
    api: connectApi(server.kubeconfig),
    restart: async () => {
      world.api.close();
      await world.server.close();
      world.server = await start();
      world.api = connectApi(world.server.kubeconfig);
    },
    close: async () => {
      world.api.close();
      await world.server.close();
      await database.drop();
    },
  };
  return world;
};

/**
 * The API for tests of what every Kubernetes API does. Usually the sandbox's; with BERTH_TEST_KUBECONFIG another one's that has the
 * HyperShift definitions, to check the tests themselves against a real server.
 */
export const openAnyApi = async (): Promise<{ readonly api: Api; close(): Promise<void> }> => {
  const other = process.env['BERTH_TEST_KUBECONFIG'];
  if (other === undefined) return openWorld();
  const api = connectApi(readFileSync(other, 'utf8'));
  return { api, close: async () => api.close() };
};

let made = 0;

/** A new namespace, so that tests do not see each other. */
export const makeNamespace = async (api: Api): Promise<string> => {
  made += 1;
  const name = `t-${process.pid.toString(36)}-${Date.now().toString(36)}-${made}`;
  await api.call('POST', '/api/v1/namespaces', { body: { metadata: { name } } });
  return name;
};

export const poolsIn = (namespace: string): string =>
  `/apis/hypershift.openshift.io/v1beta1/namespaces/${namespace}/nodepools`;

/** A NodePool that every definition of the kind accepts. */
export const nodePool = (name: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'NodePool',
  metadata: { name, ...metadata },
  spec: {
    clusterName: 'one',
    release: { image: 'quay.io/x/y:4.20.1' },
    management: { upgradeType: 'InPlace' },
    platform: { type: 'None' },
    ...spec,
  },
});

export const configMap = (name: string, data: object = {}, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});
