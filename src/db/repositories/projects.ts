import type { Project } from '../../domain/tenant/tenant.ts';
import type { TenantTx } from '../database.ts';
import { Conditions, cutPage } from './page.ts';

interface ProjectRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly generation: number;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns = 'tenant_id, id, name, labels, generation, revision, created_at, updated_at';

const toProject = (row: ProjectRow): Project => ({
  tenantId: row.tenant_id,
  id: row.id,
  name: row.name,
  labels: row.labels,
  generation: row.generation,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const insertProject = async (tx: TenantTx, project: Project): Promise<void> => {
  await tx.query({
    text: `INSERT INTO projects (tenant_id, id, name, labels, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)`,
    values: [tx.tenantId, project.id, project.name, JSON.stringify(project.labels), project.createdAt],
  });
};

export const findProject = async (tx: TenantTx, id: string): Promise<Project | undefined> => {
  const { rows } = await tx.query<ProjectRow>({
    text: `SELECT ${columns} FROM projects WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toProject(rows[0]);
};

export const findProjectIdByName = async (tx: TenantTx, name: string): Promise<string | undefined> => {
  const { rows } = await tx.query<{ id: string }>({
    text: 'SELECT id FROM projects WHERE tenant_id = $1 AND name = $2',
    values: [tx.tenantId, name],
  });
  return rows[0]?.id;
};

export const lockProject = async (tx: TenantTx, id: string): Promise<Project | undefined> => {
  const { rows } = await tx.query<ProjectRow>({
    text: `SELECT ${columns} FROM projects WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toProject(rows[0]);
};

export const listProjects = async (
  tx: TenantTx,
  query: { readonly limit: number; readonly after?: { readonly id: string } },
): Promise<{ readonly items: readonly Project[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions().add('tenant_id = ?', tx.tenantId).addDefined('id < ?', query.after?.id);
  const limit = where.parameter(query.limit + 1);
  const { rows } = await tx.query<ProjectRow>({
    text: `SELECT ${columns} FROM projects WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toProject), query.limit);
};

export const saveProjectLabels = async (
  tx: TenantTx,
  id: string,
  labels: Readonly<Record<string, string>>,
  at: string,
): Promise<void> => {
  await tx.query({
    text: `UPDATE projects SET labels = $3, updated_at = $4, generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id, JSON.stringify(labels), at],
  });
};

/** False: clusters are in it. */
export const removeProject = async (tx: TenantTx, id: string): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: `DELETE FROM projects WHERE tenant_id = $1 AND id = $2
             AND NOT EXISTS (SELECT 1 FROM clusters WHERE tenant_id = $1 AND project_id = $2)`,
    values: [tx.tenantId, id],
  });
  return rowCount === 1;
};
