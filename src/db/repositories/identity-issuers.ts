import type { ClaimRule } from '../../domain/access/claim-rules.ts';
import type { IdentityIssuer, IssuerTrust, TokenAlgorithm } from '../../domain/access/identity-issuer.ts';
import type { Sql, SystemTx, TenantTx } from '../database.ts';
import { Conditions, cutPage } from './page.ts';

interface IssuerRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly algorithms: readonly TokenAlgorithm[];
  readonly clock_tolerance_seconds: number;
  readonly groups_claim: string | null;
  readonly rules: readonly ClaimRule[];
  readonly generation: number;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
}

const columns = `tenant_id, id, name, issuer, audiences, algorithms, clock_tolerance_seconds, groups_claim, rules,
  generation, revision, created_at, updated_at`;

const toIssuer = (row: IssuerRow): IdentityIssuer => ({
  tenantId: row.tenant_id,
  id: row.id,
  name: row.name,
  issuer: row.issuer,
  audiences: row.audiences,
  algorithms: row.algorithms,
  clockToleranceSeconds: row.clock_tolerance_seconds,
  ...(row.groups_claim === null ? {} : { groupsClaim: row.groups_claim }),
  rules: row.rules,
  generation: row.generation,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const trustValues = (trust: IssuerTrust): readonly unknown[] => [
  trust.audiences,
  trust.algorithms,
  trust.clockToleranceSeconds,
  trust.groupsClaim ?? null,
  JSON.stringify(trust.rules),
];

/** A unique violation of identity_issuers_name_key is the caller's to read. */
export const insertIssuer = async (tx: TenantTx, issuer: IdentityIssuer): Promise<void> => {
  await tx.query({
    text: `INSERT INTO identity_issuers (tenant_id, id, name, issuer, created_at, updated_at, audiences, algorithms,
             clock_tolerance_seconds, groups_claim, rules)
           VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10)`,
    values: [tx.tenantId, issuer.id, issuer.name, issuer.issuer, issuer.createdAt, ...trustValues(issuer)],
  });
};

export const findIssuer = async (
  tx: TenantTx,
  id: string,
  lock = false,
): Promise<IdentityIssuer | undefined> => {
  const { rows } = await tx.query<IssuerRow>({
    text: `SELECT ${columns} FROM identity_issuers WHERE tenant_id = $1 AND id = $2 ${lock ? 'FOR UPDATE' : ''}`,
    values: [tx.tenantId, id],
  });
  return rows[0] && toIssuer(rows[0]);
};

export const findIssuerIdByName = async (tx: TenantTx, name: string): Promise<string | undefined> => {
  const { rows } = await tx.query<{ id: string }>({
    text: 'SELECT id FROM identity_issuers WHERE tenant_id = $1 AND name = $2',
    values: [tx.tenantId, name],
  });
  return rows[0]?.id;
};

export const listIssuers = async (
  tx: TenantTx,
  query: { readonly limit: number; readonly after?: { readonly id: string } },
): Promise<{ readonly items: readonly IdentityIssuer[]; readonly next?: { readonly id: string } }> => {
  const where = new Conditions().add('tenant_id = ?', tx.tenantId).addDefined('id < ?', query.after?.id);
  const limit = where.parameter(query.limit + 1);
  const { rows } = await tx.query<IssuerRow>({
    text: `SELECT ${columns} FROM identity_issuers WHERE ${where.sql} ORDER BY id DESC LIMIT ${limit}`,
    values: where.values,
  });
  return cutPage(rows.map(toIssuer), query.limit);
};

export const saveIssuer = async (tx: TenantTx, id: string, trust: IssuerTrust, at: string): Promise<void> => {
  await tx.query({
    text: `UPDATE identity_issuers SET updated_at = $3, audiences = $4, algorithms = $5, clock_tolerance_seconds = $6,
             groups_claim = $7, rules = $8, generation = generation + 1, revision = revision + 1
           WHERE tenant_id = $1 AND id = $2`,
    values: [tx.tenantId, id, at, ...trustValues(trust)],
  });
};

/** Its role bindings go with it. */
export const removeIssuer = async (tx: TenantTx, id: string): Promise<void> => {
  await tx.query({
    text: 'DELETE FROM identity_issuers WHERE tenant_id = $1 AND id = $2',
    values: [tx.tenantId, id],
  });
};

/** Everybody's registrations of an issuer. */
export const findIssuersCalled = async (
  sql: SystemTx,
  issuer: string,
): Promise<readonly IdentityIssuer[]> => {
  const { rows } = await sql.query<IssuerRow>({
    name: 'issuers-called',
    text: `SELECT ${columns} FROM identity_issuers WHERE issuer = $1 ORDER BY id LIMIT 1000`,
    values: [issuer],
  });
  return rows.map(toIssuer);
};

/** How many issuers a tenant has. */
export const countIssuers = async (sql: Sql, tenantId: string): Promise<number> => {
  const { rows } = await sql.query<{ count: number }>({
    text: 'SELECT count(*) AS count FROM identity_issuers WHERE tenant_id = $1',
    values: [tenantId],
  });
  return rows[0]?.count ?? 0;
};

/** Rules of issuers, and the names of the tenants that registered them; by the issuer's id. */
export const findTrusts = async (
  sql: SystemTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly rules: readonly ClaimRule[]; readonly tenantName: string }>> => {
  const { rows } = await sql.query<{ id: string; rules: readonly ClaimRule[]; name: string }>({
    name: 'issuer-trusts',
    text: `SELECT i.id, i.rules, t.name FROM identity_issuers i JOIN tenants t ON t.id = i.tenant_id
           WHERE i.id = ANY ($1)`,
    values: [[...ids]],
  });
  return new Map(rows.map(({ id, rules, name }) => [id, { rules, tenantName: name }]));
};
