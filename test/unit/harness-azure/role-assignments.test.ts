import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { placed, useDouble } from './azure-client.ts';

const { double, call, subscription, group, identities } = await useDouble();
const contributor = 'b24988ac-6180-42a0-ab88-20f7382dd24c';
const reader = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';
const name = (digit: number) => `11111111-1111-5111-8111-11111111111${digit}`;
const at = (scope: string, digit: number) =>
  `${scope}/providers/Microsoft.Authorization/roleAssignments/${name(digit)}`;

const makeIdentity = async (called = 'one'): Promise<string> => {
  const { body } = await call('PUT', `${identities}/${called}`, placed);
  return (body['properties'] as Record<string, string>)['principalId'] ?? '';
};

const bodyOf = (principalId: string, role = contributor): JsonObject => ({
  properties: {
    roleDefinitionId: `${subscription}/providers/Microsoft.Authorization/roleDefinitions/${role}`,
    principalId,
    principalType: 'ServicePrincipal',
  },
});

const namesAt = async (scope: string, filter = '') => {
  double.knobs.pageSize = 10;
  const query = filter === '' ? '' : `?${new URLSearchParams({ $filter: filter })}`;
  const { body } = await call('GET', `${scope}/providers/Microsoft.Authorization/roleAssignments${query}`);
  return (body['value'] as JsonObject[]).map((assignment) => assignment['name']);
};

it('knows the principal of an identity after a while', async () => {
  double.knobs.principalSeconds = 20;
  const principal = await makeIdentity();
  double.advance(19);
  expect(await call('PUT', at(group, 1), bodyOf(principal))).toMatchObject({
    status: 400,
    code: 'PrincipalNotFound',
  });
  double.advance(1);
  expect((await call('PUT', at(group, 1), bodyOf(principal))).status).toBe(201);
});

it('knows principals of elsewhere that a test names', async () => {
  const principal = '22222222-2222-4222-8222-222222222222';
  expect((await call('PUT', at(group, 1), bodyOf(principal))).code).toBe('PrincipalNotFound');
  double.addPrincipal(principal);
  expect((await call('PUT', at(group, 1), bodyOf(principal))).status).toBe(201);
});

it('takes the same assignment again, and no other under its name', async () => {
  const [one, two] = [await makeIdentity('one'), await makeIdentity('two')];
  expect((await call('PUT', at(group, 1), bodyOf(one))).status).toBe(201);
  expect((await call('PUT', at(group, 1), bodyOf(one))).status).toBe(200);
  for (const body of [bodyOf(two), bodyOf(one, reader)])
    expect((await call('PUT', at(group, 1), body)).code).toBe('RoleAssignmentUpdateNotPermitted');
});

it('gives nobody the same twice under two names', async () => {
  const principal = await makeIdentity();
  await call('PUT', at(group, 1), bodyOf(principal));
  expect(await call('PUT', at(group, 2), bodyOf(principal))).toMatchObject({
    status: 409,
    code: 'RoleAssignmentExists',
  });
  expect((await call('PUT', at(group, 2), bodyOf(principal, reader))).status).toBe(201);
  expect((await call('PUT', at(subscription, 3), bodyOf(principal))).status).toBe(201);
});

it('refuses names that are no UUID, and bodies that say too little', async () => {
  const principal = await makeIdentity();
  const path = at(group, 1);
  expect((await call('PUT', path.replace(name(1), 'one'), bodyOf(principal))).code).toBe(
    'InvalidRoleAssignmentId',
  );
  expect((await call('PUT', path, { properties: { principalId: principal } })).code).toBe(
    'InvalidCreateRoleAssignmentRequest',
  );
});

it('assigns nothing on what is not there', async () => {
  const principal = await makeIdentity();
  const lost = `${subscription}/resourceGroups/lost`;
  expect((await call('PUT', at(lost, 1), bodyOf(principal))).code).toBe('ResourceGroupNotFound');
  expect((await call('PUT', at(`${identities}/lost`, 1), bodyOf(principal))).code).toBe('ResourceNotFound');
});

it('lists what is at a scope, above it and, unless told otherwise, below it', async () => {
  const [one, two] = [await makeIdentity('one'), await makeIdentity('two')];
  await call('PUT', at(subscription, 1), bodyOf(one));
  await call('PUT', at(group, 2), bodyOf(one));
  await call('PUT', at(`${identities}/one`, 3), bodyOf(two));
  expect(await namesAt(group)).toEqual([name(1), name(2), name(3)]);
  expect(await namesAt(group, 'atScope()')).toEqual([name(1), name(2)]);
  expect(await namesAt(group, `principalId eq '${two}'`)).toEqual([name(3)]);
  expect(await namesAt(group, `atScope() and assignedTo('${two}')`)).toEqual([]);
  const odd = await call(
    'GET',
    `${group}/providers/Microsoft.Authorization/roleAssignments?$filter=roleName eq 'x'`,
  );
  expect(odd.code).toBe('UnsupportedQuery');
});

it('keeps assignments outside of a group that goes, without their principal', async () => {
  const zoneGroup = `${subscription}/resourceGroups/dns`;
  const principal = await makeIdentity();
  await call('PUT', at(group, 1), bodyOf(principal));
  await call('PUT', at(zoneGroup, 2), bodyOf(principal));
  await call('DELETE', group);
  expect(double.census()).toEqual([`roleAssignments ${name(2)}`]);
  expect((await call('PUT', at(zoneGroup, 3), bodyOf(principal, reader))).code).toBe('PrincipalNotFound');
  expect((await call('DELETE', at(zoneGroup, 2))).status).toBe(200);
  expect((await call('DELETE', at(zoneGroup, 2))).status).toBe(204);
  expect((await call('GET', at(zoneGroup, 2))).code).toBe('RoleAssignmentNotFound');
});

it('makes no more than the subscription may have', async () => {
  double.knobs.limits['roleAssignments'] = 0;
  const principal = await makeIdentity();
  expect((await call('PUT', at(group, 1), bodyOf(principal))).code).toBe('RoleAssignmentLimitExceeded');
});
