import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { eventually } from '../test-world.ts';

const root = resolve(import.meta.dirname, '../../..');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From the signal that asked for it. */
  readonly ms: number;
}

/** A program of Berth as a process of its own, which a test can kill, stop, hold and start again. */
export interface Program {
  start(): void;
  processId(): number;
  isAlive(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves when the process has ended by itself. */
  terminate(): Promise<Ended>;
  /** Everything that all its processes have written. */
  log(): string;
  /** Waits for a line of the present process. */
  waitForLine(text: string, seconds?: number): Promise<void>;
}

/** Characters of the log of a process that ended by itself. */
const shownOfLog = 3000;

const living = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of living) child.kill('SIGKILL');
});

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const untilEnd = (child: ChildProcess): Promise<void> =>
  hasEnded(child)
    ? Promise.resolve()
    : new Promise((done) => {
        child.once('exit', () => done());
      });

/** `file` is relative to `src/`. Nothing is started yet. */
export const createProgram = (file: string, env: Readonly<Record<string, string>>): Program => {
  const chunks: string[] = [];
  let child: ChildProcess | undefined;
  let startOfLog = 0;
  let isAsked = false;

  const current = (): ChildProcess => {
    if (child === undefined) throw new Error(`${file} was not started`);
    return child;
  };
  const keep = (chunk: Buffer): void => {
    chunks.push(chunk.toString('utf8'));
  };

  return {
    start: () => {
      if (child !== undefined && !hasEnded(child)) throw new Error(`${file} is running`);
      startOfLog = chunks.length;
      const fresh = spawn(process.execPath, [resolve(root, 'src', file)], {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      fresh.stdout.on('data', keep);
      fresh.stderr.on('data', keep);
      isAsked = false;
      fresh.once('exit', (code, signal) => {
        living.delete(fresh);
        if (isAsked) return;
        console.error(`${file} ended by itself (${signal ?? code}):\n${chunks.join('').slice(-shownOfLog)}`);
      });
      living.add(fresh);
      child = fresh;
    },
    processId: () => current().pid ?? 0,
    isAlive: () => child !== undefined && !hasEnded(child),
    signal: (signal) => {
      current().kill(signal);
    },
    kill: async () => {
      isAsked = true;
      current().kill('SIGKILL');
      await untilEnd(current());
    },
    terminate: async () => {
      const started = performance.now();
      isAsked = true;
      current().kill('SIGTERM');
      await untilEnd(current());
      const { exitCode, signalCode } = current();
      return { code: exitCode, signal: signalCode, ms: performance.now() - started };
    },
    log: () => chunks.join(''),
    waitForLine: async (text, seconds = 60) => {
      await eventually(
        `"${text}" from ${file}`,
        async () => chunks.slice(startOfLog).join('').includes(text),
        seconds,
      );
    },
  };
};
