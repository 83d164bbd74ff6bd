import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCredentials } from '../../../src/providers/management-cluster/credentials.ts';
import { systemTiming } from '../../../src/providers/management-cluster/timing.ts';

/** Stands between a client and an API server, passes everything on, and breaks watches on demand. */
export interface FaultProxy {
  /** For a client that goes through the proxy: plain HTTP on loopback, the proxy has the credentials. */
  readonly kubeconfig: string;
  requests(): number;
  /** Method and path of each request, once. */
  calls(): readonly string[];
  cutWatches(): void;
  close(): Promise<void>;
}

const kubeconfigFor = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'proxy',
    clusters: [{ name: 'proxy', cluster: { server } }],
    users: [{ name: 'proxy', user: {} }],
    contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'proxy' } }],
  });

export const startFaultProxy = async (kubeconfig: string): Promise<FaultProxy> => {
  const { url, tls, authorization } = await createCredentials({ kubeconfig }, systemTiming).access();
  const client = url.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true });
  const watches = new Set<ServerResponse>();
  const calls = new Set<string>();
  let requests = 0;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    requests += 1;
    const path = incoming.url ?? '/';
    calls.add(`${incoming.method} ${path}`);
    const { host: _host, connection: _connection, ...headers } = incoming.headers;
    const upstream = client.request({
      ...tls,
      hostname: url.hostname,
      port: url.port,
      path: url.pathname.replace(/\/$/, '') + path,
      method: incoming.method,
      headers: { ...headers, ...(authorization && { authorization }) },
      agent,
    });
    if (path.includes('watch=true')) watches.add(outgoing);
    outgoing.once('close', () => {
      watches.delete(outgoing);
      upstream.destroy();
    });
    upstream.once('error', () => outgoing.destroy());
    upstream.once('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      outgoing.flushHeaders();
      response.on('error', () => outgoing.destroy());
      response.pipe(outgoing);
    });
    incoming.pipe(upstream);
  };

  const server = http.createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    kubeconfig: kubeconfigFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests: () => requests,
    calls: () => [...calls],
    cutWatches: () => {
      for (const watch of watches) watch.destroy();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
};
