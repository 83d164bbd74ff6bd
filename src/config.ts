import { availableParallelism } from 'node:os';
import { type DoorConfig, readDoorConfig } from './config-door.ts';
import type { QuotaDimension, QuotaLimits } from './domain/quota/quota.ts';
import { kmsAddressForm, readKmsAddress } from './providers/kms/kms-address.ts';

/** Everything that a process can be told from outside. Read once, frozen, handed on; nothing else reads the environment. */
export interface Config extends DoorConfig {
  readonly logLevel: string;
  /** Absent: PostgreSQL is started from the packages. */
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  /** Absent: the queue is in PostgreSQL. */
  readonly redisUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly adminPort: number;
  /** Where clients reach the API; links in answers are made from it. */
  readonly publicUrl: string | undefined;
  readonly apiProcesses: number;
  readonly workerConcurrency: number;
  /** Where the embedded services keep their data. */
  readonly dataDirectory: string;
  /** 32 bytes in base64, under which secrets are sealed; one of this and the next two. */
  readonly encryptionKey: string | undefined;
  readonly encryptionKeyFile: string | undefined;
  /** Address of the key in a key service. */
  readonly kms: string | undefined;
  /** Keys from before, for reading only, the oldest last. */
  readonly oldEncryptionKeys: readonly string[];
  readonly oldKms: readonly string[];
  /** Key of the fleet operator that is there from the first start; absent: made and printed by the all-in-one program. */
  readonly bootstrapKey: string | undefined;
  /** Where infrastructure is made: in real clouds, or in the sandbox's, which are none. */
  readonly clouds: 'real' | 'sandbox';
  /** Name of this installation in the marks on what it makes in clouds; two that share an account need two. */
  readonly instance: string;
  /** Below it are the issuers of clusters; clouds fetch its documents. Without a slash at the end. */
  readonly issuerUrl: string;
  /** Where the documents of issuers are published: `berth` (the API serves them), `s3://…`, `azblob://…` or `gs://…`. */
  readonly issuerStore: string;
  /** Host names and ranges beyond the public Internet to which addresses of tenants may lead: identity providers inside. */
  readonly outgoingAllow: readonly string[];
  /** Length of the signing keys of clusters, in bits. */
  readonly signingKeyBits: number;
  /** How long an old signing key stays valid after a new one was made. */
  readonly signingKeyGraceHours: number;
  /** Identity of Berth in AWS, which assumes customers' roles; it stands in the texts for their accounts. */
  readonly awsPrincipalArn: string | undefined;
  /** Instead of the addresses of AWS: a private endpoint, or a double of AWS. */
  readonly awsEndpoint: string | undefined;
  /** Seconds between two looks for what was left behind in an account or on a management cluster. */
  readonly leakScanSeconds: number;
  /** A worker adds the heads of all audit chains to it once a day; absent: to the log only. */
  readonly auditHeadsFile: string | undefined;
  /** Limits of tenants for which the fleet operator has set none; what is absent has no limit. */
  readonly defaultQuotas: QuotaLimits;
  /** CRDs for the sandbox; absent: its own compact description. */
  readonly crdDirectory: string | undefined;
  /** 1 is as slow as the real thing. */
  readonly sandboxSpeed: number;
  readonly sandboxSeed: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const wholeNumber = (
  env: Environment,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number => {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
};

const oneOf = (env: Environment, name: string, fallback: string, allowed: readonly string[]): string => {
  const text = env[name] || fallback;
  if (allowed.includes(text)) return text;
  throw new Error(`${name} must be one of ${allowed.join(', ')}, not "${text}"`);
};

const url = (env: Environment, name: string, protocols: readonly string[]): string | undefined => {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  throw new Error(`${name} must be a URL that begins with ${protocols.join(' or ')}`);
};

const text = (env: Environment, name: string): string | undefined => env[name] || undefined;

const list = (env: Environment, name: string): readonly string[] =>
  (env[name] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const apiKey = (env: Environment, name: string): string | undefined => {
  const key = text(env, name);
  if (key === undefined || /^bk_[\w-]{40,247}$/.test(key)) return key;
  throw new Error(
    `${name} must be "bk_" and 40 to 247 letters, digits, "_" or "-": 32 random bytes in base64url`,
  );
};

const instanceName = (env: Environment, name: string): string => {
  const instance = env[name] || 'berth';
  if (/^[a-z]([a-z0-9-]{0,18}[a-z0-9])?$/.test(instance)) return instance;
  throw new Error(`${name} must be 1 to 20 lower-case letters, digits and hyphens, not "${instance}"`);
};

const issuerUrl = (env: Environment, name: string): string => {
  const issuer = url(env, name, ['https:', 'http:']) ?? 'http://127.0.0.1:8080/oidc';
  return issuer.replace(/\/+$/, '');
};

const issuerStore = (env: Environment, name: string): string => {
  const store = env[name] || 'berth';
  if (store === 'berth' || (URL.canParse(store) && /^(s3|azblob|gs):\/\/[^/?]/.test(store))) return store;
  throw new Error(
    `${name} must be berth, s3://BUCKET/PREFIX?region=REGION, azblob://ACCOUNT/CONTAINER/PREFIX or gs://BUCKET/PREFIX`,
  );
};

const kmsAddresses = (env: Environment, name: string): readonly string[] => {
  const addresses = list(env, name);
  for (const address of addresses) {
    try {
      readKmsAddress(address);
    } catch (cause) {
      throw new Error(`${name} must be ${kmsAddressForm}, not "${address}"`, { cause });
    }
  }
  return addresses;
};

const principalArn = (env: Environment, name: string): string | undefined => {
  const arn = text(env, name);
  if (arn === undefined || /^arn:aws[a-z-]*:(iam|sts)::[0-9]{12}:[\w+=,.@/-]+$/.test(arn)) return arn;
  throw new Error(`${name} must be the ARN of a role or user in AWS, not "${arn}"`);
};

const quotaVariables = {
  BERTH_DEFAULT_QUOTA_CLUSTERS: 'clusters',
  BERTH_DEFAULT_QUOTA_NODE_POOLS: 'nodePools',
  BERTH_DEFAULT_QUOTA_NODES: 'nodes',
  BERTH_DEFAULT_QUOTA_VCPU: 'vcpu',
  BERTH_DEFAULT_QUOTA_RUNNING_OPERATIONS: 'runningOperations',
  BERTH_DEFAULT_QUOTA_API_KEYS: 'apiKeys',
} as const satisfies Record<string, QuotaDimension>;

const defaultQuotas = (env: Environment): QuotaLimits =>
  Object.fromEntries(
    Object.entries(quotaVariables)
      .filter(([name]) => text(env, name) !== undefined)
      .map(([name, dimension]) => [dimension, wholeNumber(env, name, 0, 0, 1_000_000_000)]),
  );

/** Throws with the name of the variable and what it may be. */
export const readConfig = (env: Environment, defaults: Pick<Config, 'clouds'> = { clouds: 'real' }): Config =>
  Object.freeze({
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    databaseConnections: wholeNumber(env, 'DATABASE_CONNECTIONS', 16, 2, 500),
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:']),
    host: env['HOST'] || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 8080, 0, 65_535),
    adminPort: wholeNumber(env, 'ADMIN_PORT', 9090, 0, 65_535),
    publicUrl: url(env, 'BERTH_PUBLIC_URL', ['http:', 'https:']),
    ...readDoorConfig(env),
    apiProcesses: wholeNumber(env, 'API_PROCESSES', availableParallelism(), 1, 256),
    workerConcurrency: wholeNumber(env, 'WORKER_CONCURRENCY', 16, 1, 500),
    dataDirectory: env['BERTH_DATA_DIR'] || '.berth',
    encryptionKey: text(env, 'BERTH_ENCRYPTION_KEY'),
    encryptionKeyFile: text(env, 'BERTH_ENCRYPTION_KEY_FILE'),
    kms: kmsAddresses(env, 'BERTH_KMS')[0],
    oldEncryptionKeys: list(env, 'BERTH_ENCRYPTION_KEYS_OLD'),
    oldKms: kmsAddresses(env, 'BERTH_KMS_OLD'),
    bootstrapKey: apiKey(env, 'BERTH_BOOTSTRAP_KEY'),
    clouds: oneOf(env, 'BERTH_CLOUDS', defaults.clouds, ['real', 'sandbox']) as Config['clouds'],
    instance: instanceName(env, 'BERTH_INSTANCE'),
    issuerUrl: issuerUrl(env, 'BERTH_ISSUER_URL'),
    issuerStore: issuerStore(env, 'BERTH_ISSUER_STORE'),
    outgoingAllow: list(env, 'BERTH_OUTGOING_ALLOW'),
    signingKeyBits: Number(oneOf(env, 'BERTH_SIGNING_KEY_BITS', '4096', ['2048', '3072', '4096'])),
    signingKeyGraceHours: wholeNumber(env, 'BERTH_SIGNING_KEY_GRACE_HOURS', 24, 1, 8760),
    awsPrincipalArn: principalArn(env, 'BERTH_AWS_PRINCIPAL_ARN'),
    awsEndpoint: url(env, 'BERTH_AWS_ENDPOINT', ['https:', 'http:']),
    leakScanSeconds: wholeNumber(env, 'BERTH_LEAK_SCAN_SECONDS', 3600, 1, 604_800),
    auditHeadsFile: text(env, 'BERTH_AUDIT_HEADS_FILE'),
    defaultQuotas: defaultQuotas(env),
    crdDirectory: text(env, 'BERTH_CRD_DIR'),
    sandboxSpeed: wholeNumber(env, 'BERTH_SANDBOX_SPEED', 60, 0, 100_000),
    sandboxSeed: wholeNumber(env, 'BERTH_SANDBOX_SEED', 1, 0, 2 ** 31),
  });
