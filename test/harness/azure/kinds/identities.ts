import { refused } from '../arm/answer.ts';
import { propertiesIn, textIn } from '../arm/fields.ts';
import { keyOf, parentIdOf } from '../arm/resource-id.ts';
import { childrenOf } from '../arm/things.ts';
import { type ArmWorld, nextUuid } from '../arm/world.ts';
import type { ArmKind } from './kind.ts';

const identityType = 'Microsoft.ManagedIdentity/userAssignedIdentities';
export const federatedType = `${identityType}/federatedIdentityCredentials`;

export const userAssignedIdentities: ArmKind = {
  type: identityType,
  place: 'regional',
  pace: 'sync',
  hasState: false,
  /** Entra ID chooses these when an identity is made; they stay until it goes. */
  prepare: (world, { body, found }) => {
    const { tenantId, clientId, principalId } = propertiesIn(found?.body);
    return {
      ...body,
      properties: {
        tenantId: tenantId ?? world.tenantId,
        clientId: clientId ?? nextUuid(world),
        principalId: principalId ?? nextUuid(world),
      },
    };
  },
  stored: (world, { body }) => {
    const principalId = textIn(propertiesIn(body), 'principalId') ?? '';
    if (!world.principals.has(principalId))
      world.principals.set(principalId, world.now() + world.knobs.principalSeconds * 1000);
  },
  removed: (world, { body }) => {
    world.principals.delete(textIn(propertiesIn(body), 'principalId') ?? '');
  },
};

/** One write at a time to the credentials of an identity. @returns what ends this one */
export const beginFederatedWrite = (world: ArmWorld, id: string): (() => void) => {
  const identity = keyOf(parentIdOf(id));
  const until = world.federatedWrites.get(identity);
  if (until !== undefined && world.now() < until)
    throw refused(
      409,
      'ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity',
      `Too many Federated Identity Credentials are written concurrently for the managed identity '${identity}'. Concurrent Federated Identity Credentials writes under the same managed identity are not supported.`,
    );
  world.federatedWrites.set(identity, Number.POSITIVE_INFINITY);
  const end = world.now() + world.knobs.federatedSeconds * 1000;
  return () => void world.federatedWrites.set(identity, end);
};

export const federatedIdentityCredentials: ArmKind = {
  type: federatedType,
  place: 'none',
  pace: 'sync',
  hasState: false,
  assertWrite: (world, { id, body, found }) => {
    const { issuer, subject, audiences } = propertiesIn(body);
    if (!/^[a-zA-Z0-9][a-zA-Z0-9_-]{2,119}$/.test(id.split('/').at(-1) ?? ''))
      throw refused(400, 'BadRequest', 'The name of the federated identity credential is not valid.');
    const isWhole = [issuer, subject].every((text) => typeof text === 'string' && text !== '');
    if (!isWhole || !Array.isArray(audiences) || audiences.length !== 1)
      throw refused(400, 'BadRequest', 'Issuer, subject and exactly one audience are required.');
    const siblings = childrenOf(world, parentIdOf(id), federatedType).filter(
      (other) => keyOf(other.id) !== keyOf(id),
    );
    const same = siblings.find(({ body: other }) => {
      const properties = propertiesIn(other);
      return properties['issuer'] === issuer && properties['subject'] === subject;
    });
    if (same !== undefined)
      throw refused(
        409,
        'Conflict',
        'Issuer and subject combination already exists for this Managed Identity.',
      );
    if (found === undefined && siblings.length >= (world.knobs.limits['federatedIdentityCredentials'] ?? 20))
      throw refused(
        400,
        'FederatedIdentityCredentialLimitReached',
        'Too many Federated Identity Credentials are attached to the managed identity.',
      );
  },
};
