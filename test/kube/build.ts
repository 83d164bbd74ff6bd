/** Builds the one binary of this directory's Go module, once per content, into a cache outside the tree. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { availableParallelism, constants, homedir, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const moduleDirectory = import.meta.dirname;
const binaryName = 'kube-apiserver-etcd';
// The compiler wants about 1 GB per job: more jobs would not fit a small machine.
const mostJobs = 4;

export type BuildOutcome =
  | { readonly kind: 'built'; readonly path: string }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** The binary's path, after building it when the cache lacks it: minutes the first time, then milliseconds. */
export async function buildKubeApiServer(): Promise<BuildOutcome> {
  const path = cachedBinaryPath();
  if (existsSync(path)) return { kind: 'built', path };
  const reason = await whyGoCannotBuild();
  if (reason !== undefined) return { kind: 'unavailable', reason };
  await compile(path);
  return { kind: 'built', path };
}

function cachedBinaryPath(): string {
  const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  return join(cache, 'berth', 'kube', hashOfSources(), binaryName);
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  const sources = readdirSync(moduleDirectory).filter((name) => /^go\.(mod|sum)$|\.go$/.test(name));
  for (const name of sources.sort()) {
    const content = readFileSync(join(moduleDirectory, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

async function whyGoCannotBuild(): Promise<string | undefined> {
  const wanted = readGoMod(/^go (\d+\.\d+)/m);
  let found: string;
  try {
    const { stdout } = await promisify(execFile)('go', ['env', 'GOVERSION']);
    found = stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'Go is not installed';
    throw error;
  }
  return isOlder(found, wanted) ? `Go ${wanted} or later is needed, found ${found}` : undefined;
}

function isOlder(found: string, wanted: string): boolean {
  const [major = 0, minor = 0] = found.replace(/^go/, '').split('.').map(Number.parseFloat);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}

async function compile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // Built aside and moved: a build that is broken off, or runs twice at once, leaves no half binary.
  const aside = `${path}.${process.pid}`;
  console.log(`building ${binaryName} (once; some minutes) into ${path}`);
  const started = Date.now();
  try {
    await runGo([
      'build',
      '-p',
      String(Math.min(mostJobs, availableParallelism())),
      ...linking(),
      '-o',
      aside,
      '.',
    ]);
    await rename(aside, path);
  } finally {
    await rm(aside, { force: true });
  }
  console.log(`built ${binaryName} in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Without these stamps the server calls itself v0.0.0-master. */
function linking(): string[] {
  const version = readGoMod(/k8s\.io\/kubernetes (v[\d.]+)/);
  const [major, minor] = version.slice(1).split('.');
  const stamps = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const flags = Object.entries(stamps).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  return ['-trimpath', '-ldflags', ['-s', '-w', ...flags].join(' ')];
}

function readGoMod(pattern: RegExp): string {
  const found = pattern.exec(readFileSync(join(moduleDirectory, 'go.mod'), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`go.mod has no line like ${pattern}`);
  return found;
}

async function runGo(args: string[]): Promise<void> {
  const environment = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false -mod=readonly' };
  const child = spawn('go', args, {
    cwd: moduleDirectory,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`go ${args[0]} failed with exit code ${code}`);
}
