import { createKubeClient } from '../kube-client/kube-client.ts';
import type { KubeConnection } from '../kube-client/transport.ts';
import type { GuestState } from './guest-cluster.ts';
import { renderKubeconfig } from './guest-kubeconfig.ts';
import { buildGuestServer } from './guest-server.ts';
import { createKubeGuestState } from './kube-guest-state.ts';
import { makeServingCertificate, type ServingCertificate } from './self-signed.ts';
import { adminClaims, createTokenSigner } from './tokens.ts';

export interface GuestServing {
  /** Address to listen on and to write into kubeconfigs. */
  readonly host?: string;
  /** 0 or absent: any free port. Kubeconfigs that were handed out hold only as long as the port stays. */
  readonly port?: number;
  /** Signs all tokens; another key makes every token invalid. */
  readonly signingKey: string | Uint8Array;
  /** Absent: a new self-signed certificate. */
  readonly tls?: ServingCertificate;
  readonly now?: () => number;
}

export interface GuestApiOptions extends GuestServing {
  /** The management cluster whose HostedClusters are served. */
  readonly kube: KubeConnection;
}

export interface GuestApi {
  readonly baseUrl: string;
  readonly caPem: string;
  /** The kubeconfig of `system:admin` of one hosted cluster, in YAML. It works once that cluster serves. */
  adminKubeconfigFor(namespace: string, name: string): string;
  close(): Promise<void>;
}

/** The API server of every hosted cluster, each under `/guest/NAMESPACE/NAME`, over any state. */
export const serveGuests = async (state: GuestState, options: GuestServing): Promise<GuestApi> => {
  const { host = '127.0.0.1', port = 0, now = Date.now } = options;
  const tls = options.tls ?? (await makeServingCertificate(host, now()));
  const signer = createTokenSigner(options.signingKey, now);
  const app = buildGuestServer({ state, signer, tls, now });
  await app.listen({ host, port });
  const address = app.server.address();
  const baseUrl = `https://${host}:${typeof address === 'object' && address ? address.port : port}`;
  const caPem = tls.certPem;
  return {
    baseUrl,
    caPem,
    adminKubeconfigFor: (namespace, name) =>
      renderKubeconfig({ baseUrl, caPem }, namespace, name, signer.sign(adminClaims(namespace, name))),
    close: () => app.close(),
  };
};

/** A tiny guest Kubernetes API for all hosted clusters of one management cluster. */
export const startGuestApi = async (options: GuestApiOptions): Promise<GuestApi> => {
  const client = createKubeClient(options.kube);
  const api = await serveGuests(createKubeGuestState(client), options).catch((error: unknown) => {
    client.close();
    throw error;
  });
  return {
    ...api,
    async close() {
      await api.close();
      client.close();
    },
  };
};
