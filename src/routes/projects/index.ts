import { registerAll } from '../route-deps.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { getProject } from './get-project.ts';
import { listProjects } from './list-projects.ts';
import { updateProject } from './update-project.ts';

/** Projects of the caller's tenant. */
export const projectRoutes = registerAll([
  listProjects,
  createProject,
  getProject,
  updateProject,
  deleteProject,
]);
