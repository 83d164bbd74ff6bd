import { hostOfUrl, isServerHost } from '../../network/server-host.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { badValue } from './value-problem.ts';

/**
 * Fields that a kubeconfig of a credential may not have, and why. It is handed to controllers on a management cluster: a
 * command or a file in it would be theirs, not the user's.
 */
const forbidden: Readonly<Record<'cluster' | 'user', Readonly<Record<string, string>>>> = {
  cluster: {
    'insecure-skip-tls-verify': 'the certificate of the server has to be checked',
    'certificate-authority': 'it names a file; give certificate-authority-data',
    'proxy-url': 'a proxy would see the token',
  },
  user: {
    exec: 'it runs a command; give a token',
    'auth-provider': 'it runs a plugin; give a token',
    tokenFile: 'it names a file; give the token itself',
    'client-certificate': 'it names a file; give a token',
    'client-key': 'it names a file; give a token',
    username: 'Kubernetes takes no passwords any more; give a token',
    password: 'Kubernetes takes no passwords any more; give a token',
    as: 'it acts as somebody else; give the token of that account',
    'as-uid': 'it acts as somebody else; give the token of that account',
    'as-groups': 'it acts as somebody else; give the token of that account',
    'as-user-extra': 'it acts as somebody else; give the token of that account',
  },
};

const isSet = (value: JsonValue | undefined): boolean =>
  value !== undefined && value !== null && value !== false && value !== '';

const entriesOf = (
  config: JsonObject,
  list: string,
  member: string,
): readonly (readonly [string, JsonObject])[] => {
  const entries = config[list];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: JsonValue) => {
    if (!isJsonObject(entry) || typeof entry['name'] !== 'string') return [];
    const content = entry[member];
    return isJsonObject(content) ? [[entry['name'], content] as const] : [];
  });
};

const checkFields = (
  what: 'cluster' | 'user',
  entries: readonly (readonly [string, JsonObject])[],
): readonly FieldProblem[] => {
  const used = Object.entries(forbidden[what]).filter(([field]) =>
    entries.some(([, content]) => isSet(content[field])),
  );
  return used.map(([field, why]) => badValue(`A ${what} of the kubeconfig may not have ${field}: ${why}.`));
};

const serverPattern = /^https:\/\/[A-Za-z0-9[\]:.-]+(\/[A-Za-z0-9/._~-]*)?$/;

/** The entry of this name; several of one name are none. */
const named = (
  entries: readonly (readonly [string, JsonObject])[],
  name: JsonValue | undefined,
): JsonObject | undefined => {
  const found = entries.filter(([own]) => own === name);
  return found.length === 1 ? found[0]?.[1] : undefined;
};

const tokenPattern = /^[!-~]{8,16384}$/;

/** What is wrong with a kubeconfig, given as what its YAML or JSON says. */
export const checkKubeconfig = (config: unknown): readonly FieldProblem[] => {
  if (!isJsonObject(config)) return [badValue('Must be a kubeconfig, in YAML or JSON.')];
  const clusters = entriesOf(config, 'clusters', 'cluster');
  const users = entriesOf(config, 'users', 'user');
  const context = named(entriesOf(config, 'contexts', 'context'), config['current-context']);
  const problems = [...checkFields('cluster', clusters), ...checkFields('user', users)];
  if (context === undefined)
    return [...problems, badValue('current-context must name one of the contexts of the kubeconfig.')];
  const server = named(clusters, context['cluster'])?.['server'];
  const token = named(users, context['user'])?.['token'];
  if (typeof server !== 'string' || !serverPattern.test(server))
    problems.push(badValue('The cluster of the current context needs a server: an https URL without query.'));
  else if (!isServerHost(hostOfUrl(server)))
    problems.push(
      badValue('The server of the kubeconfig must be another machine than the one that connects to it.'),
    );
  if (typeof token !== 'string' || !tokenPattern.test(token))
    problems.push(
      badValue('The user of the current context needs a token: that of a service account, for example.'),
    );
  return problems;
};
