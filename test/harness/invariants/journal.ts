import type { Pool } from 'pg';

/** One rule over every single write of a table: SQL that is true when the write breaks it. */
interface Rule {
  readonly table: string;
  readonly on: 'UPDATE' | 'DELETE';
  readonly broken: string;
  readonly says: string;
}

const observed = (row: 'OLD' | 'NEW'): string => `(${row}.status ->> 'observedGeneration')::bigint`;

const rulesOfResource = (table: 'clusters' | 'node_pools'): readonly Rule[] => [
  {
    table,
    on: 'UPDATE',
    broken: `${observed('NEW')} > NEW.generation`,
    says: 'I9: a generation was observed before it was asked for',
  },
  {
    table,
    on: 'UPDATE',
    broken: `${observed('NEW')} < ${observed('OLD')}`,
    says: 'I9: an older status overwrote a newer one',
  },
  { table, on: 'UPDATE', broken: 'NEW.generation < OLD.generation', says: 'I9: the generation decreased' },
  {
    table,
    on: 'UPDATE',
    broken: 'OLD.deletion_requested_at IS NOT NULL AND NEW.deletion_requested_at IS NULL',
    says: 'I1: a deletion was taken back',
  },
  {
    table,
    on: 'UPDATE',
    broken: `OLD.phase = 'deleting' AND NEW.phase <> 'deleting'`,
    says: 'I4: something came back from its deletion',
  },
  {
    table,
    on: 'DELETE',
    broken: 'OLD.deletion_requested_at IS NULL',
    says: 'I1: a row went that nobody had deleted',
  },
];

const rules: readonly Rule[] = [
  ...rulesOfResource('clusters'),
  ...rulesOfResource('node_pools'),
  {
    table: 'clusters',
    on: 'UPDATE',
    broken: 'OLD.placement IS NOT NULL AND NEW.placement IS DISTINCT FROM OLD.placement',
    says: 'I3: a placement changed',
  },
  {
    table: 'clusters',
    on: 'UPDATE',
    broken: 'OLD.sealed_secrets IS NOT NULL AND NEW.sealed_secrets IS DISTINCT FROM OLD.sealed_secrets',
    says: 'I3: generated secrets were replaced',
  },
  {
    table: 'operations',
    on: 'UPDATE',
    broken: 'OLD.ended_at IS NOT NULL AND NEW IS DISTINCT FROM OLD',
    says: 'I1: an operation changed after its end',
  },
  { table: 'operations', on: 'DELETE', broken: 'true', says: 'I1: an operation was forgotten' },
  {
    table: 'events',
    on: 'UPDATE',
    broken: 'OLD.sequence IS NOT NULL AND NEW IS DISTINCT FROM OLD',
    says: 'I7: a numbered event changed',
  },
  { table: 'events', on: 'DELETE', broken: 'true', says: 'I7: an event was removed' },
  { table: 'idempotency_keys', on: 'UPDATE', broken: 'true', says: 'I2: what a key stands for changed' },
  {
    table: 'idempotency_keys',
    on: 'DELETE',
    broken: `OLD.created_at > now() - interval '24 hours'`,
    says: 'I2: a key was forgotten within a day',
  },
];

const triggerOf = (rule: Rule, index: number): string => `
  CREATE FUNCTION journal_${index}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF ${rule.broken} THEN
      INSERT INTO broken_rules (problem) VALUES ('${rule.says} (${rule.table} ' || ${rule.table === 'idempotency_keys' ? 'OLD.key' : 'OLD.id'} || ')');
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER journal_${index} AFTER ${rule.on} ON ${rule.table} FOR EACH ROW EXECUTE FUNCTION journal_${index}();`;

/** Watches every write of a test's database from now on: what is only wrong for a moment is found as well. */
export const installJournal = async (pool: Pool): Promise<void> => {
  await pool.query('CREATE TABLE broken_rules (problem text NOT NULL)');
  await pool.query(rules.map(triggerOf).join('\n'));
};

/** What the journal has found; nothing when it is not installed. */
export const readJournal = async (pool: Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query(`SELECT to_regclass('broken_rules') IS NOT NULL AS installed`);
  if (rows[0]?.installed !== true) return [];
  const found = await pool.query<{ problem: string }>('SELECT DISTINCT problem FROM broken_rules ORDER BY 1');
  return found.rows.map((row) => row.problem);
};
