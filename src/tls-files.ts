import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createSecureContext, type SecureContextOptions, Server as TlsServer } from 'node:tls';
import type { TlsFiles } from './config-door.ts';
import type { Core } from './container.ts';
import { type TlsPair, tlsOptions } from './server.ts';

/** Reads the files and tries them: throws when certificate and key do not belong together. */
export const readTlsPair = async ({ cert, key, clientCa }: TlsFiles): Promise<TlsPair> => {
  const pair = {
    cert: await readFile(cert, 'utf8'),
    key: await readFile(key, 'utf8'),
    ...(clientCa === undefined ? {} : { clientCa: await readFile(clientCa, 'utf8') }),
  };
  createSecureContext(tlsOptions(pair) as SecureContextOptions);
  return pair;
};

const isSame = (a: TlsPair, b: TlsPair): boolean =>
  a.cert === b.cert && a.key === b.key && a.clientCa === b.clientCa;

/**
 * Looks at the files again and again, and gives new ones to the server: open connections go on with the old certificate.
 * Looking at the content works where a watch does not: mounted Secrets are swapped by a link to their directory. While the
 * files do not fit each other, as in the midst of a renewal, the old ones stay. The answer stops the looking.
 */
export const followTlsFiles = (
  server: Server,
  files: TlsFiles,
  first: TlsPair,
  options: {
    readonly everyMs: number;
    readonly onRenewal: () => void;
    readonly onProblem: (error: unknown) => void;
  },
): (() => void) => {
  let present = first;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const next = await readTlsPair(files);
      if (isSame(present, next)) return;
      if (server instanceof TlsServer) server.setSecureContext(tlsOptions(next));
      present = next;
      options.onRenewal();
    } catch (error) {
      options.onProblem(error);
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(look, options.everyMs).unref();
  return () => clearInterval(timer);
};

const lookEveryMs = 10_000;

/** Follows the files for as long as the process runs, and says in the log what became of them. */
export const followRenewals = (
  { logger, shutdown }: Pick<Core, 'logger' | 'shutdown'>,
  server: Server,
  files: TlsFiles,
  first: TlsPair,
): void => {
  const stop = followTlsFiles(server, files, first, {
    everyMs: lookEveryMs,
    onRenewal: () => logger.info('the certificate was renewed'),
    onProblem: (err) => logger.error({ err }, 'the new certificate cannot be used; the old one stays'),
  });
  shutdown.onStop('certificate files', async () => stop());
};
