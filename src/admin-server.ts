import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, type Registry } from 'prom-client';

/** One thing that has to work before a process is ready. The text says what is wrong; undefined: nothing. */
export type ReadinessCheck = () => Promise<string | undefined>;

export interface AdminServer {
  readonly port: number;
  close(): Promise<void>;
}

const checkTimeoutMs = 2000;

const withTimeout = (check: ReadinessCheck): Promise<string | undefined> =>
  Promise.race([
    check().catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
    new Promise<string>((resolve) => setTimeout(() => resolve('no answer in time'), checkTimeoutMs).unref()),
  ]);

const judge = async (checks: Readonly<Record<string, ReadinessCheck>>) => {
  const entries = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await withTimeout(check)] as const),
  );
  return Object.fromEntries(entries.filter(([, problem]) => problem !== undefined));
};

/** The port for the operator's tools, apart from the one for clients: /healthz, /readyz (with what is not ready), /metrics. */
export const startAdminServer = async (options: {
  readonly host: string;
  readonly port: number;
  readonly registry: Registry;
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
}): Promise<AdminServer> => {
  collectDefaultMetrics({ register: options.registry });
  const server = createServer(async (request, response) => {
    const answer = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    };
    if (request.url === '/healthz') return answer(200, 'text/plain', 'ok\n');
    if (request.url === '/metrics')
      return answer(200, options.registry.contentType, await options.registry.metrics());
    if (request.url !== '/readyz') return answer(404, 'text/plain', 'not found\n');
    const problems = await judge(options.checks);
    const isReady = Object.keys(problems).length === 0;
    return answer(
      isReady ? 200 : 503,
      'application/json',
      `${JSON.stringify({ ready: isReady, problems })}\n`,
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
