import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '../protocol/aws-answer.ts';
import { readScope } from '../protocol/aws-call.ts';
import { type Access, homeAccount, type Session } from './access.ts';

/** Whose every access key is. */
export interface CredentialBook {
  /** Whose account the key of a request is of; the home account for keys that nobody has. */
  accountOf(headers: IncomingHttpHeaders): string;
  /** Who signed a request; throws `Refusal` for a key that nobody has, a wrong session token and an ended session. */
  open(headers: IncomingHttpHeaders, service: string, now: number): Access;
  addSession(session: Session, access: Omit<Access, 'session'>): void;
  addUserKey(key: string, access: Access): void;
  /** Ends all sessions there are. */
  endSessions(): void;
  reset(): void;
}

const unknownKey = (service: string): Refusal => {
  if (service === 'ec2')
    return new Refusal('AuthFailure', 'AWS was not able to validate the provided access credentials', 401);
  if (service === 's3')
    return new Refusal(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
      403,
    );
  if (service === 'servicequotas' || service === 'kms' || service === 'ram')
    return new Refusal(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
      400,
    );
  return new Refusal('InvalidClientTokenId', 'The security token included in the request is invalid.', 403);
};

const ended = (service: string): Refusal => {
  if (service === 'ec2') return new Refusal('RequestExpired', 'Request has expired.', 400);
  if (service === 's3') return new Refusal('ExpiredToken', 'The provided token has expired.', 400);
  if (service === 'servicequotas' || service === 'kms' || service === 'ram')
    return new Refusal('ExpiredTokenException', 'The security token included in the request is expired', 400);
  return new Refusal('ExpiredToken', 'The security token included in the request is expired', 403);
};

const administrator = (account: string): Access => ({ account, arn: `arn:aws:iam::${account}:user/admin` });

export const createCredentialBook = (endsByClock: () => boolean): CredentialBook => {
  const known = new Map<string, Access>();
  let endedKeys = new Set<string>();
  const find = (headers: IncomingHttpHeaders): Access | undefined => {
    const key = readScope(headers)?.key;
    // Without a signature: public objects, and web identities, which are looked at by a rule.
    if (key === undefined || key === 'test') return administrator(homeAccount);
    const account = /^AKIA(\d{12})TEST$/.exec(key)?.[1];
    return account === undefined ? known.get(key) : administrator(account);
  };
  return {
    accountOf: (headers) => find(headers)?.account ?? homeAccount,
    open: (headers, service, now) => {
      const access = find(headers);
      if (access === undefined) throw unknownKey(service);
      const { session } = access;
      if (session === undefined) return access;
      if (headers['x-amz-security-token'] !== session.token) throw unknownKey(service);
      if (endedKeys.has(session.key) || (endsByClock() && now >= session.endsAt)) throw ended(service);
      return access;
    },
    addSession: (session, access) => known.set(session.key, { ...access, session }),
    addUserKey: (key, access) => known.set(key, access),
    endSessions: () => {
      endedKeys = new Set(known.keys());
    },
    reset: () => {
      known.clear();
      endedKeys.clear();
    },
  };
};
