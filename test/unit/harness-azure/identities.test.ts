import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { placed, useDouble } from './azure-client.ts';

const { double, call, identities } = await useDouble();
const identity = `${identities}/one`;
const credentials = `${identity}/federatedIdentityCredentials`;

const federated = (subject: string, more: JsonObject = {}): JsonObject => ({
  properties: { issuer: 'https://oidc.example.org/one', subject, audiences: ['openshift'], ...more },
});

const propertiesOf = (body: JsonObject) => body['properties'] as Record<string, string>;

it('gives an identity ids that stay', async () => {
  const made = await call('PUT', identity, { ...placed, properties: { clientId: 'mine' } });
  const { tenantId, clientId, principalId } = propertiesOf(made.body);
  expect([made.status, tenantId]).toEqual([201, double.tenantId]);
  expect(clientId).toMatch(/^[0-9a-f-]{36}$/);
  expect(principalId).not.toBe(clientId);
  expect(propertiesOf((await call('PUT', identity, placed)).body)).toEqual(propertiesOf(made.body));
  expect(propertiesOf(made.body)).not.toHaveProperty('provisioningState');
  await call('DELETE', identity);
  expect(propertiesOf((await call('PUT', identity, placed)).body)['clientId']).not.toBe(clientId);
});

describe('federated credentials', () => {
  it('takes one write at a time to an identity', async () => {
    await call('PUT', identity, placed);
    await call('PUT', `${identities}/two`, placed);
    const replies = await Promise.all([
      call('PUT', `${credentials}/first`, federated('a')),
      call('PUT', `${credentials}/second`, federated('b')),
      call('PUT', `${identities}/two/federatedIdentityCredentials/first`, federated('a')),
    ]);
    expect(replies.map(({ status, code }) => [status, code])).toEqual([
      [201, undefined],
      [409, 'ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity'],
      [201, undefined],
    ]);
  });

  it('takes the next write when the time of the last has gone by', async () => {
    await call('PUT', identity, placed);
    double.knobs.federatedSeconds = 3;
    await call('PUT', `${credentials}/first`, federated('a'));
    double.advance(2);
    expect((await call('DELETE', `${credentials}/first`)).code).toBe(
      'ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity',
    );
    double.advance(1);
    expect((await call('PUT', `${credentials}/second`, federated('b'))).status).toBe(201);
  });

  it('is written again with the same name', async () => {
    await call('PUT', identity, placed);
    await call('PUT', `${credentials}/first`, federated('a'));
    expect((await call('PUT', `${credentials}/first`, federated('b'))).status).toBe(200);
    expect((await call('GET', `${credentials}/first`)).body).toMatchObject(federated('b'));
  });

  it('trusts nobody twice', async () => {
    await call('PUT', identity, placed);
    await call('PUT', `${credentials}/first`, federated('a'));
    expect(await call('PUT', `${credentials}/second`, federated('a'))).toMatchObject({
      status: 409,
      code: 'Conflict',
    });
  });

  it.each([
    ['a name that is too short', 'a', federated('a')],
    ['no subject', 'first', federated('')],
    ['two audiences', 'first', federated('a', { audiences: ['a', 'b'] })],
    ['no audience', 'first', federated('a', { audiences: [] })],
  ])('refuses %s', async (_what, name, body) => {
    await call('PUT', identity, placed);
    expect((await call('PUT', `${credentials}/${name}`, body)).code).toBe('BadRequest');
  });

  it('has room for twenty', async () => {
    await call('PUT', identity, placed);
    for (let index = 0; index < 20; index += 1)
      await call('PUT', `${credentials}/number-${index}`, federated(`${index}`));
    expect((await call('PUT', `${credentials}/number-20`, federated('20'))).code).toBe(
      'FederatedIdentityCredentialLimitReached',
    );
    expect((await call('PUT', `${credentials}/number-19`, federated('x'))).status).toBe(200);
  });

  it('goes with its identity', async () => {
    await call('PUT', identity, placed);
    await call('PUT', `${credentials}/first`, federated('a'));
    expect((await call('DELETE', identity)).status).toBe(200);
    expect(double.census()).toEqual(['resourceGroups berth-one']);
  });
});
