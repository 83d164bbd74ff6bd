import { stringify } from 'yaml';

/** A kubeconfig with one cluster, one user and a bearer token. */
export const kubeconfigText = (url: string, caPem: string, token: string): string => {
  const name = 'berth-sandbox';
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name,
        cluster: { server: url, 'certificate-authority-data': Buffer.from(caPem).toString('base64') },
      },
    ],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  });
};
