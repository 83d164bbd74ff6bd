import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import { ManagementClusterError } from './errors.ts';
import { readInCluster, readKubeconfig } from './kubeconfig.ts';
import type { Timing } from './timing.ts';

export type ManagementClusterCredentials =
  | { readonly kubeconfig: string }
  /** The service account of our pod; `pathPrefix` stands before the well-known paths of its files. */
  | { readonly inCluster: true; readonly pathPrefix?: string };

/** Where to connect and as whom, ready for node:https. */
export interface Access {
  readonly url: URL;
  readonly tls: Pick<RequestOptions, 'ca' | 'cert' | 'key' | 'servername'>;
  readonly authorization: string | undefined;
  /** Grows with every change, so that a 401 is answered by one refresh and not by one per call. */
  readonly generation: number;
}

export interface Credentials {
  access(): Promise<Access>;
  /** After a 401 with this access: reads the credentials again, once for all callers that ask at the same time. */
  refresh(refused: Access): Promise<void>;
}

/** The kubelet replaces a pod's token at 80 % of its life; reading it every minute is always early enough. */
const IN_CLUSTER_LIFE_MS = 60_000;

const accessOf = async (kubeConfig: KubeConfig, generation: number): Promise<Access> => {
  const options: RequestOptions = {};
  await kubeConfig.applyToHTTPSOptions(options);
  const { ca, cert, key, servername } = options;
  const headers = (options.headers ?? {}) as Record<string, string | undefined>;
  const token = headers['Authorization']?.trim();
  return {
    url: new URL(kubeConfig.getCurrentCluster()?.server ?? ''),
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), ...(servername && { servername }) },
    authorization: token,
    generation,
  };
};

export const createCredentials = (
  source: ManagementClusterCredentials,
  timing: Timing,
  readAgain?: () => Promise<string>,
): Credentials => {
  const inCluster = 'inCluster' in source;
  let kubeConfig = inCluster ? readInCluster(source.pathPrefix) : readKubeconfig(source.kubeconfig);
  let generation = 0;
  let current: { access: Access; readAt: number } | undefined;
  let refreshing: Promise<void> | undefined;

  const isFresh = (readAt: number) => !inCluster || timing.monotonic() - readAt < IN_CLUSTER_LIFE_MS;

  const replace = async () => {
    try {
      if (inCluster) kubeConfig = readInCluster(source.pathPrefix);
      else if (readAgain) kubeConfig = readKubeconfig(await readAgain());
    } catch (error) {
      if (error instanceof ManagementClusterError) throw error;
      throw new ManagementClusterError('unauthorized', 'the credentials could not be read again');
    } finally {
      refreshing = undefined;
    }
    generation += 1;
    current = undefined;
  };

  return {
    access: async () => {
      if (current && isFresh(current.readAt)) return current.access;
      const access = await accessOf(kubeConfig, generation).catch(() => {
        throw new ManagementClusterError('unauthorized', 'the credentials cannot be read');
      });
      current = { access, readAt: timing.monotonic() };
      return access;
    },
    refresh: async (refused) => {
      if (refused.generation !== generation) return;
      refreshing ??= replace();
      await refreshing;
    },
  };
};
