import { beginFederatedWrite, federatedType } from '../kinds/identities.ts';
import { kindOf } from '../kinds/kinds.ts';
import { read } from '../reads/reads.ts';
import { assertAllowed, assertRegistered, assertSubscription } from './access.ts';
import { type ArmAnswer, type ArmRequest, Refused, refusalAnswer, refused } from './answer.ts';
import { assertApiVersion } from './api-versions.ts';
import { answerOperation, settleOperations } from './operations.ts';
import { remove } from './removals.ts';
import { type ArmPath, parseArmPath, typeKeyOf } from './resource-id.ts';
import { shortTypeOf } from './things.ts';
import type { ArmWorld } from './world.ts';
import { patch, put } from './writes.ts';

const operationPath = /\/(operations|operationresults)\/operation-\d+$/i;

/** `PUT virtualNetworks`, `LIST resourceGroups`, `GET operations`: how calls are told apart. */
export const actionOf = ({ method, path }: Pick<ArmRequest, 'method' | 'path'>): string => {
  if (path.endsWith('/oauth2/v2.0/token')) return `${method} token`;
  if (operationPath.test(path)) return `${method} operations`;
  const at = parseArmPath(path);
  if (at === undefined) return `${method} ${path.split('/').at(-1)}`;
  const type = at.types.length === 0 ? (at.namespace ?? 'subscriptions') : typeKeyOf(at);
  const short = shortTypeOf(kindOf(type)?.type ?? at.types.at(-1) ?? type);
  return `${method === 'GET' && at.isList ? 'LIST' : method} ${short}`;
};

const head = ({ status }: ArmAnswer): ArmAnswer => ({ status: status === 200 ? 204 : status });

const dispatch = async (world: ArmWorld, call: ArmRequest, at: ArmPath): Promise<ArmAnswer> => {
  if (call.method === 'GET') return read(world, call, at);
  if (call.method === 'HEAD') return head(read(world, call, at));
  const kind = kindOf(typeKeyOf(at));
  if (kind === undefined || at.isList)
    throw refused(404, 'InvalidResourceType', `The resource type '${typeKeyOf(at)}' could not be found.`);
  assertRegistered(world, at);
  const write = { PUT: put, PATCH: patch, DELETE: remove }[call.method];
  if (write === undefined)
    throw refused(405, 'HttpMethodNotSupported', `The method ${call.method} is not supported.`);
  if (kind.type !== federatedType) return write(world, kind, call);
  const end = beginFederatedWrite(world, call.path);
  try {
    // Another one may come in before this one is answered.
    await new Promise(setImmediate);
    return write(world, kind, call);
  } finally {
    end();
  }
};

/** The answer of Azure Resource Manager to a caller that it knows. */
export const answerArm = async (world: ArmWorld, call: ArmRequest): Promise<ArmAnswer> => {
  settleOperations(world);
  try {
    const at = parseArmPath(call.path);
    if (at === undefined)
      throw refused(404, 'InvalidRequestUri', `The double does not know ${call.method} ${call.path}`);
    // What is said of a provider is said by Azure Resource Manager itself.
    assertApiVersion(at.types.length === 0 ? '' : typeKeyOf(at), call.query.get('api-version'));
    const words = world.knobs.refuse({ ...call, action: actionOf(call) });
    if (words !== undefined) throw new Refused(words);
    assertSubscription(world, at);
    const operation = answerOperation(world, call.path, call.origin);
    if (operation !== undefined) return operation;
    assertAllowed(world, call, at);
    return await dispatch(world, call, at);
  } catch (error) {
    if (error instanceof Refused) return refusalAnswer(error.words);
    throw error;
  }
};
