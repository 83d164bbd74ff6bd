import type { Sql } from './database.ts';

/** Seconds for which a lease holds without being renewed. */
export const leaseSeconds = 15;

/** The right to work on one thing. Every write made under it carries the token, and is refused once it is stale. */
export interface Lease {
  readonly resource: string;
  readonly holder: string;
  /** Grows with every change of hands. */
  readonly token: number;
}

/** Takes a lease that is free or has run out, by the clock of the database. Undefined: somebody else has it. */
export const takeLease = async (sql: Sql, resource: string, holder: string): Promise<Lease | undefined> => {
  const { rows } = await sql.query<{ token: number }>({
    name: 'lease-take',
    text: `INSERT INTO leases (resource, holder, token, expires_at)
           VALUES ($1, $2, 1, now() + make_interval(secs => $3))
           ON CONFLICT (resource) DO UPDATE
             SET holder = $2, token = leases.token + 1, expires_at = now() + make_interval(secs => $3)
             WHERE leases.expires_at < now()
           RETURNING token`,
    values: [resource, holder, leaseSeconds],
  });
  const token = rows[0]?.token;
  return token === undefined ? undefined : { resource, holder, token };
};

/** False: the lease was lost, and the holder must stop. */
export const renewLease = async (sql: Sql, lease: Lease): Promise<boolean> => {
  const { rowCount } = await sql.query({
    name: 'lease-renew',
    text: `UPDATE leases SET expires_at = now() + make_interval(secs => $3)
           WHERE resource = $1 AND token = $2 AND expires_at >= now()`,
    values: [lease.resource, lease.token, leaseSeconds],
  });
  return rowCount === 1;
};

/** Gives the lease back at once; the row stays, so that tokens go on growing. */
export const releaseLease = async (sql: Sql, lease: Lease): Promise<void> => {
  await sql.query({
    name: 'lease-release',
    text: `UPDATE leases SET expires_at = '-infinity' WHERE resource = $1 AND token = $2`,
    values: [lease.resource, lease.token],
  });
};

/** Forgets the lease of something that does not exist any more, and never will again. */
export const dropLease = async (sql: Sql, lease: Lease): Promise<void> => {
  await sql.query({
    name: 'lease-drop',
    text: 'DELETE FROM leases WHERE resource = $1 AND token = $2',
    values: [lease.resource, lease.token],
  });
};

/** Throws unless the lease still holds, and keeps it from changing hands until the transaction ends. */
export const assertLease = async (sql: Sql, lease: Lease): Promise<void> => {
  const { rowCount } = await sql.query({
    name: 'lease-assert',
    text: 'SELECT 1 FROM leases WHERE resource = $1 AND token = $2 AND expires_at >= now() FOR UPDATE',
    values: [lease.resource, lease.token],
  });
  if (rowCount !== 1) throw new LeaseLostError(lease.resource);
};

/** Another worker has taken over: whatever was about to be written is not ours to write any more. */
export class LeaseLostError extends Error {
  constructor(resource: string) {
    super(`the lease of ${resource} is held by another worker now`);
    this.name = 'LeaseLostError';
  }
}
