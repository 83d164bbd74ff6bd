import { dumpYaml, loadYaml } from '@kubernetes/client-node';
import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';
import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { bodyOf } from './answers.ts';
import type { Caller } from './caller.ts';
import { openConnection } from './connection.ts';
import { ManagementClusterError } from './errors.ts';
import { createObjectCalls } from './objects.ts';
import { targetObject } from './paths.ts';
import type { Timing } from './timing.ts';

export interface GuestKubeconfigRequest {
  /** What the operator keeps in the Secret `NAME-admin-kubeconfig`: a client certificate that cannot be taken back. */
  readonly adminKubeconfig: string;
  /** Names the context. */
  readonly clusterName: string;
  /** At least 600, which is the least that a server gives. */
  readonly ttlSeconds: number;
  /** Who asked; names the user in the kubeconfig. */
  readonly subject: string;
  /** For each call. Default 10 000. */
  readonly timeoutMs?: number;
  readonly timing?: Timing;
}

export interface GuestKubeconfig {
  readonly kubeconfig: string;
  /** As the guest cluster says, which may give less than asked for. ISO 8601. */
  readonly expiresAt: string;
}

const NAME = 'berth-access';
const NAMESPACE = 'kube-system';
const LEAST_SECONDS = 600;
const MOST_SECONDS = 2 ** 31;

const SERVICE_ACCOUNT: KubeObject = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: NAME, namespace: NAMESPACE },
};

const BINDING: KubeObject = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: NAME },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ kind: 'ServiceAccount', name: NAME, namespace: NAMESPACE }],
};

const checkRequest = ({ clusterName, ttlSeconds, subject }: GuestKubeconfigRequest): void => {
  const refuse = (what: string) => {
    throw new ManagementClusterError('bad-name', `guest kubeconfig: ${what}; nothing was sent`);
  };
  if (!/^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(clusterName)) refuse('the cluster name is no DNS label');
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/.test(subject))
    refuse('the subject is no plain text');
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < LEAST_SECONDS || ttlSeconds > MOST_SECONDS) {
    refuse(`ttlSeconds must be a whole number from ${LEAST_SECONDS} on`);
  }
};

const requestToken = async (
  caller: Caller,
  ttlSeconds: number,
): Promise<{ token: string; expiresAt: string }> => {
  const { path, flow } = targetObject({
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    namespace: NAMESPACE,
    name: NAME,
  });
  const body = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: ttlSeconds },
  };
  const answer = await caller.call(
    { method: 'POST', path: `${path}/token`, contentType: 'application/json', body: JSON.stringify(body) },
    { flow },
  );
  const { status } = bodyOf(answer);
  const { token, expirationTimestamp } = isJsonObject(status) ? status : {};
  if (typeof token !== 'string' || token === '' || !isDate(expirationTimestamp)) {
    throw new ManagementClusterError('nonsense', 'the answer to the token request has no token');
  }
  return { token, expiresAt: expirationTimestamp };
};

const isDate = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** The address and the CA of the guest cluster, out of a kubeconfig that has been checked before. */
const clusterOf = (adminKubeconfig: string): JsonObject => {
  const config = loadYaml<{
    'current-context': string;
    contexts: { name: string; context: { cluster: string } }[];
    clusters: { name: string; cluster: JsonObject }[];
  }>(adminKubeconfig);
  const context = config.contexts.find(({ name }) => name === config['current-context']);
  return config.clusters.find(({ name }) => name === context?.context.cluster)?.cluster ?? {};
};

const FIELDS = ['server', 'certificate-authority-data', 'tls-server-name'];

const writeKubeconfig = (request: GuestKubeconfigRequest, token: string): string => {
  const { clusterName, subject } = request;
  const cluster = Object.entries(clusterOf(request.adminKubeconfig)).filter(([field]) =>
    FIELDS.includes(field),
  );
  return dumpYaml({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': clusterName,
    clusters: [{ name: clusterName, cluster: Object.fromEntries(cluster) }],
    contexts: [{ name: clusterName, context: { cluster: clusterName, user: subject } }],
    users: [{ name: subject, user: { token } }],
  });
};

/**
 * A kubeconfig for a guest cluster that ends by itself. The admin's is never handed out: it is used here to make a service
 * account, to bind it to cluster-admin, and to ask for its token (TokenRequest, authentication.k8s.io/v1).
 */
export const issueGuestKubeconfig = async (request: GuestKubeconfigRequest): Promise<GuestKubeconfig> => {
  checkRequest(request);
  const { timeoutMs, timing } = request;
  const connection = openConnection(
    { kubeconfig: request.adminKubeconfig },
    { ...(timeoutMs !== undefined && { timeoutMs }), ...(timing && { timing }) },
  );
  try {
    const { apply } = createObjectCalls(connection.caller);
    await apply(SERVICE_ACCOUNT);
    await apply(BINDING);
    const { token, expiresAt } = await requestToken(connection.caller, request.ttlSeconds);
    return { kubeconfig: writeKubeconfig(request, token), expiresAt };
  } finally {
    connection.close();
  }
};
