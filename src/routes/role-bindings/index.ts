import { registerAll } from '../route-deps.ts';
import { createRoleBinding } from './create-role-binding.ts';
import { deleteRoleBinding } from './delete-role-binding.ts';
import { getRoleBinding } from './get-role-binding.ts';
import { listRoleBindings } from './list-role-bindings.ts';

/** Roles of those whom identity providers know; for administrators. */
export const roleBindingRoutes = registerAll([
  listRoleBindings,
  createRoleBinding,
  getRoleBinding,
  deleteRoleBinding,
]);
