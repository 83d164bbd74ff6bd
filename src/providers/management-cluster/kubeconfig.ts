import { KubeConfig, loadYaml } from '@kubernetes/client-node';
import { isJsonObject, type JsonObject } from '../../domain/shared/json.ts';
import { ManagementClusterError } from './errors.ts';

/**
 * What a kubeconfig may say. Everything else is refused rather than ignored: commands to run, files of this machine
 * (a token file would send our own credentials to somebody's server), unverified TLS, proxies, impersonation.
 */
const CLUSTER_FIELDS = new Set(['server', 'certificate-authority-data', 'tls-server-name', 'extensions']);
const USER_FIELDS = new Set(['token', 'client-certificate-data', 'client-key-data', 'extensions']);
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
const SIZE_LIMIT = 128 * 1024;

const refuse = (why: string): never => {
  throw new ManagementClusterError('invalid', `kubeconfig refused: ${why}`);
};

const parseKubeconfig = (text: string): JsonObject => {
  if (text.length > SIZE_LIMIT) return refuse(`longer than ${SIZE_LIMIT} characters`);
  let parsed: unknown;
  try {
    parsed = loadYaml(text);
  } catch {
    return refuse('not YAML');
  }
  return isJsonObject(parsed) ? parsed : refuse('not a mapping');
};

/** The named entry of clusters, users or contexts. */
const entryOf = (config: JsonObject, list: string, field: string, name: unknown): JsonObject => {
  const entries = config[list];
  const found = (Array.isArray(entries) ? entries : []).filter(
    (entry) => isJsonObject(entry) && entry['name'] === name,
  );
  const content = found.length === 1 ? found[0][field] : undefined;
  return isJsonObject(content) ? content : refuse(`${list} has no single entry for the current context`);
};

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && value !== '';

const checkFields = (what: string, content: JsonObject, allowed: ReadonlySet<string>): void => {
  for (const [field, value] of Object.entries(content)) {
    if (!isSet(value)) continue;
    if (!allowed.has(field)) refuse(`${what} field ${JSON.stringify(field.slice(0, 60))} is not supported`);
    if (field !== 'extensions' && typeof value !== 'string') refuse(`${what} field ${field} is not text`);
  }
};

/** Plain HTTP only on this machine; no credentials, query or fragment in the address. */
const checkServer = (server: string): URL => {
  const url = URL.canParse(server) ? new URL(server) : refuse('server is not a URL');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.has(url.hostname))) {
    refuse('server must be https');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    refuse('server must be an address without credentials, query and fragment');
  }
  return url;
};

/** Reads the current context. Throws `invalid`, in words that show no value of a credential. */
export const readKubeconfig = (text: string): KubeConfig => {
  const config = parseKubeconfig(text);
  const context = entryOf(config, 'contexts', 'context', config['current-context']);
  const cluster = entryOf(config, 'clusters', 'cluster', context['cluster']);
  const user = entryOf(config, 'users', 'user', context['user']);
  checkFields('cluster', cluster, CLUSTER_FIELDS);
  checkFields('user', user, USER_FIELDS);
  const url = checkServer(String(cluster['server']));
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser(
    {
      name: 'management-cluster',
      server: String(cluster['server']).replace(/\/+$/, ''),
      // The library takes plain HTTP only with this mark; it means nothing else there, and https never has it.
      skipTLSVerify: url.protocol === 'http:',
      ...textField('caData', cluster['certificate-authority-data']),
      ...textField('tlsServerName', cluster['tls-server-name']),
    },
    {
      name: 'berth',
      ...textField('token', user['token']),
      ...textField('certData', user['client-certificate-data']),
      ...textField('keyData', user['client-key-data']),
    },
  );
  return kubeConfig;
};

const textField = (name: string, value: unknown): Record<string, string> =>
  typeof value === 'string' && value !== '' ? { [name]: value } : {};

/** The service account of the pod that we run in; its token is read again as it is rotated. */
export const readInCluster = (pathPrefix = ''): KubeConfig => {
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromCluster(pathPrefix);
  const server = kubeConfig.getCurrentCluster()?.server ?? '';
  if (server.includes('undefined')) refuse('not running in a cluster');
  checkServer(server);
  return kubeConfig;
};
