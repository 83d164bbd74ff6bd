-- Who asked, from where, by which request, and how it ended.
ALTER TABLE audit_records ADD COLUMN actor_kind text NOT NULL DEFAULT 'apiKey';
ALTER TABLE audit_records ADD COLUMN token_id text;
ALTER TABLE audit_records ADD COLUMN method text;
ALTER TABLE audit_records ADD COLUMN route text;
ALTER TABLE audit_records ADD COLUMN target_kind text NOT NULL DEFAULT '';
ALTER TABLE audit_records ADD COLUMN outcome text NOT NULL DEFAULT 'accepted';
ALTER TABLE audit_records ADD COLUMN status integer;
ALTER TABLE audit_records ADD COLUMN code text;
ALTER TABLE audit_records ADD COLUMN count integer NOT NULL DEFAULT 1;
ALTER TABLE audit_records ADD COLUMN source_address text;
ALTER TABLE audit_records ADD COLUMN user_agent text;

-- The chain. Records are inserted without these three; the sealer fills them, in the order of commits. A record that
-- commits late has no number yet, so it is taken by a later round: none is passed over.
ALTER TABLE audit_records ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE audit_records ADD COLUMN number bigint;
ALTER TABLE audit_records ADD COLUMN hash bytea;
ALTER TABLE audit_records ADD COLUMN sealed_at timestamptz(3);

CREATE UNIQUE INDEX audit_records_number_key ON audit_records (tenant_id, number) WHERE number IS NOT NULL;
CREATE INDEX audit_records_unsealed_idx ON audit_records (position) WHERE number IS NULL;
CREATE INDEX audit_records_target_idx ON audit_records (tenant_id, target_id, id);

-- The last link of each chain: without it, the end of a chain could be cut off unseen.
CREATE TABLE audit_heads (
  tenant_id text PRIMARY KEY,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- The days whose heads were handed outside.
CREATE TABLE audit_head_exports (
  day text PRIMARY KEY,
  tenants integer NOT NULL,
  digest bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Nobody changes or removes a record, the owner of the table neither. The one exception is the sealer's: it fills
-- number, hash and sealed_at, together, once.
CREATE FUNCTION keep_audit_records() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  unsealed audit_records%ROWTYPE;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    unsealed := NEW;
    unsealed.number := NULL;
    unsealed.hash := NULL;
    unsealed.sealed_at := NULL;
    -- What was there before had none of the three, and is the same otherwise.
    IF unsealed IS NOT DISTINCT FROM OLD
       AND NEW.number IS NOT NULL AND NEW.hash IS NOT NULL AND NEW.sealed_at IS NOT NULL THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit records are kept as they are' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER audit_records_kept BEFORE UPDATE OR DELETE ON audit_records
  FOR EACH ROW EXECUTE FUNCTION keep_audit_records();
CREATE TRIGGER audit_records_not_emptied BEFORE TRUNCATE ON audit_records
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_records();

-- A head only moves on.
CREATE FUNCTION keep_audit_heads() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.tenant_id = OLD.tenant_id AND NEW.number > OLD.number THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the head of an audit chain only moves on' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER audit_heads_kept BEFORE UPDATE OR DELETE ON audit_heads
  FOR EACH ROW EXECUTE FUNCTION keep_audit_heads();
CREATE TRIGGER audit_heads_not_emptied BEFORE TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_heads();

-- Also in a session that plays a replica, where ordinary triggers sleep.
ALTER TABLE audit_records ENABLE ALWAYS TRIGGER audit_records_kept;
ALTER TABLE audit_records ENABLE ALWAYS TRIGGER audit_records_not_emptied;
ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER audit_heads_kept;
ALTER TABLE audit_heads ENABLE ALWAYS TRIGGER audit_heads_not_emptied;

SELECT protect_tenant_table('audit_heads');
SELECT open_system_table('audit_head_exports');

-- Less than other tables: records are only added, and only the sealer, which is of berth_system, writes the chain.
REVOKE ALL ON audit_records, audit_heads, audit_head_exports FROM berth_tenant, berth_worker, berth_system;
GRANT SELECT ON audit_records, audit_heads TO berth_tenant, berth_worker, berth_system;
GRANT INSERT (tenant_id, id, actor, actor_kind, token_id, action, method, route, target_kind, target_id, outcome,
    status, code, count, request_id, source_address, user_agent, change, created_at)
  ON audit_records TO berth_tenant, berth_worker, berth_system;
GRANT UPDATE (number, hash, sealed_at) ON audit_records TO berth_system;
GRANT INSERT, UPDATE ON audit_heads TO berth_system;
GRANT SELECT, INSERT ON audit_head_exports TO berth_system;
