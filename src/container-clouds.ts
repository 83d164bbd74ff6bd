import { join } from 'node:path';
import type { Config } from './config.ts';
import {
  createInfrastructureProviders,
  createSandboxProviders,
} from './providers/infrastructure/providers.ts';
import { openIssuerStore } from './providers/issuer-store/open-issuer-store.ts';
import type { CloudDependencies } from './workers/infrastructure/cloud-dependencies.ts';

/** The sandbox's clouds show at once what was made, and their tokens open nothing. */
const sandboxClouds = (
  config: Config,
): Partial<CloudDependencies> & Pick<CloudDependencies, 'providerOf'> => {
  const providers = createSandboxProviders(join(config.dataDirectory, 'sandbox-clouds.json'));
  return { providerOf: (platform) => providers[platform], visibilitySeconds: 1, signingKeyBits: 2048 };
};

const realClouds = (): Pick<CloudDependencies, 'providerOf'> => {
  const providers = createInfrastructureProviders();
  return { providerOf: (platform) => providers[platform] };
};

/** The clouds that the workers of an installation reach, as the configuration says. */
export const buildClouds = (config: Config): CloudDependencies => ({
  instance: config.instance,
  issuerUrl: config.issuerUrl,
  ...(config.issuerStore === 'berth' ? {} : { issuerStore: openIssuerStore(config.issuerStore) }),
  signingKeyBits: config.signingKeyBits,
  signingKeyGraceSeconds: config.signingKeyGraceHours * 3600,
  ...(config.clouds === 'sandbox' ? sandboxClouds(config) : realClouds()),
});
