import type { PlatformType } from '../../domain/platforms/platform-specs.ts';
import type { InfrastructureProvider } from './contract.ts';
import { createFakeProvider } from './fake/fake-provider.ts';
import { openStoredCloud } from './fake/stored-cloud.ts';

type Providers = Partial<Record<PlatformType, InfrastructureProvider>>;

/** Clouds in which this installation makes infrastructure; each platform that does has its provider here. */
export const createInfrastructureProviders = (): Providers => ({});

/** The sandbox's clouds: nothing is made anywhere, all that differs is how long it takes. */
export const createSandboxProviders = (file: string): Providers => {
  const cloud = openStoredCloud(file);
  return Object.fromEntries(
    (['aws', 'azure', 'gcp'] as const).map((type) => [type, createFakeProvider(type, cloud)]),
  );
};
