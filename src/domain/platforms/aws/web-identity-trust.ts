import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';

/** Whom a role lets in by tokens of an issuer: `none`, `everybody` whose token the issuer signed, or the `named` service accounts. */
export type WebIdentityTrust = 'none' | 'everybody' | 'named';

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value as JsonValue];
};

const memberOf = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  isJsonObject(value) ? value[key] : undefined;

const names = (statement: JsonObject, providerArn: string): boolean => {
  const principal = statement['Principal'];
  const providers = principal === '*' ? ['*'] : listOf(memberOf(principal, 'Federated'));
  return (
    statement['Effect'] === 'Allow' &&
    listOf(statement['Action']).includes('sts:AssumeRoleWithWebIdentity') &&
    (providers.includes(providerArn) || providers.includes('*'))
  );
};

/** Tests that let only what they list pass. `StringNotEquals` and the like let all else pass. */
const listing = /^(?:ForAnyValue:)?String(?:Equals|Like)$/;

/** `system:serviceaccount:NAMESPACE:NAME` with a wildcard before its end: accounts of any namespace. */
const isOpen = (subject: JsonValue): boolean =>
  typeof subject !== 'string' || /^(?:[^:]*:){0,2}[^:]*[*?]/.test(subject);

/** The values of one test are alternatives: one that is open opens them all. */
const isBound = ({ Condition: condition }: JsonObject, issuer: string): boolean =>
  Object.entries(isJsonObject(condition) ? condition : {}).some(([test, keys]) => {
    const subjects = listOf(memberOf(keys, `${issuer}:sub`));
    return listing.test(test) && subjects.length > 0 && !subjects.some(isOpen);
  });

/**
 * Reads the trust policy of a role. Source: IAM JSON policy elements, and creating a role for OpenID Connect federation.
 * @param issuer as IAM names it, without its scheme.
 */
export const webIdentityTrust = (
  policy: JsonValue | undefined,
  providerArn: string,
  issuer: string,
): WebIdentityTrust => {
  const trusting = listOf(memberOf(policy, 'Statement'))
    .filter(isJsonObject)
    .filter((statement) => names(statement, providerArn));
  if (trusting.length === 0) return 'none';
  return trusting.every((statement) => isBound(statement, issuer)) ? 'named' : 'everybody';
};
