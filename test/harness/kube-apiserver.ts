/** Starts the real kube-apiserver (with etcd and a few controllers) that `test/kube` builds. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { buildKubeApiServer } from '../kube/build.ts';
import { connectKube } from '../kube/kube-connection.ts';

export { type CrdVariant, installCrds } from '../kube/install-crds.ts';

const startDeadline = 60_000;
const stopDeadline = 30_000;
const compactDeadline = 60_000;
const keptLogLength = 64 * 1024;

/** What reaches a running server, from any process of this machine (it survives JSON). */
export interface KubeApiServerAddress {
  readonly url: string;
  readonly kubeconfigPath: string;
  readonly kubeconfig: string;
  /** Of the administrator (group system:masters). */
  readonly token: string;
  readonly processId: number;
  readonly dataDirectory: string;
}

export interface KubeApiServer extends KubeApiServerAddress {
  /** Forgets history: a watch or list from any earlier resourceVersion is answered 410 when this resolves. */
  compact(): Promise<void>;
  /** Stops as on SIGTERM, within 30 s, and removes a temporary data directory. */
  stop(): Promise<void>;
  /** SIGKILL. A given data directory stays, for a start on it with the same port. */
  kill(): Promise<void>;
  /** The process stays but answers nothing until `resume`: connections hang. */
  pause(): void;
  resume(): void;
}

export interface KubeApiServerOptions {
  /** Further kube-apiserver flags; they win over ours. */
  readonly flags?: readonly string[];
  /** Kept after the stop; without it a temporary one is made and removed. At most 91 bytes. */
  readonly dataDirectory?: string;
  /** Without it a free one. With the same directory and port the old kubeconfig is good after a restart. */
  readonly port?: number;
}

/** Resolves when /readyz is ok. Throws with the end of the server's log when it does not come up within 60 s. */
export async function startKubeApiServer(options: KubeApiServerOptions = {}): Promise<KubeApiServer> {
  const built = await buildKubeApiServer();
  if (built.kind === 'unavailable') throw new Error(`no kube-apiserver: ${built.reason}`);
  const { flags = [], dataDirectory, port } = options;
  const own = [
    ...(dataDirectory === undefined ? [] : ['--data-dir', dataDirectory]),
    ...(port === undefined ? [] : ['--port', String(port)]),
  ];
  // Its standard input is our life line: the process stops when it closes, however we end.
  const child = spawn(built.path, [...own, '--', ...flags], { stdio: ['pipe', 'pipe', 'pipe'] });
  const log = keepEnd(child.stderr);
  const ended = new Promise<unknown>((resolve) => child.once('close', resolve).once('error', resolve));
  try {
    const started = await readStart(child);
    return describe(child, ended, log, started, dataDirectory === undefined);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw new Error(`kube-apiserver did not start: ${(error as Error).message}\n${log()}`, { cause: error });
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

async function readStart(child: Child): Promise<{ url: string; directory: string }> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, startDeadline);
  try {
    let directory = '';
    for await (const line of createInterface(child.stdout)) {
      const [word, value = ''] = line.split(' ', 2);
      if (word === 'data') directory = value;
      if (word === 'ready') return { url: value, directory };
    }
    throw new Error(isLate ? `not ready within ${startDeadline} ms` : 'the process ended');
  } finally {
    clearTimeout(timer);
    child.stdout.resume();
  }
}

function describe(
  child: Child,
  ended: Promise<unknown>,
  log: () => string,
  { url, directory }: { url: string; directory: string },
  isTemporary: boolean,
): KubeApiServer {
  const kubeconfigPath = join(directory, 'kubeconfig');
  const kubeconfig = readFileSync(kubeconfigPath, 'utf8');
  const address = {
    url,
    kubeconfigPath,
    kubeconfig,
    token: connectKube(kubeconfig).token,
    processId: child.pid as number,
    dataDirectory: directory,
  };
  let isAsked = false;
  void ended.then(() => {
    if (!isAsked)
      console.error(
        `kube-apiserver ${url} (process ${child.pid}) ended by itself: ${howEnded(child)}\n${log()}`,
      );
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    isAsked = true;
    child.kill('SIGCONT');
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopDeadline);
    await ended;
    clearTimeout(timer);
    if (isTemporary) rmSync(directory, { recursive: true, force: true });
  };
  return {
    ...address,
    compact: () => compactKubeApiServer(address),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}

const howEnded = ({ exitCode, signalCode }: Child) => signalCode ?? `exit code ${exitCode}`;

/** `KubeApiServer.compact` for a process that did not start the server. */
export async function compactKubeApiServer({
  processId,
  dataDirectory,
}: KubeApiServerAddress): Promise<void> {
  const before = readCompactions(dataDirectory).length;
  process.kill(processId, 'SIGUSR1');
  const deadline = Date.now() + compactDeadline;
  for (;;) {
    const outcome = readCompactions(dataDirectory)[before];
    if (outcome?.startsWith('compacted ')) return;
    if (outcome !== undefined) throw new Error(outcome);
    if (Date.now() > deadline) throw new Error(`no compaction within ${compactDeadline} ms`);
    await delay(50);
  }
}

function readCompactions(directory: string): string[] {
  const path = join(directory, 'compactions');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
}

/** Reads a stream, so that its writer never blocks, and returns what gives its last part. */
function keepEnd(stream: Readable): () => string {
  let kept = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    kept = (kept + chunk).slice(-keptLogLength);
  });
  return () => kept;
}
