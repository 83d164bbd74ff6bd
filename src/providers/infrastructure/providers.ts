import type { PlatformType } from '../../domain/platforms/platform-specs.ts';
import type { CloudAccess, InfrastructureProvider } from './contract.ts';
import { createFakeProvider } from './fake/fake-provider.ts';
import { openStoredCloud } from './fake/stored-cloud.ts';

type Providers = Partial<Record<PlatformType, InfrastructureProvider>>;

export interface ProviderOptions {
  /** Name of the installation, as in every mark of ownership. */
  readonly instance: string;
  /** Signs a token of Berth's own issuer for a piece of work; `audience` names the cloud that is to take it. */
  readonly federatedToken: (access: CloudAccess, audience: string) => Promise<string>;
  /** Instead of the addresses of AWS: a private endpoint, or a double. */
  readonly awsEndpoint?: string;
}

/** A provider that is loaded when its cloud is first reached: the libraries of all clouds take more memory than a worker. */
const loadedLate = (
  traits: Pick<InfrastructureProvider, 'platform' | 'credentialKinds'>,
  load: () => Promise<InfrastructureProvider>,
): InfrastructureProvider => {
  let loading: Promise<InfrastructureProvider> | undefined;
  return {
    ...traits,
    open: async (access, region) => {
      loading ??= load();
      return (await loading).open(access, region);
    },
  };
};

/** Clouds in which this installation makes infrastructure; each platform that does has its provider here. */
export const createInfrastructureProviders = ({
  instance,
  federatedToken,
  awsEndpoint,
}: ProviderOptions): Providers => ({
  aws: loadedLate({ platform: 'aws', credentialKinds: ['awsRole'] }, async () => {
    const { createAwsProvider } = await import('./aws/aws-provider.ts');
    const { askNameServers } = await import('./aws/preflight/name-servers.ts');
    // Zones behind an endpoint of its own are not those that the world is sent to.
    const place = awsEndpoint === undefined ? { nameServersOf: askNameServers } : { endpoint: awsEndpoint };
    return createAwsProvider({ instance, ...place });
  }),
  azure: loadedLate({ platform: 'azure', credentialKinds: ['azureFederated'] }, async () => {
    const { createAzureProvider } = await import('./azure/azure-provider.ts');
    return createAzureProvider({ clientAssertions: federatedToken });
  }),
  gcp: loadedLate({ platform: 'gcp', credentialKinds: ['gcpWorkloadIdentity'] }, async () => {
    const { createGcpProvider } = await import('./gcp/gcp-provider.ts');
    return createGcpProvider({ subjectTokens: federatedToken });
  }),
});

/** The sandbox's clouds: nothing is made anywhere, all that differs is how long it takes. */
export const createSandboxProviders = (file: string): Providers => {
  const cloud = openStoredCloud(file);
  return Object.fromEntries(
    (['aws', 'azure', 'gcp'] as const).map((type) => [type, createFakeProvider(type, cloud)]),
  );
};
