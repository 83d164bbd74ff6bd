import { hostOfUrl, isServerHost } from '../../network/server-host.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { badValue } from './value-problem.ts';

const files = ['cacert', 'cert', 'key'];

const urlPattern = /^https?:\/\/[A-Za-z0-9[\]:.-]+(\/[A-Za-z0-9/._~-]*)?$/;

const has = (auth: JsonObject, ...names: readonly string[]): boolean =>
  names.some((name) => typeof auth[name] === 'string' && auth[name] !== '');

const opens = (auth: JsonObject): boolean =>
  (has(auth, 'application_credential_id', 'application_credential_name') &&
    has(auth, 'application_credential_secret')) ||
  (has(auth, 'username', 'user_id') && has(auth, 'password'));

/** The cloud of this name; undefined when the file has none. */
export const cloudOf = (file: unknown, name: string): JsonObject | undefined => {
  const clouds: JsonValue | undefined = isJsonObject(file) ? file['clouds'] : undefined;
  if (!isJsonObject(clouds) || !Object.hasOwn(clouds, name)) return undefined;
  const cloud = clouds[name];
  return isJsonObject(cloud) ? cloud : undefined;
};

/** What is wrong with one cloud of a clouds.yaml: it has to stand alone, without files of anybody's machine. */
export const checkCloud = (cloud: JsonObject | undefined, name: string): readonly FieldProblem[] => {
  if (cloud === undefined)
    return [badValue(`Must be a clouds.yaml with a cloud named ${name}; settings.cloud names another one.`)];
  const problems = files
    .filter((field) => cloud[field] !== undefined)
    .map((field) => badValue(`The cloud may not have ${field}: it names a file of your machine.`));
  if (cloud['verify'] === false)
    problems.push(
      badValue('The cloud may not have verify: false: the certificate of the server has to be checked.'),
    );
  if (cloud['profile'] !== undefined)
    problems.push(badValue('The cloud may not have profile: write out what it stands for.'));
  const auth = cloud['auth'];
  if (!isJsonObject(auth)) return [...problems, badValue('The cloud needs auth.')];
  const url = auth['auth_url'];
  if (typeof url !== 'string' || !urlPattern.test(url))
    problems.push(badValue('auth.auth_url of the cloud must be the URL of its Keystone.'));
  else if (!isServerHost(hostOfUrl(url)))
    problems.push(
      badValue('auth.auth_url of the cloud must be another machine than the one that connects to it.'),
    );
  if (!opens(auth))
    problems.push(
      badValue(
        'auth of the cloud needs an application credential with its secret, or a user with a password.',
      ),
    );
  return problems;
};
