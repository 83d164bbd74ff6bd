import { BlockList, isIP } from 'node:net';
import type { RequestLimits } from './domain/limits/request-limits.ts';

/** What the environment says of the door: who may come in, from where, how often. */
export interface DoorConfig {
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Address for the operator's tools. */
  readonly adminHost: string;
  /** Origins whose scripts may call the API. */
  readonly corsOrigins: readonly string[];
  readonly rateLimits: RequestLimits;
  /** PEM files; absent: http, TLS ends in front. */
  readonly tlsFiles: TlsFiles | undefined;
}

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly clientCa: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const listOf = (env: Environment, name: string): string[] =>
  (env[name] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const isRange = (entry: string): boolean => {
  const [address = '', prefix, ...more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
};

const proxies = (env: Environment, name: string): readonly string[] => {
  const entries = listOf(env, name);
  const wrong = entries.find((entry) => !isRange(entry));
  if (wrong === undefined) return entries;
  throw new Error(
    `${name} must be addresses and ranges with commas between, such as 10.0.0.7 or 10.0.0.0/24; "${wrong}" is none`,
  );
};

const isOrigin = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

const origins = (env: Environment, name: string): readonly string[] => {
  const entries = listOf(env, name);
  const wrong = entries.find((entry) => !isOrigin(entry));
  if (wrong === undefined) return entries;
  throw new Error(
    `${name} must be origins with commas between, such as https://console.example.org, without a path or wildcard; "${wrong}" is none`,
  );
};

const units = (env: Environment, name: string, fallback: number): number => {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new Error(`${name} must be a whole number of units a minute, 0 for no limit, not "${text}"`);
};

const tlsFiles = (env: Environment): TlsFiles | undefined => {
  const cert = env['BERTH_TLS_CERT_FILE'] || undefined;
  const key = env['BERTH_TLS_KEY_FILE'] || undefined;
  const clientCa = env['BERTH_TLS_CLIENT_CA_FILE'] || undefined;
  if (cert !== undefined && key !== undefined) return { cert, key, clientCa };
  if (cert === undefined && key === undefined && clientCa === undefined) return undefined;
  throw new Error('BERTH_TLS_CERT_FILE and BERTH_TLS_KEY_FILE must both be set, or none of the TLS files');
};

/** Throws with the name of the variable, the bad entry and what it may be. */
export const readDoorConfig = (env: Environment): DoorConfig => ({
  trustedProxies: proxies(env, 'TRUSTED_PROXIES'),
  adminHost: env['ADMIN_HOST'] || '127.0.0.1',
  corsOrigins: origins(env, 'BERTH_CORS_ORIGINS'),
  rateLimits: {
    reads: units(env, 'BERTH_RATE_READS', 12_000),
    writes: units(env, 'BERTH_RATE_WRITES', 3_000),
    tenantReads: units(env, 'BERTH_RATE_TENANT_READS', 24_000),
    tenantWrites: units(env, 'BERTH_RATE_TENANT_WRITES', 6_000),
    fleet: units(env, 'BERTH_RATE_FLEET', 12_000),
    failures: units(env, 'BERTH_RATE_FAILURES', 300),
  },
  tlsFiles: tlsFiles(env),
});
