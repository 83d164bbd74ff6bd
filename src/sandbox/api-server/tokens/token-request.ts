import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { timeText } from '../admission/object-metadata.ts';
import { objectAt } from '../objects/api-object.ts';
import { invalid, notFound } from '../objects/errors.ts';
import { serviceAccounts } from '../resources/core-kinds.ts';
import { subjectOf } from '../resources/resource-type.ts';
import { loadObject, type WriteContext } from '../writes/write-context.ts';
import { type TokenSigner, tokenIssuer } from './service-account-tokens.ts';

const minSeconds = 600;
const maxSeconds = 2 ** 32;
const defaultSeconds = 3600;

const secondsOf = (value: JsonValue | undefined): number => {
  const seconds = value ?? defaultSeconds;
  if (typeof seconds === 'number' && seconds >= minSeconds && seconds <= maxSeconds) return seconds;
  throw invalid({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, [
    {
      path: 'spec.expirationSeconds',
      reason: 'FieldValueInvalid',
      message: `Invalid value: ${JSON.stringify(seconds)}: may not specify a duration less than 10 minutes`,
    },
  ]);
};

const audiencesOf = (value: JsonValue | undefined): readonly string[] => {
  const given = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  return given.length > 0 ? given : [tokenIssuer];
};

/** POST …/serviceaccounts/NAME/token. */
export const requestToken = async (
  context: WriteContext,
  signer: TokenSigner,
  namespace: string,
  name: string,
  body: JsonValue,
): Promise<JsonObject> => {
  const account = await loadObject(context, { type: serviceAccounts, namespace, name });
  if (!account) throw notFound(subjectOf(serviceAccounts, name));
  const spec = objectAt(isJsonObject(body) ? body : {}, 'spec');
  const audiences = audiencesOf(spec['audiences']);
  const seconds = secondsOf(spec['expirationSeconds']);
  const subject = { namespace, name, uid: account.metadata.uid ?? '' };
  const issued = signer.issue(subject, audiences, seconds, context.now());
  return {
    kind: 'TokenRequest',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: { name, namespace, creationTimestamp: timeText(context.now()) },
    spec: { ...spec, audiences, expirationSeconds: seconds },
    status: { token: issued.token, expirationTimestamp: timeText(issued.expiresAt) },
  };
};
