import type { ArmRequest } from './answer.ts';
import { refused } from './answer.ts';
import { type ArmPath, keyOf } from './resource-id.ts';
import type { ArmWorld, Grant } from './world.ts';

const matches = (pattern: string, action: string): boolean =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i').test(action);

const allows = ({ actions, notActions }: Grant, action: string): boolean =>
  actions.some((pattern) => matches(pattern, action)) &&
  !notActions.some((pattern) => matches(pattern, action));

const verbs: Readonly<Record<string, string>> = { GET: 'read', HEAD: 'read', DELETE: 'delete' };

/** `Microsoft.Network/virtualNetworks/write` */
const actionOf = (method: string, { namespace = 'Microsoft.Resources', types }: ArmPath): string =>
  [namespace, ...(types.length === 0 ? ['subscriptions'] : types), verbs[method] ?? 'write'].join('/');

export const assertSubscription = (world: ArmWorld, { subscription }: ArmPath): void => {
  const isOther = keyOf(subscription) !== keyOf(world.subscriptionId);
  if (isOther || world.knobs.subscription === 'absent')
    throw refused(404, 'SubscriptionNotFound', `The subscription '${subscription}' could not be found.`);
};

export const assertAllowed = (world: ArmWorld, { method, path }: ArmRequest, at: ArmPath): void => {
  const action = actionOf(method, at);
  const isForbidden = world.knobs.subscription === 'forbidden';
  // Anybody may ask what it may do.
  if (!isForbidden && at.types.at(-1)?.toLowerCase() === 'permissions') return;
  if (isForbidden || !world.knobs.grants(path).some((grant) => allows(grant, action)))
    throw refused(
      403,
      'AuthorizationFailed',
      `The client does not have authorization to perform action '${action}' over scope '${path}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
    );
};

export const assertRegistered = (world: ArmWorld, { namespace }: ArmPath): void => {
  if (namespace !== undefined && world.knobs.unregistered.has(namespace))
    throw refused(
      409,
      'MissingSubscriptionRegistration',
      `The subscription is not registered to use namespace '${namespace}'.`,
    );
};
