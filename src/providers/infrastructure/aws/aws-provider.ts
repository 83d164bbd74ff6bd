import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InfrastructureProvider } from '../contract.ts';
import type { AwsKeys } from './clients.ts';
import type { AwsObserver } from './guard-calls.ts';
import type { NameServersOf } from './preflight/check-domain.ts';
import { type RateClock, RateLimiter } from './rate-limit.ts';
import { openAwsSession, type SessionSettings } from './session.ts';
import { createSockets } from './sockets.ts';

/** What an installation says of AWS. */
export interface AwsProviderOptions {
  /** Name of the installation, as in every mark of ownership. */
  readonly instance: string;
  /** Instead of the addresses of AWS, for test doubles. */
  readonly endpoint?: string;
  /** Identity of the installation itself, which the tenants' roles trust; that of the surroundings when absent. */
  readonly sourceCredentials?: AwsKeys;
  /** Told of every call, for metrics and tests. */
  readonly observe?: AwsObserver;
  /** Names of the servers that the world asks about a domain; without it nobody looks whether a zone is delegated. */
  readonly nameServersOf?: NameServersOf;
  readonly clock?: RateClock;
}

/** Milliseconds that one call may take. */
const timeLimit = 10_000;

const systemClock: RateClock = {
  now: () => performance.now(),
  sleep: async (milliseconds) => void (await sleep(milliseconds)),
};

/** AWS by assumed roles: Berth keeps no keys of its tenants. */
export const createAwsProvider = (options: AwsProviderOptions): InfrastructureProvider => {
  const { instance, endpoint, sourceCredentials, observe, nameServersOf, clock = systemClock } = options;
  const settings: SessionSettings = {
    instance,
    now: () => clock.now(),
    clients: {
      sockets: createSockets(timeLimit),
      rules: {
        limiter: new RateLimiter(clock),
        clock,
        timeLimit,
        ...(observe === undefined ? {} : { observe }),
      },
      ...(endpoint === undefined ? {} : { endpoint }),
    },
    ...(sourceCredentials === undefined ? {} : { sourceCredentials }),
    ...(nameServersOf === undefined ? {} : { nameServersOf }),
  };
  return {
    platform: 'aws',
    credentialKinds: ['awsRole'],
    open: (access, region) => openAwsSession(settings, access, region),
  };
};
