import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { type AddressInfo, connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { prepareDrain } from '../../../src/drain.ts';
import { createServerFactory, usualConnections, usualTimeouts } from '../../../src/server.ts';
import { followTlsFiles, readTlsPair } from '../../../src/tls-files.ts';

let directory: string;
let server: Server | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'berth-tls-'));
});
afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(directory, { recursive: true, force: true });
});

const files = () => ({ cert: join(directory, 'c.pem'), key: join(directory, 'k.pem'), clientCa: undefined });

const writePair = async (name: string) => {
  const pair = await generate([{ name: 'commonName', value: name }], { keySize: 2048 });
  await writeFile(files().cert, pair.cert);
  await writeFile(files().key, pair.private);
  return pair;
};

const listen = async (clientCa?: string) => {
  const pair = await readTlsPair(files());
  const tls = clientCa === undefined ? pair : { ...pair, clientCa };
  server = createServerFactory({ timeouts: usualTimeouts, limits: usualConnections, tls })(
    (_request, response) => response.end('hello'),
  );
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { server, pair, port: (server.address() as AddressInfo).port };
};

const shake = (port: number, options: ConnectionOptions = {}): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () =>
      resolve(socket),
    );
    socket.on('error', reject);
  });

const nameOn = (socket: TLSSocket) => socket.getPeerCertificate().subject.CN;

it('speaks TLS 1.2 and 1.3, nothing older and no weak suite', async () => {
  await writePair('one');
  const { port } = await listen();
  const [newer, older] = [await shake(port), await shake(port, { maxVersion: 'TLSv1.2' })];

  expect([newer.getProtocol(), older.getProtocol()]).toEqual(['TLSv1.3', 'TLSv1.2']);
  for (const socket of [newer, older]) socket.destroy();
  await expect(shake(port, { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' })).rejects.toThrow();
  await expect(
    shake(port, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  ).rejects.toThrow();
});

it('takes new files without dropping connections, and keeps the old ones while the new do not fit', async () => {
  await writePair('one');
  const { server: running, pair, port } = await listen();
  const problems: unknown[] = [];
  const onRenewal = vi.fn();
  const stop = followTlsFiles(running, files(), pair, {
    everyMs: 10,
    onRenewal,
    onProblem: (e) => problems.push(e),
  });
  const open = await shake(port);
  const other = await generate([{ name: 'commonName', value: 'two' }], { keySize: 2048 });
  await writeFile(files().cert, other.cert);
  await vi.waitFor(() => expect(problems.length).toBeGreaterThan(0));
  const between = await shake(port);
  await writeFile(files().key, other.private);
  await vi.waitFor(() => expect(onRenewal).toHaveBeenCalledOnce());
  const after = await shake(port);
  stop();

  expect([nameOn(open), nameOn(between), nameOn(after), open.destroyed]).toEqual([
    'one',
    'one',
    'two',
    false,
  ]);
  for (const socket of [open, between, after]) socket.destroy();
});

it('lets nobody in without a certificate of the authority, where one is named', async () => {
  const own = await writePair('client');
  const { port } = await listen(own.cert);
  const answers = async (options: ConnectionOptions) => {
    const socket = await shake(port, { maxVersion: 'TLSv1.2', ...options });
    socket.destroy();
    return 'in';
  };

  await expect(answers({})).rejects.toThrow();
  expect(await answers({ cert: own.cert, key: own.private })).toBe('in');
});

it('ends although a handshake is under way', async () => {
  await writePair('one');
  const { server: running, port } = await listen();
  const drain = prepareDrain(running, { leadMs: 20, endMs: 50 });
  const arrived = new Promise((resolve) => running.once('connection', resolve));
  const half = connectPlain(port, '127.0.0.1');
  half.on('error', () => undefined);
  await arrived;
  const gone = new Promise((resolve) => half.once('close', resolve));

  await drain(() => new Promise<void>((resolve) => running.close(() => resolve())));
  await gone;
});
