import { describe, expect, it } from 'vitest';
import { isPermitted, type Permission, type Role, roles } from '../../../../src/domain/access/principal.ts';

const allowed = (permission: Permission): readonly Role[] =>
  roles.filter((role) => isPermitted({ keyId: 'key_1', tenantId: 'ten_1', role }, permission));

describe('isPermitted', () => {
  it.each<[Permission, readonly Role[]]>([
    ['none', roles],
    ['authenticated', roles],
    ['catalogue.read', roles],
    ['clusters.read', ['viewer', 'editor', 'admin']],
    ['clusters.create', ['editor', 'admin']],
    ['clusters.update', ['editor', 'admin']],
    ['clusters.delete', ['editor', 'admin']],
    ['clusters.kubeconfig', ['editor', 'admin']],
    ['nodePools.create', ['editor', 'admin']],
    ['credentials.read', ['viewer', 'editor', 'admin']],
    ['credentials.create', ['editor', 'admin']],
    ['projects.read', ['viewer', 'editor', 'admin']],
    ['projects.create', ['admin']],
    ['projects.update', ['admin']],
    ['projects.delete', ['admin']],
    ['fleet.read', ['fleet-operator', 'fleet-viewer']],
    ['fleet.write', ['fleet-operator']],
  ])('allows %s to the right roles', (permission, expected) => {
    expect(allowed(permission)).toEqual(expected);
  });

  it('allows nothing but what is open to everybody without a principal', () => {
    expect(isPermitted(undefined, 'none')).toBe(true);
    expect(isPermitted(undefined, 'authenticated')).toBe(false);
    expect(isPermitted(undefined, 'clusters.read')).toBe(false);
  });
});
