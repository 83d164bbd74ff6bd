import { homeAccount, keysOf } from './accounts/access.ts';
import { createCredentialBook } from './accounts/credential-book.ts';
import { createAwsClock } from './aws-clock.ts';
import { openGate } from './aws-gate.ts';
import { type Counted, takeCensus } from './census/census.ts';
import type { CallFate, DecideFate } from './faults/call-fate.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createMotoClient, type MotoPlace } from './moto-client.ts';
import { startMoto } from './moto-server.ts';
import type { AwsCall } from './protocol/aws-call.ts';
import { createRules } from './strict/all-rules.ts';
import { createStrictLayer, type StrictLayer } from './strict/strict-layer.ts';

/** For a client of the SDK. One try: what the double does to a call is then seen as it is. */
export interface ClientSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts: number;
}

export interface CensusOptions {
  /** The home account unless said. */
  readonly account?: string;
  /** `us-east-1` unless said. */
  readonly region?: string;
  /** Also tags of roles, profiles, providers and zones, which cost a call each. */
  readonly hasAllTags?: boolean;
}

/** AWS played by moto, with the rules that moto lacks, mishaps on demand and a clock of its own. */
export interface AwsDouble {
  readonly url: string;
  /** What was asked since the last reset, in order, also what was refused or never answered. */
  readonly calls: AwsCall[];
  /** How often each action was asked: `{ 'ec2:CreateVpc': 1 }`. */
  counts(): Readonly<Record<string, number>>;
  readonly strict: StrictLayer;
  readonly faults: Faults;
  /** Asked around every call, before the faults; undefined: all pass. May wait, and may kill whoever calls. */
  watch(decide: DecideFate | undefined): void;
  /** Milliseconds of the double's own clock. */
  clock(): number;
  advance(seconds: number): void;
  /** Lets the clock run: seconds of the double per second of the wall clock. */
  pace(seconds: number): void;
  /** Settings for the administrator of an account. */
  settings(account?: string, region?: string): ClientSettings;
  /** Moto itself, past rules, faults and the log. */
  at(account: string, region: string): MotoPlace;
  /** Asks moto directly, in the query protocol: `Action=DescribeVpcs&Version=…`. */
  ask(call: Pick<AwsCall, 'service' | 'region' | 'account'>, body: string): Promise<string>;
  /** Everything in an account that AWS did not put there, sorted by type and name. */
  census(options?: CensusOptions): Promise<readonly Counted[]>;
  /** Ends all sessions of assumed roles: their next call is refused as expired. */
  endSessions(): void;
  /** The next NAT gateway is made, and fails. */
  failNextNat(code: string, message: string): void;
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts moto behind the strict layer. Takes about two seconds, and a minute the first time on a machine. */
export const startAwsDouble = async (): Promise<AwsDouble> => {
  const server = await startMoto();
  const moto = createMotoClient(server.url);
  const clock = createAwsClock();
  const calls: AwsCall[] = [];
  const faults = createFaults();
  let decide: DecideFate | undefined;
  const book = createCredentialBook(() => strict.knobs.sessionsEnd);
  const strict = createStrictLayer({
    moto,
    rules: createRules(book),
    now: clock.now,
    lastError: server.lastError,
  });

  const fateOf = async (call: AwsCall, phase: 'before' | 'after'): Promise<CallFate> => {
    const { number, service, action, account, region, isWrite, parameters } = call;
    const watched = { number, service, action, account, region, isWrite, parameters, phase };
    const decided = (await decide?.(watched)) ?? 'pass';
    return decided === 'pass' ? faults.fateOf(watched) : decided;
  };

  const gate = await openGate({
    calls,
    now: clock.now,
    accountOf: ({ headers }) => book.accountOf(headers),
    fateOf,
    answer: (call) => strict.answer(call, book.open(call.headers, call.service, clock.now())),
  });

  return {
    url: gate.url,
    calls,
    counts: () =>
      calls.reduce<Record<string, number>>((sums, { service, action }) => {
        const name = `${service}:${action}`;
        sums[name] = (sums[name] ?? 0) + 1;
        return sums;
      }, {}),
    strict,
    faults,
    watch: (next) => {
      decide = next;
    },
    clock: clock.now,
    advance: clock.advance,
    pace: clock.pace,
    settings: (account = homeAccount, region = 'us-east-1') => ({
      endpoint: gate.url,
      region,
      credentials: keysOf(account),
      maxAttempts: 1,
    }),
    at: moto.at,
    ask: async (call, body) => {
      const reply = await moto.at(call.account, call.region).form(call.service, body);
      return reply.body.toString('utf8');
    },
    census: async ({ account = homeAccount, region = 'us-east-1', hasAllTags = false } = {}) => {
      await strict.settle();
      return takeCensus(moto.at(account, region), { hasAllTags });
    },
    endSessions: book.endSessions,
    failNextNat: (code, message) => void strict.estate().natFailures.push({ code, message }),
    reset: async () => {
      await server.reset();
      strict.reset();
      book.reset();
      faults.clear();
      clock.reset();
      calls.length = 0;
      decide = undefined;
    },
    stop: async () => {
      await gate.close();
      moto.close();
      await server.stop();
    },
  };
};
