import type { PlatformType } from '../../src/domain/platforms/platform-specs.ts';
import {
  type CloudAccess,
  CloudError,
  type InfrastructureProvider,
  type VerifyReport,
} from '../../src/providers/infrastructure/contract.ts';
import { noClouds } from './clouds.ts';

/** What the next trial finds: a report, a refusal of the account, or a fault of our own. */
export type Finding = VerifyReport | CloudError | Error;

export const goodReport: VerifyReport = {
  usable: true,
  account: '123456789012',
  problems: [],
  permissions: [{ permission: 'ec2:CreateVpc', granted: true }],
};

/** A cloud that can be tried and nothing else. It remembers with what it was opened. */
export const createTryingCloud = (platform: PlatformType = 'aws', credentialKinds = ['awsRole']) => {
  const opened: CloudAccess[] = [];
  const cloud = {
    finding: goodReport as Finding,
    /** What a look before a cluster is made meets. */
    refusedLook: undefined as CloudError | undefined,
    opened,
    closed: 0,
    clouds: { ...noClouds, providerOf: (type: PlatformType) => (type === platform ? provider : undefined) },
  };
  const provider: InfrastructureProvider = {
    platform,
    credentialKinds,
    open: async (access) => {
      opened.push(access);
      const unused = (): never => {
        throw new Error('only to be tried');
      };
      return {
        handlers: {},
        preflight: async () => {
          if (cloud.refusedLook !== undefined) throw cloud.refusedLook;
          return { account: '123456789012', region: 'eu-west-1', problems: [], quotas: [] };
        },
        listOwned: unused,
        removeOwned: unused,
        verify: async () => {
          if (cloud.finding instanceof Error) throw cloud.finding;
          return cloud.finding;
        },
        close: () => {
          cloud.closed += 1;
        },
      };
    },
  };
  return cloud;
};

export const refusal = (kind: CloudError['kind'], code: string): CloudError =>
  new CloudError(kind, code, `the cloud says ${code}`);
