import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { type ArmAnswer, type ArmRequest, type RefusalWords, refusalAnswer } from './arm/answer.ts';
import { settleOperations } from './arm/operations.ts';
import { render } from './arm/render.ts';
import { keyOf, parseArmPath } from './arm/resource-id.ts';
import { actionOf, answerArm } from './arm/router.ts';
import { nameOf, shortTypeOf } from './arm/things.ts';
import { type ArmWorld, type AzureKnobs, newWorld } from './arm/world.ts';
import { addThing } from './arm/writes.ts';
import { type AzureTrust, createEntra, type Entra } from './entra.ts';
import { type AzureForeign, createForeign, populate } from './foreign.ts';
import { doubleFetch, serveDouble } from './transport.ts';

/** What becomes of a call: it passes, is never made, is made and its reply lost, or is refused in these words. */
export type CallFate = 'pass' | 'drop' | 'loseReply' | RefusalWords;

export interface WatchedCall {
  /** `PUT virtualNetworks`, `LIST resourceGroups`, `GET operations`, `POST token` */
  readonly action: string;
  readonly path: string;
  readonly isWrite: boolean;
  readonly phase: 'before' | 'after';
}

export interface LoggedCall {
  readonly action: string;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly isWrite: boolean;
  readonly body: JsonObject | undefined;
  /** Undefined while it runs, and when the connection broke before. */
  status?: number;
}

export interface AzureDoubleOptions {
  readonly subscriptionId?: string;
  readonly tenantId?: string;
  /** The first has three zones, the others none. */
  readonly locations?: readonly string[];
  /** What the customer has beforehand. */
  readonly publicZone?: { readonly group: string; readonly name: string };
}

export interface AzureDouble {
  /** Of both Azure Resource Manager and Microsoft Entra ID. */
  readonly url: string;
  /** The same double without a socket, at any host: `https://management.azure.com` is fine. */
  readonly fetch: typeof fetch;
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly publicZone: { readonly id: string; readonly group: string; readonly name: string };
  /** Every call, in order, as often as it came. */
  readonly calls: LoggedCall[];
  readonly knobs: AzureKnobs;
  readonly foreign: AzureForeign;
  /** A token that opens it, past Entra ID. */
  issueToken(): string;
  expireTokens(): void;
  trust(trust: AzureTrust): void;
  /** Lets Entra ID know a principal that is no identity of the subscription. */
  addPrincipal(principalId: string): void;
  /** What a customer has beforehand; no part of the census. Type as Azure writes it: `Microsoft.Network/virtualNetworks`. */
  furnish(id: string, type: string, body: JsonObject): void;
  /** A thing as a call would show it, seen past all rules. */
  look(id: string): JsonObject | undefined;
  /** Asked around every call; undefined: all pass. */
  watch(decide: ((call: WatchedCall) => CallFate) | undefined): void;
  /** Milliseconds of the double's own clock, which only goes by `advance`. */
  clock(): number;
  advance(seconds: number): void;
  /** Everything that was made, by type and name, sorted. */
  census(): readonly string[];
  /** An empty subscription, knobs and clock as they were; tokens and trusts stay. */
  reset(): void;
  stop(): Promise<void>;
}

const start = Date.parse('2026-12-01T00:00:00.000Z');

const readBody = (text: string): JsonObject | undefined => {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return undefined;
  }
};

/** The zone of the base domain with the records of somebody else in it. */
const furnishZone = (world: ArmWorld, zoneId: string): void => {
  const group = zoneId.split('/').slice(0, 5).join('/');
  addThing(
    world,
    group,
    'Microsoft.Resources/resourceGroups',
    { location: world.locations[0] ?? '' },
    'customer',
  );
  addThing(world, zoneId, 'Microsoft.Network/dnsZones', { location: 'global', properties: {} }, 'customer');
  for (const record of ['NS/@', 'SOA/@', 'A/www', 'TXT/@'])
    addThing(
      world,
      `${zoneId}/${record}`,
      `Microsoft.Network/dnsZones/${record.split('/')[0]}`,
      { properties: { TTL: 3600 } },
      'customer',
    );
};

