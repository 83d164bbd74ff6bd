import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../../src/domain/shared/json.ts';
import type { KubeObject } from '../../src/domain/shared/kube-object.ts';
import { fineWeather, hostedClusterStatus, nodePoolStatus } from './operator-status.ts';

/** As much of a Kubernetes API server as a worker needs, in memory, with an operator that is done at once. */
export interface ManagementClusterStub {
  readonly kubeconfig: string;
  /** Adds or replaces an object and tells those who watch. */
  put(path: string, object: KubeObject): void;
  find(path: string): KubeObject | undefined;
  close(): void;
}

const kindOfPlural: Readonly<Record<string, string>> = {
  hostedclusters: 'HostedCluster',
  nodepools: 'NodePool',
  configmaps: 'ConfigMap',
};

const fixedAnswers: Readonly<Record<string, object>> = {
  '/version': { major: '1', minor: '35', gitVersion: 'v1.35.0' },
  '/apis': { kind: 'APIGroupList', apiVersion: 'v1', groups: [{ name: 'route.openshift.io' }] },
};

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'hostedclusters.hypershift.openshift.io', uid: randomUUID(), resourceVersion: '1' },
  spec: {},
};

const supportedVersions = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'supported-versions', namespace: 'hypershift', uid: randomUUID(), resourceVersion: '1' },
  data: { 'supported-versions': JSON.stringify({ versions: ['4.21', '4.20', '4.19'] }) },
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const notFound = (path: string): object => {
  const [kind, name] = path.split('/').slice(-2);
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 404 };
  return { ...status, reason: 'NotFound', message: `${kind} "${name}" not found`, details: { kind, name } };
};

export const startManagementCluster = async (): Promise<ManagementClusterStub> => {
  const objects = new Map<string, KubeObject>();
  const watchers = new Map<string, Set<ServerResponse>>();
  let version = 10;

  const put = (path: string, object: KubeObject): KubeObject => {
    version += 1;
    const before = objects.get(path);
    const stored: KubeObject = {
      ...object,
      metadata: {
        ...object.metadata,
        uid: before?.metadata.uid ?? randomUUID(),
        generation: 1,
        resourceVersion: String(version),
      },
    };
    objects.set(path, stored);
    const line = JSON.stringify({ type: before === undefined ? 'ADDED' : 'MODIFIED', object: stored });
    for (const response of watchers.get(object.kind) ?? []) response.write(`${line}\n`);
    return stored;
  };

  const settle = (object: KubeObject): KubeObject => {
    if (object.kind === 'HostedCluster')
      return { ...object, status: hostedClusterStatus(object, fineWeather) };
    return object.kind === 'NodePool' ? { ...object, status: nodePoolStatus(object) } : object;
  };

  const watch = (kind: string, response: ServerResponse, seconds: number): void => {
    const set = watchers.get(kind) ?? new Set();
    watchers.set(kind, set.add(response));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    const end = setTimeout(() => response.end(), seconds * 1000);
    response.on('close', () => {
      clearTimeout(end);
      set.delete(response);
    });
  };

  const list = (kind: string): JsonObject => ({
    kind: `${kind}List`,
    metadata: { resourceVersion: String(version) },
    items: [...objects.values()].filter((object) => object.kind === kind) as unknown as JsonObject[],
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub');
    const fixed = fixedAnswers[pathname];
    if (fixed !== undefined) return send(response, 200, fixed);
    if (pathname.includes('/customresourcedefinitions/')) return send(response, 200, definition);
    if (request.method === 'PATCH') {
      const object = JSON.parse(await readBody(request)) as KubeObject;
      return send(response, 200, put(pathname, settle(object)));
    }
    const kind = kindOfPlural[pathname.split('/').at(-1) ?? ''];
    if (kind === 'ConfigMap') return send(response, 200, { ...list(kind), items: [supportedVersions] });
    if (kind !== undefined && searchParams.has('watch'))
      return watch(kind, response, Number(searchParams.get('timeoutSeconds') ?? '60'));
    if (kind !== undefined) return send(response, 200, list(kind));
    const found = objects.get(pathname);
    if (found !== undefined) return send(response, 200, found);
    return send(response, 404, notFound(pathname));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => send(response, 500, { message: String(error) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    kubeconfig: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'bench',
      clusters: [{ name: 'bench', cluster: { server: `http://127.0.0.1:${port}` } }],
      users: [{ name: 'berth', user: { token: 'bench' } }],
      contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'berth' } }],
    }),
    put,
    find: (path) => objects.get(path),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
