import type { IdentityIssuer } from '../../../src/domain/access/identity-issuer.ts';
import type { RoleBinding } from '../../../src/domain/access/role-binding.ts';
import { BerthError } from '../../../src/domain/shared/error.ts';
import type { IdentityIssuerService, RoleBindingService } from '../../../src/services/access-contract.ts';
import { checkIfMatch, owned, pageOf, type World } from './world.ts';

export const createFakeIdentityIssuers = (world: World): IdentityIssuerService => {
  const issuers = new Map<string, IdentityIssuer>();
  return {
    createIdentityIssuer: async (context, input) =>
      world.once(context, () => {
        world.calls.push('createIdentityIssuer');
        const at = world.now();
        const id = world.newId('identityIssuer');
        const { tenantId } = context;
        const version = { generation: 1, revision: 1, createdAt: at, updatedAt: at };
        for (const issuer of issuers.values())
          if (issuer.tenantId === tenantId && issuer.name === input.name)
            throw new BerthError('name-conflict', 'The name is taken.', {
              extensions: { existingId: issuer.id },
            });
        const resource: IdentityIssuer = { ...input, tenantId, id, ...version };
        issuers.set(id, resource);
        return { resource };
      }),
    getIdentityIssuer: async (tenantId, id) => owned(issuers, tenantId, id),
    listIdentityIssuers: async (tenantId, page) =>
      pageOf(
        [...issuers.values()].filter((issuer) => issuer.tenantId === tenantId),
        page,
      ),
    updateIdentityIssuer: async ({ tenantId }, id, trust, ifMatch) => {
      world.calls.push('updateIdentityIssuer');
      const { name, issuer, createdAt, generation, revision } = owned(issuers, tenantId, id);
      checkIfMatch({ generation }, ifMatch);
      const version = {
        generation: generation + 1,
        revision: revision + 1,
        createdAt,
        updatedAt: world.now(),
      };
      const changed: IdentityIssuer = { tenantId, id, name, issuer, ...trust, ...version };
      issuers.set(id, changed);
      return changed;
    },
    deleteIdentityIssuer: async ({ tenantId }, id, ifMatch) => {
      world.calls.push('deleteIdentityIssuer');
      checkIfMatch(owned(issuers, tenantId, id), ifMatch);
      issuers.delete(id);
    },
  };
};

export const createFakeRoleBindings = (world: World): RoleBindingService => {
  const bindings = new Map<string, RoleBinding>();
  return {
    createRoleBinding: async (context, input) =>
      world.once(context, () => {
        world.calls.push('createRoleBinding');
        const { tenantId, principal } = context;
        const id = world.newId('roleBinding');
        const resource: RoleBinding = {
          ...input,
          tenantId,
          id,
          createdBy: principal.id,
          createdAt: world.now(),
        };
        bindings.set(id, resource);
        return { resource };
      }),
    getRoleBinding: async (tenantId, id) => owned(bindings, tenantId, id),
    listRoleBindings: async (tenantId, page, filter) =>
      pageOf(
        [...bindings.values()].filter(
          (binding) =>
            binding.tenantId === tenantId &&
            (filter.issuerId === undefined || binding.subject.issuerId === filter.issuerId) &&
            (filter.projectId === undefined || binding.projectId === filter.projectId),
        ),
        page,
      ),
    deleteRoleBinding: async ({ tenantId }, id, ifMatch) => {
      world.calls.push('deleteRoleBinding');
      owned(bindings, tenantId, id);
      checkIfMatch({ generation: 1 }, ifMatch);
      bindings.delete(id);
    },
  };
};
