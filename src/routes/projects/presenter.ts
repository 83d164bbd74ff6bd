import type { Project } from '../../domain/tenant/tenant.ts';

/** A project as the API shows it. */
export const presentProject = (project: Project) => ({
  id: project.id,
  name: project.name,
  tenantId: project.tenantId,
  labels: project.labels,
  generation: project.generation,
  revision: project.revision,
  createdAt: project.createdAt,
  updatedAt: project.updatedAt,
});
