import type { PlatformType } from '../../domain/platforms/platform-specs.ts';
import type { InfrastructureProvider } from './contract.ts';

/** Clouds in which this installation makes infrastructure; each platform that does has its provider here. */
export const createInfrastructureProviders = (): Partial<
  Record<PlatformType, InfrastructureProvider>
> => ({});
