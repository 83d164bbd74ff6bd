import type { CloudDependencies } from '../../src/workers/infrastructure/cloud-dependencies.ts';

/** An installation that reaches no cloud. */
export const noClouds: CloudDependencies = {
  instance: 'test',
  issuerUrl: 'https://oidc.test.example',
  providerOf: () => undefined,
};
