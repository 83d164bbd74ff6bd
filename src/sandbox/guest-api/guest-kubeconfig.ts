import { stringify } from 'yaml';

export interface GuestAddress {
  readonly baseUrl: string;
  readonly caPem: string;
}

const guestUrl = (baseUrl: string, namespace: string, name: string): string =>
  `${baseUrl}/guest/${namespace}/${name}`;

/** In the form of the operator's own: one cluster, one user, one context named `admin`. */
export const renderKubeconfig = (
  { baseUrl, caPem }: GuestAddress,
  namespace: string,
  name: string,
  token: string,
): string =>
  stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'cluster',
          cluster: {
            server: guestUrl(baseUrl, namespace, name),
            'certificate-authority-data': Buffer.from(caPem).toString('base64'),
          },
        },
      ],
      users: [{ name: 'admin', user: { token } }],
      contexts: [{ name: 'admin', context: { cluster: 'cluster', user: 'admin', namespace: 'default' } }],
      'current-context': 'admin',
      preferences: {},
    },
    { lineWidth: 0 },
  );
