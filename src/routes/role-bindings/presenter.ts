import type { RoleBinding } from '../../domain/access/role-binding.ts';

/** A binding is not changed, only made and taken away: its tag stays as it is. */
export const withVersion = (binding: RoleBinding) => ({ ...binding, generation: 1, revision: 1 });

/** A binding as the API shows it. */
export const presentRoleBinding = (binding: RoleBinding) => ({
  id: binding.id,
  tenantId: binding.tenantId,
  subject: binding.subject,
  role: binding.role,
  projectId: binding.projectId,
  createdBy: binding.createdBy,
  createdAt: binding.createdAt,
});
