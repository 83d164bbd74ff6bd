import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareDrain } from '../../../src/drain.ts';

let server: Server;
let agent: Agent;

beforeEach(async () => {
  server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  agent = new Agent({ keepAlive: true });
});
afterEach(() => {
  agent.destroy();
  server.close();
});

/** The Connection field of the answer to a request over a kept connection. */
const ask = async (): Promise<string | undefined> => {
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer.headers.connection;
};

it('serves on while it drains, lets each answer be the last of its connection, and closes when all are gone', async () => {
  const drain = prepareDrain(server);
  expect(await ask()).toBe('keep-alive');
  let isClosed = false;
  const drained = drain(async () => {
    isClosed = true;
  });
  expect(await ask()).toBe('close');
  expect(isClosed).toBe(false);
  await drained;
  expect(isClosed).toBe(true);
});

it('does not wait for ever for a connection that stays open without a word', async () => {
  const drain = prepareDrain(server);
  await ask();
  const started = performance.now();
  await drain(async () => undefined);
  expect(performance.now() - started).toBeLessThan(5000);
  expect(Object.keys(agent.freeSockets)).toHaveLength(1);
});
