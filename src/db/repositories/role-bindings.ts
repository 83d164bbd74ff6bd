import type { TenantRole } from '../../domain/access/role.ts';
import type { RoleBinding, Subject, TokenFacts } from '../../domain/access/role-binding.ts';
import type { SystemTx, TenantTx } from '../database.ts';
import { Conditions, cutPage } from './page.ts';

interface BindingRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly subject_kind: Subject['kind'];
  readonly issuer_id: string;
  readonly subject: string;
  readonly role: TenantRole;
  readonly project_id: string | null;
  readonly created_by: string;
  readonly created_at: string;
}

const columns = 'tenant_id, id, subject_kind, issuer_id, subject, role, project_id, created_by, created_at';

const toBinding = (row: BindingRow): RoleBinding => ({
  tenantId: row.tenant_id,
  id: row.id,
  subject: { kind: row.subject_kind, issuerId: row.issuer_id, name: row.subject },
  role: row.role,
  ...(row.project_id === null ? {} : { projectId: row.project_id }),
  createdBy: row.created_by,
  createdAt: row.created_at,
});

/** A unique violation of role_bindings_once_key is the caller's to read. */
export const insertBinding = async (tx: TenantTx, binding: RoleBinding): Promise<void> => {
  const { subject } = binding;
  await tx.query({
    text: `INSERT INTO role_bindings (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      tx.tenantId,
      binding.id,
      subject.kind,
      subject.issuerId,
      subject.name,
      binding.role,
      binding.projectId ?? null,
      binding.createdBy,
      binding.createdAt,
    ],
  });
};

export const findBinding = async (tx: TenantTx, id: string): Promise<RoleBinding | undefined> => {
  const { rows } = await tx.query<BindingRow>({
    text: `SELECT ${columns} FROM role_bindings WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toBinding(rows[0]);
};

/** The binding that says the same. */
export const findSameBinding = async (tx: TenantTx, binding: RoleBinding): Promise<string | undefined> => {
  const { subject } = binding;
  const { rows } = await tx.query<{ id: string }>({
    text: `SELECT id FROM role_bindings WHERE tenant_id = $1 AND issuer_id = $2 AND subject_kind = $3 AND subject = $4
             AND role = $5 AND project_id IS NOT DISTINCT FROM $6`,
    values: [
      tx.tenantId,
      subject.issuerId,
      subject.kind,
      subject.name,
      binding.role,
      binding.projectId ?? null,
    ],
  });
  return rows[0]?.id;
};

export const listBindings = async (
  tx: TenantTx,
  query: {
    readonly limit: number;
    readonly after?: { readonly id: string };
    readonly issuerId?: string;
    readonly projectId?: string;
  },
): Promise<{ readonly items: readonly RoleBinding[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions()
    .add('tenant_id = ?', tx.tenantId)
    .addDefined('issuer_id = ?', query.issuerId)
    .addDefined('project_id = ?', query.projectId)
    .addDefined('id < ?', query.after?.id);
  const limit = where.parameter(query.limit + 1);
  const { rows } = await tx.query<BindingRow>({
    text: `SELECT ${columns} FROM role_bindings WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toBinding), query.limit);
};

/** False: it was gone. */
export const removeBinding = async (tx: TenantTx, id: string): Promise<boolean> => {
  const { rowCount } = await tx.query({
    text: 'DELETE FROM role_bindings WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id],
  });
  return rowCount === 1;
};

/** Roles that a token's registrations bind to whom it speaks for, of each tenant that it fits. */
export const findBoundRoles = async (
  sql: SystemTx,
  { subject, clientId, isClient, candidates }: TokenFacts,
): Promise<readonly RoleBinding[]> => {
  const subjects = candidates.flatMap(({ issuerId, groups }) => [
    isClient
      ? { issuerId, kind: 'serviceAccount', name: clientId ?? subject }
      : { issuerId, kind: 'user', name: subject },
    ...groups.map((name) => ({ issuerId, kind: 'group', name })),
  ]);
  const { rows } = await sql.query<BindingRow>({
    name: 'bindings-of-token',
    text: `SELECT ${columns} FROM role_bindings b
           JOIN unnest($1::text[], $2::text[], $3::text[]) AS asked (asked_issuer, asked_kind, asked_name)
             ON b.issuer_id = asked_issuer AND b.subject_kind = asked_kind AND b.subject = asked_name
           ORDER BY b.id`,
    values: [
      subjects.map(({ issuerId }) => issuerId),
      subjects.map(({ kind }) => kind),
      subjects.map(({ name }) => name),
    ],
  });
  return rows.map(toBinding);
};
