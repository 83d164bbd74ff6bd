import { isJsonObject, type JsonObject, type JsonValue } from '../shared/json.ts';

/**
 * Members that hold a secret, whatever is in them. What a service hands to the audit trail has none by construction; this is for the
 * parts of a spec that are handed through as they came.
 */
const secretName =
  /^(?:kubeconfig|token|authorization|.*(?:password|passphrase|secret|privateKey|apiKey|accessKey))$/i;

/** User and password before the host of a URL, also of one that is none of ours: `http://user:pass@proxy:3128`. */
const userInfo = /([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#]{1,8192}@/gi;

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** Texts only: an object of such a name is a reference to a secret. */
const isSecretMember = (name: string, value: JsonValue | undefined): boolean =>
  typeof value === 'string' && secretName.test(name);

const redactText = (text: string): string =>
  privateKey.test(text) ? '[redacted]' : text.includes('@') ? text.replace(userInfo, '$1[redacted]@') : text;

const redactValue = (value: JsonValue): JsonValue => {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item as JsonValue));
  return isJsonObject(value) ? redactMembers(value) : value;
};

/** Whether a look at every member is worth it: one pass over the text is a tenth of the walk, and nearly always enough. */
const isSuspicious = (value: JsonObject): boolean =>
  /@|PRIVATE KEY|(?:kubeconfig|token|authorization|password|passphrase|secret|privateKey|apiKey|accessKey)":"/i.test(
    JSON.stringify(value),
  );

const redactMembers = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecretMember(name, member) ? { set: true } : member === undefined ? undefined : redactValue(member),
    ]),
  );

/** The same without what could be a secret: such a member says `{ "set": true }` instead. */
export const redactSecrets = (value: JsonObject): JsonObject =>
  isSuspicious(value) ? redactMembers(value) : value;
