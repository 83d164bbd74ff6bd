import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Core } from './container.ts';
import {
  createInfrastructureProviders,
  createSandboxProviders,
} from './providers/infrastructure/providers.ts';
import { openIssuerStore } from './providers/issuer-store/open-issuer-store.ts';
import type { CloudDependencies } from './workers/infrastructure/cloud-dependencies.ts';
import { createBerthIssuer } from './workers/issuer/berth-issuer.ts';

type Reached = Partial<CloudDependencies> & Pick<CloudDependencies, 'providerOf'>;

/** The sandbox's clouds show at once what was made, and their tokens open nothing. */
const sandboxClouds = (config: Config): Reached => {
  const providers = createSandboxProviders(join(config.dataDirectory, 'sandbox-clouds.json'));
  return { providerOf: (platform) => providers[platform], visibilitySeconds: 1, signingKeyBits: 2048 };
};

const realClouds = (
  { config, database, sealer }: Pick<Core, 'config' | 'database' | 'sealer'>,
  store: Pick<CloudDependencies, 'issuerStore'>,
): Reached => {
  const { instance, issuerUrl, signingKeyBits: bits, awsEndpoint } = config;
  const federatedToken = createBerthIssuer({
    database,
    sealer,
    issuerUrl,
    bits,
    ...(store.issuerStore === undefined ? {} : { store: store.issuerStore }),
  });
  const providers = createInfrastructureProviders({
    instance,
    federatedToken,
    ...(awsEndpoint === undefined ? {} : { awsEndpoint }),
  });
  return { providerOf: (platform) => providers[platform] };
};

/** The clouds that the workers of an installation reach, as the configuration says. */
export const buildClouds = (core: Pick<Core, 'config' | 'database' | 'sealer'>): CloudDependencies => {
  const { config } = core;
  const store = config.issuerStore === 'berth' ? {} : { issuerStore: openIssuerStore(config.issuerStore) };
  return {
    instance: config.instance,
    issuerUrl: config.issuerUrl,
    ...store,
    signingKeyBits: config.signingKeyBits,
    signingKeyGraceSeconds: config.signingKeyGraceHours * 3600,
    ...(config.clouds === 'sandbox' ? sandboxClouds(config) : realClouds(core, store)),
  };
};