const authenticate = (entra: Entra, { headers }: ArmRequest): ArmAnswer | undefined => {
  const authorization = headers.get('authorization');
  const state = entra.stateOf(authorization?.replace(/^Bearer /, '') ?? '');
  if (authorization?.startsWith('Bearer ') === true && state === 'valid') return undefined;
  const code =
    authorization === null
      ? 'AuthenticationFailed'
      : state === 'expired'
        ? 'ExpiredAuthenticationToken'
        : 'InvalidAuthenticationToken';
  return refusalAnswer({ status: 401, code, message: 'The access token is missing, invalid or expired.' });
};

/** Starts a double of Azure with the rules of the real one: one subscription in memory, with a clock of its own. */
export const startAzureDouble = async (options: AzureDoubleOptions = {}): Promise<AzureDouble> => {
  const {
    subscriptionId = '0b1f6471-1bf0-4dda-aec3-cb9272f09590',
    tenantId = '7b1f6471-1bf0-4dda-aec3-cb9272f09590',
    locations = ['westeurope', 'northeurope'],
    publicZone = { group: 'dns', name: 'example.org' },
  } = options;
  const zoneId = `/subscriptions/${subscriptionId}/resourceGroups/${publicZone.group}/providers/Microsoft.Network/dnsZones/${publicZone.name}`;
  let time = start;
  let decide: ((call: WatchedCall) => CallFate) | undefined;
  const calls: LoggedCall[] = [];
  const entra = createEntra(tenantId);
  const begin = (): { readonly world: ArmWorld; readonly foreign: AzureForeign } => {
    const world = newWorld({ subscriptionId, tenantId, locations }, () => time);
    furnishZone(world, zoneId);
    return { world, foreign: createForeign(world, zoneId) };
  };
  let now = begin();

  const decideAnswer = async (call: ArmRequest): Promise<ArmAnswer> => {
    const answer = entra.answer(call) ?? authenticate(entra, call) ?? (await answerArm(now.world, call));
    populate(now.world, now.foreign);
    return answer;
  };

  const answerCall = async (call: ArmRequest): Promise<ArmAnswer | undefined> => {
    const { method, path, query } = call;
    const action = actionOf(call);
    const isWrite = method !== 'GET' && method !== 'HEAD' && parseArmPath(path) !== undefined;
    const logged: LoggedCall = { action, method, path, query, isWrite, body: readBody(call.text) };
    calls.push(logged);
    const fateOf = (phase: 'before' | 'after'): CallFate =>
      decide?.({ action, path, isWrite, phase }) ?? 'pass';
    const before = fateOf('before');
    if (before === 'drop') return undefined;
    const answer = typeof before === 'object' ? refusalAnswer(before) : await decideAnswer(call);
    logged.status = answer.status;
    const after = fateOf('after');
    if (before === 'loseReply' || after === 'loseReply' || after === 'drop') return undefined;
    return typeof after === 'object' ? refusalAnswer(after) : answer;
  };

  const server = await serveDouble(answerCall);
  return {
    url: server.url,
    fetch: doubleFetch(answerCall),
    subscriptionId,
    tenantId,
    publicZone: { ...publicZone, id: zoneId },
    calls,
    get knobs() {
      return now.world.knobs;
    },
    get foreign() {
      return now.foreign;
    },
    issueToken: entra.issueToken,
    expireTokens: entra.expireTokens,
    trust: entra.trust,
    addPrincipal: (principalId) => void now.world.principals.set(principalId.toLowerCase(), 0),
    furnish: (id, type, body) => void addThing(now.world, id, type, body, 'customer'),
    look: (id) => {
      settleOperations(now.world);
      const thing = now.world.things.get(keyOf(id));
      return thing === undefined ? undefined : render(now.world, thing);
    },
    watch: (next) => {
      decide = next;
    },
    clock: () => time,
    advance: (seconds) => {
      time += seconds * 1000;
      settleOperations(now.world);
      populate(now.world, now.foreign);
    },
    census: () => {
      settleOperations(now.world);
      return [...now.world.things.values()]
        .filter(({ maker }) => maker !== 'customer')
        .map((thing) => `${shortTypeOf(thing.type)} ${nameOf(thing)}`)
        .sort();
    },
    reset: () => {
      time = start;
      calls.length = 0;
      decide = undefined;
      now = begin();
    },
    stop: server.stop,
  };
};
