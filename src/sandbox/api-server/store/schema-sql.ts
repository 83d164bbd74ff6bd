/**
 * The sandbox's own tables. Every version of every object is one row, as in etcd: a row is current while `replaced_by` is null,
 * and the row of a deletion replaces itself, so that it is never current. Watches read rows in order of `rv`; compaction
 * removes rows whose successor is older than the kept window.
 */
export const schemaSql = (schema: string): string => `
CREATE SCHEMA IF NOT EXISTS ${schema};

CREATE TABLE IF NOT EXISTS ${schema}.revision (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  rv bigint NOT NULL,
  compacted bigint NOT NULL
);
INSERT INTO ${schema}.revision (rv, compacted) VALUES (1, 1) ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS ${schema}.settings (name text PRIMARY KEY, value text NOT NULL);

CREATE TABLE IF NOT EXISTS ${schema}.versions (
  rv bigint PRIMARY KEY,
  change text NOT NULL CHECK (change IN ('ADDED', 'MODIFIED', 'DELETED')),
  resource text COLLATE "C" NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  uid text NOT NULL,
  labels jsonb NOT NULL,
  fields jsonb NOT NULL,
  owners text[] NOT NULL,
  body text NOT NULL,
  replaced_by bigint
);
-- Bodies are read far more often than the disk is short.
ALTER TABLE ${schema}.versions ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX IF NOT EXISTS versions_current
  ON ${schema}.versions (resource, namespace, name) WHERE replaced_by IS NULL;
CREATE INDEX IF NOT EXISTS versions_namespace
  ON ${schema}.versions (namespace) WHERE replaced_by IS NULL;
CREATE INDEX IF NOT EXISTS versions_uid ON ${schema}.versions (uid) WHERE replaced_by IS NULL;
CREATE INDEX IF NOT EXISTS versions_owners
  ON ${schema}.versions USING gin (owners) WHERE replaced_by IS NULL AND owners <> '{}';
CREATE INDEX IF NOT EXISTS versions_replaced
  ON ${schema}.versions (replaced_by) WHERE replaced_by IS NOT NULL;

-- Writes a batch in one go. An entry whose expected version is no longer current is left out; the result has one
-- row per entry that was written. The lock on the revision row makes versions visible in the order of their numbers.
CREATE OR REPLACE FUNCTION ${schema}.commit(
  expected bigint[], changes text[], resources text[], namespaces text[], names text[], uids text[],
  labels text[], fields text[], owners text[], bodies text[]
) RETURNS TABLE (entry integer, version bigint) LANGUAGE plpgsql AS $$
DECLARE
  total integer := array_length(expected, 1);
  first bigint;
  replaced bigint[];
BEGIN
  UPDATE ${schema}.revision r SET rv = r.rv + total RETURNING r.rv - total INTO first;
  WITH done AS (
    UPDATE ${schema}.versions v SET replaced_by = first + e.position
    FROM unnest(expected) WITH ORDINALITY AS e (rv, position)
    WHERE v.rv = e.rv AND v.replaced_by IS NULL
    RETURNING v.replaced_by
  )
  SELECT coalesce(array_agg(replaced_by), '{}') INTO replaced FROM done;
  RETURN QUERY
  INSERT INTO ${schema}.versions AS written
    (rv, change, resource, namespace, name, uid, labels, fields, owners, body, replaced_by)
  SELECT first + e.position, e.change, e.resource, e.namespace, e.name, e.uid, e.labels::jsonb, e.fields::jsonb,
    e.owners::text[], e.body, CASE WHEN e.change = 'DELETED' THEN first + e.position END
  FROM unnest(expected, changes, resources, namespaces, names, uids, labels, fields, owners, bodies)
    WITH ORDINALITY AS e (expected, change, resource, namespace, name, uid, labels, fields, owners, body, position)
  WHERE e.expected IS NULL OR first + e.position = ANY (replaced)
  ON CONFLICT (resource, namespace, name) WHERE replaced_by IS NULL DO NOTHING
  RETURNING (written.rv - first)::integer - 1, written.rv;
END $$;
`;
