import { describe, expect, it } from 'vitest';
import { grantedPermissions, type Permission } from '../../../../src/domain/access/permission.ts';
import {
  type Grant,
  isPermitted,
  isPermittedIn,
  type Principal,
  scopeOf,
} from '../../../../src/domain/access/principal.ts';
import { type Role, roles } from '../../../../src/domain/access/role.ts';

const tenantId = 'ten_1';

const keyWith = (grants: readonly Grant[], rest: Partial<Principal> = {}): Principal => ({
  kind: 'apiKey',
  id: 'key_1',
  grants,
  ...(grants.some(({ role }) => role.startsWith('fleet')) ? {} : { tenantId }),
  ...rest,
});

const allowed = (permission: Permission): readonly Role[] =>
  roles.filter((role) => isPermitted(keyWith([{ role }]), permission));

const allowedInProject = (permission: Permission): readonly Role[] =>
  roles.filter((role) => isPermitted(keyWith([{ role, projectId: 'prj_1' }]), permission));

describe('isPermitted', () => {
  it.each<[Permission, readonly Role[], readonly Role[]]>([
    ['none', roles, roles],
    ['authenticated', roles, roles],
    ['catalogue.read', roles, roles],
    ['clusters.read', ['viewer', 'editor', 'admin'], ['viewer', 'editor', 'admin']],
    ['clusters.create', ['editor', 'admin'], ['editor', 'admin']],
    ['clusters.update', ['editor', 'admin'], ['editor', 'admin']],
    ['clusters.delete', ['editor', 'admin'], ['editor', 'admin']],
    ['clusters.kubeconfig', ['editor', 'admin'], ['editor', 'admin']],
    ['nodePools.create', ['editor', 'admin'], ['editor', 'admin']],
    ['credentials.read', ['viewer', 'editor', 'admin'], []],
    ['credentials.create', ['editor', 'admin'], []],
    ['projects.read', ['viewer', 'editor', 'admin'], ['viewer', 'editor', 'admin']],
    ['projects.create', ['admin'], []],
    ['projects.update', ['admin'], ['admin']],
    ['projects.delete', ['admin'], []],
    ['apiKeys.create', ['admin'], []],
    ['auditRecords.read', ['admin'], []],
    ['fleet.read', ['fleet-operator', 'fleet-viewer'], ['fleet-operator', 'fleet-viewer']],
    ['fleet.write', ['fleet-operator'], ['fleet-operator']],
  ])('allows %s to the right roles, in the tenant and in a project', (permission, tenantWide, inProject) => {
    expect(allowed(permission)).toEqual(tenantWide);
    expect(allowedInProject(permission)).toEqual(inProject);
  });

  it('allows nothing but what is open to everybody without a principal', () => {
    expect(isPermitted(undefined, 'none')).toBe(true);
    expect(isPermitted(undefined, 'authenticated')).toBe(false);
    expect(isPermitted(undefined, 'clusters.read')).toBe(false);
  });

  it('gives a role of the fleet in a tenant no more than the catalogue, and a role of tenants nothing of the fleet', () => {
    const odd = keyWith([{ role: 'fleet-operator' }], { tenantId });
    const stray = keyWith([{ role: 'admin' }]);
    expect(grantedPermissions.filter((one) => isPermitted(odd, one))).toEqual(['catalogue.read']);
    expect(
      grantedPermissions.filter((one) => isPermitted({ kind: 'apiKey', id: 'k', grants: stray.grants }, one)),
    ).toEqual(['catalogue.read']);
  });

  it('is narrowed by scopes, and never widened', () => {
    const narrowed = keyWith([{ role: 'viewer' }], { scopes: ['clusters.read', 'clusters.delete'] });
    expect(grantedPermissions.filter((one) => isPermitted(narrowed, one))).toEqual(['clusters.read']);
    expect(isPermitted(narrowed, 'authenticated')).toBe(true);
  });
});

describe('scopeOf', () => {
  const inTwo: readonly Grant[] = [
    { role: 'editor', projectId: 'prj_b' },
    { role: 'viewer', projectId: 'prj_a' },
    { role: 'admin', projectId: 'prj_b' },
  ];

  it('names the projects in which the permission is held', () => {
    expect(scopeOf(keyWith(inTwo), tenantId, 'clusters.read')).toEqual({
      tenantId,
      projectIds: ['prj_a', 'prj_b'],
    });
    expect(scopeOf(keyWith(inTwo), tenantId, 'clusters.create')).toEqual({ tenantId, projectIds: ['prj_b'] });
  });

  it('is the whole tenant where one grant reaches all of it, and where nothing is demanded', () => {
    expect(scopeOf(keyWith([...inTwo, { role: 'viewer' }]), tenantId, 'clusters.read')).toEqual({ tenantId });
    expect(scopeOf(keyWith(inTwo), tenantId, 'authenticated')).toEqual({ tenantId });
    expect(scopeOf(keyWith(inTwo), tenantId, 'none')).toEqual({ tenantId });
  });
});

describe('isPermittedIn', () => {
  it.each([
    [{ role: 'editor' }, 'prj_1', true],
    [{ role: 'editor' }, undefined, true],
    [{ role: 'editor', projectId: 'prj_1' }, 'prj_1', true],
    [{ role: 'editor', projectId: 'prj_1' }, 'prj_2', false],
    [{ role: 'editor', projectId: 'prj_1' }, undefined, false],
    [{ role: 'viewer' }, 'prj_1', false],
  ] as const)('%j in %s: %s', (grant, projectId, expected) => {
    expect(isPermittedIn(keyWith([grant]), 'clusters.create', projectId)).toBe(expected);
  });
});
