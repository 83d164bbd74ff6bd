import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { makeCertificates } from '../../../../src/sandbox/api-server/certificates.ts';
import { listen } from '../../../../src/sandbox/api-server/http/https-listener.ts';

it('closes in the middle of a TLS handshake', { timeout: 5000 }, async () => {
  const certificates = await makeCertificates(new Date());
  const listener = await listen({ ...certificates, port: 0, handle: async () => undefined });
  const socket = connect(listener.port, '127.0.0.1');
  await once(socket, 'connect');
  // The first bytes of a ClientHello, so that the server has surely taken the connection.
  socket.write(Buffer.from([22, 3, 1, 2, 0]));
  await new Promise((resolve) => setImmediate(resolve));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await listener.close();
  await closed;
  expect(socket.destroyed).toBe(true);
});
