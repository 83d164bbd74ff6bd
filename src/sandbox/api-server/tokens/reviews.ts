import { isJsonObject, type JsonObject, type JsonValue } from '../../../domain/shared/json.ts';
import { objectAt, textAt } from '../objects/api-object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { Authenticate, User } from './authenticate.ts';

const userInfo = ({ name, uid, groups }: User): JsonObject => ({ username: name, uid, groups });

const reviewToken = async (body: JsonObject, authenticate: Authenticate): Promise<JsonObject> => {
  const user = await authenticate(`Bearer ${textAt(body, 'spec', 'token') ?? ''}`);
  return user ? { authenticated: true, user: userInfo(user) } : { error: 'invalid bearer token' };
};

/** The sandbox authorizes everybody it knows to do everything; it says so. */
const allowed: JsonObject = { allowed: true, reason: 'the sandbox allows everything' };

const allRules: JsonObject = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
  incomplete: false,
};

const statusOf = async (
  kind: string,
  body: JsonObject,
  user: User,
  authenticate: Authenticate,
): Promise<JsonObject> => {
  if (kind === 'SelfSubjectReview') return { userInfo: userInfo(user) };
  if (kind === 'TokenReview') return reviewToken(body, authenticate);
  return kind === 'SelfSubjectRulesReview' ? allRules : allowed;
};

/** Answers the kinds that are only asked and never stored. */
export const answerReview = async (
  type: ResourceType,
  body: JsonValue,
  user: User,
  authenticate: Authenticate,
): Promise<JsonObject> => {
  const given = isJsonObject(body) ? body : {};
  return {
    kind: type.kind,
    apiVersion: type.apiVersion,
    metadata: objectAt(given, 'metadata'),
    ...(given['spec'] === undefined ? {} : { spec: given['spec'] }),
    status: await statusOf(type.kind, given, user, authenticate),
  };
};
