-- Quotas of tenants and projects: how much of what a tenant may have. (quota_reservations is another thing: the quotas of
-- cloud accounts.)
--
-- A counter is kept where a limit was set, and only there: whoever has no limits waits for nobody. Usage without a counter is
-- counted when it is asked for. Counters follow the tables by triggers, so that nothing that makes or removes a row can
-- forget them. The triggers are deferred: the counter is locked when the transaction commits and after everything else, which
-- keeps the lock short and out of every deadlock.

CREATE TABLE tenant_quotas (
  tenant_id text PRIMARY KEY REFERENCES tenants (id),
  clusters bigint NOT NULL DEFAULT 0,
  node_pools bigint NOT NULL DEFAULT 0,
  nodes bigint NOT NULL DEFAULT 0,
  vcpu bigint NOT NULL DEFAULT 0,
  running_operations bigint NOT NULL DEFAULT 0,
  api_keys bigint NOT NULL DEFAULT 0,
  max_clusters bigint,
  max_node_pools bigint,
  max_nodes bigint,
  max_vcpu bigint,
  max_running_operations bigint,
  max_api_keys bigint,
  -- The limits are those of the configuration: they change with it, until the operator sets others.
  from_defaults boolean NOT NULL DEFAULT false,
  -- One check for all: each is compiled anew with every change.
  CHECK (least(clusters, node_pools, nodes, vcpu, running_operations, api_keys, max_clusters, max_node_pools, max_nodes, max_vcpu, max_running_operations, max_api_keys) >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
) WITH (fillfactor = 20);

CREATE TABLE project_quotas (
  tenant_id text NOT NULL,
  project_id text NOT NULL,
  clusters bigint NOT NULL DEFAULT 0,
  node_pools bigint NOT NULL DEFAULT 0,
  nodes bigint NOT NULL DEFAULT 0,
  vcpu bigint NOT NULL DEFAULT 0,
  max_clusters bigint,
  max_node_pools bigint,
  max_nodes bigint,
  max_vcpu bigint,
  -- One check for all: each is compiled anew with every change.
  CHECK (least(clusters, node_pools, nodes, vcpu, max_clusters, max_node_pools, max_nodes, max_vcpu) >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, project_id),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE CASCADE
) WITH (fillfactor = 20);

-- What a node pool is charged for: the larger of what it shall have and what it may still have. No vCPUs: nobody knows how
-- many its machines have. Written when the spec changes and by the status projector.
ALTER TABLE node_pools ADD COLUMN charged_nodes integer NOT NULL DEFAULT 0 CHECK (charged_nodes >= 0);
ALTER TABLE node_pools ADD COLUMN charged_vcpu integer CHECK (charged_vcpu >= 0);
UPDATE node_pools SET charged_nodes = coalesce((spec->'autoscaling'->>'max')::int, (spec->>'replicas')::int, 0);

-- 1: four fifths are used; 2: all.
CREATE FUNCTION quota_level(used bigint, most bigint) RETURNS integer
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN most IS NULL THEN 0 WHEN used >= most THEN 2 WHEN used * 5 >= most * 4 THEN 1 ELSE 0 END;

-- A TypeID as the service makes them: a UUIDv7 in Crockford base32.
CREATE FUNCTION new_event_id() RETURNS text
LANGUAGE sql VOLATILE AS $$
  WITH fresh AS (
    SELECT lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
      || substr(replace(gen_random_uuid()::text, '-', ''), 14) AS hex
  ), bits AS (SELECT '00' || ('x' || hex)::bit(128)::text AS text FROM fresh)
  SELECT 'ev_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
    substr(bits.text, i * 5 + 1, 5)::bit(5)::integer + 1, 1), '' ORDER BY i)
  FROM bits, generate_series(0, 25) AS i
$$;

-- Tells a tenant when four fifths of a limit are used, and when all is: once for each crossing, in the same commit. Running
-- operations come and go all the time and are not told.
CREATE FUNCTION tell_quota(tenant text, before jsonb, after jsonb) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO events (tenant_id, id, type, subject, cluster_id, data)
  SELECT tenant, new_event_id(), 'berth.quota.threshold.v1', coalesce(after->>'project_id', tenant), '',
    jsonb_strip_nulls(jsonb_build_object('scope', CASE WHEN after ? 'project_id' THEN 'project' ELSE 'tenant' END,
      'projectId', after->'project_id', 'dimension', d.name, 'threshold', CASE l.now WHEN 2 THEN 100 ELSE 80 END,
      'limit', (after->>('max_' || d.field))::bigint, 'used', (after->>d.field)::bigint))
  FROM (VALUES ('clusters', 'clusters'), ('node_pools', 'nodePools'), ('nodes', 'nodes'), ('vcpu', 'vcpu'), ('api_keys', 'apiKeys')) AS d (field, name)
  CROSS JOIN LATERAL (SELECT
    quota_level((before->>d.field)::bigint, (before->>('max_' || d.field))::bigint) AS was,
    quota_level((after->>d.field)::bigint, (after->>('max_' || d.field))::bigint) AS now) AS l
  WHERE l.now > l.was
$$;

CREATE FUNCTION tell_new_limits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_quota(NEW.tenant_id, CASE WHEN TG_OP = 'UPDATE' THEN to_jsonb(OLD) ELSE '{}' END, to_jsonb(NEW));
  RETURN NULL;
END
$$;
-- Only when limits are set; use_quota tells what it does itself.
CREATE TRIGGER tenant_quotas_limits AFTER INSERT OR UPDATE OF max_clusters, max_node_pools, max_nodes, max_vcpu, max_running_operations, max_api_keys ON tenant_quotas
  FOR EACH ROW EXECUTE FUNCTION tell_new_limits();
CREATE TRIGGER project_quotas_limits AFTER INSERT OR UPDATE OF max_clusters, max_node_pools, max_nodes, max_vcpu ON project_quotas
  FOR EACH ROW EXECUTE FUNCTION tell_new_limits();

-- Held shared by whoever changes usage, alone by whoever starts a counter or counts anew.
CREATE FUNCTION quota_lock_key(tenant text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtextextended('quota ' || tenant, 0);

-- Adds to what a tenant and a project use. `is_asked`: somebody asked for it, and is refused with BQ001 and all that is
-- exceeded in DETAIL; what happens by itself, and what is taken away, is counted only.
CREATE FUNCTION use_quota(tenant text, project text, d_clusters bigint, d_node_pools bigint, d_nodes bigint, d_vcpu bigint, d_running_operations bigint, d_api_keys bigint,
  is_asked boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  q record;
  is_counted boolean;
  excess jsonb := '[]';
BEGIN
  PERFORM pg_advisory_xact_lock_shared(quota_lock_key(tenant));
  IF project IS NOT NULL THEN
    UPDATE project_quotas t SET clusters = greatest(t.clusters + d_clusters, 0), node_pools = greatest(t.node_pools + d_node_pools, 0), nodes = greatest(t.nodes + d_nodes, 0), vcpu = greatest(t.vcpu + d_vcpu, 0)
      WHERE t.tenant_id = tenant AND t.project_id = project RETURNING t.* INTO q;
    is_counted := FOUND;
    IF is_counted AND ((d_clusters > 0 AND q.clusters * 5 >= q.max_clusters * 4)
        OR (d_node_pools > 0 AND q.node_pools * 5 >= q.max_node_pools * 4)
        OR (d_nodes > 0 AND q.nodes * 5 >= q.max_nodes * 4)
        OR (d_vcpu > 0 AND q.vcpu * 5 >= q.max_vcpu * 4)) THEN
      PERFORM tell_quota(tenant, to_jsonb(q) || jsonb_build_object('clusters', q.clusters - d_clusters, 'node_pools', q.node_pools - d_node_pools, 'nodes', q.nodes - d_nodes, 'vcpu', q.vcpu - d_vcpu), to_jsonb(q));
    END IF;
    IF is_counted AND is_asked AND ((d_clusters > 0 AND q.clusters > q.max_clusters)
        OR (d_node_pools > 0 AND q.node_pools > q.max_node_pools)
        OR (d_nodes > 0 AND q.nodes > q.max_nodes)
        OR (d_vcpu > 0 AND q.vcpu > q.max_vcpu)) THEN
      excess := excess || (SELECT jsonb_agg(jsonb_build_object('scope', 'project', 'projectId', project, 'dimension', x.dimension,
          'limit', x.most, 'used', x.used - x.asked, 'requested', x.asked))
        FROM (SELECT 'clusters', q.clusters, d_clusters, q.max_clusters
          UNION ALL SELECT 'nodePools', q.node_pools, d_node_pools, q.max_node_pools
          UNION ALL SELECT 'nodes', q.nodes, d_nodes, q.max_nodes
          UNION ALL SELECT 'vcpu', q.vcpu, d_vcpu, q.max_vcpu) AS x (dimension, used, asked, most)
        WHERE x.asked > 0 AND x.used > x.most);
    END IF;
  END IF;

  UPDATE tenant_quotas t SET clusters = greatest(t.clusters + d_clusters, 0), node_pools = greatest(t.node_pools + d_node_pools, 0), nodes = greatest(t.nodes + d_nodes, 0), vcpu = greatest(t.vcpu + d_vcpu, 0), running_operations = greatest(t.running_operations + d_running_operations, 0), api_keys = greatest(t.api_keys + d_api_keys, 0)
    WHERE t.tenant_id = tenant RETURNING t.* INTO q;
  is_counted := FOUND;
  IF is_counted AND ((d_clusters > 0 AND q.clusters * 5 >= q.max_clusters * 4)
      OR (d_node_pools > 0 AND q.node_pools * 5 >= q.max_node_pools * 4)
      OR (d_nodes > 0 AND q.nodes * 5 >= q.max_nodes * 4)
      OR (d_vcpu > 0 AND q.vcpu * 5 >= q.max_vcpu * 4)
      OR (d_api_keys > 0 AND q.api_keys * 5 >= q.max_api_keys * 4)) THEN
    PERFORM tell_quota(tenant, to_jsonb(q) || jsonb_build_object('clusters', q.clusters - d_clusters, 'node_pools', q.node_pools - d_node_pools, 'nodes', q.nodes - d_nodes, 'vcpu', q.vcpu - d_vcpu, 'running_operations', q.running_operations - d_running_operations, 'api_keys', q.api_keys - d_api_keys), to_jsonb(q));
  END IF;
  IF is_counted AND is_asked AND ((d_clusters > 0 AND q.clusters > q.max_clusters)
      OR (d_node_pools > 0 AND q.node_pools > q.max_node_pools)
      OR (d_nodes > 0 AND q.nodes > q.max_nodes)
      OR (d_vcpu > 0 AND q.vcpu > q.max_vcpu)
      OR (d_running_operations > 0 AND q.running_operations > q.max_running_operations)
      OR (d_api_keys > 0 AND q.api_keys > q.max_api_keys)) THEN
    excess := excess || (SELECT jsonb_agg(jsonb_build_object('scope', 'tenant', 'dimension', x.dimension,
        'limit', x.most, 'used', x.used - x.asked, 'requested', x.asked))
      FROM (SELECT 'clusters', q.clusters, d_clusters, q.max_clusters
        UNION ALL SELECT 'nodePools', q.node_pools, d_node_pools, q.max_node_pools
        UNION ALL SELECT 'nodes', q.nodes, d_nodes, q.max_nodes
        UNION ALL SELECT 'vcpu', q.vcpu, d_vcpu, q.max_vcpu
        UNION ALL SELECT 'runningOperations', q.running_operations, d_running_operations, q.max_running_operations
        UNION ALL SELECT 'apiKeys', q.api_keys, d_api_keys, q.max_api_keys) AS x (dimension, used, asked, most)
      WHERE x.asked > 0 AND x.used > x.most);
  END IF;

  IF excess <> '[]' THEN
    RAISE EXCEPTION 'a quota is exceeded' USING ERRCODE = 'BQ001', DETAIL = excess::text;
  END IF;
END
$$;

CREATE FUNCTION count_cluster() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM use_quota(NEW.tenant_id, NEW.project_id, 1, 0, 0, 0, 0, 0, true);
  ELSE
    PERFORM use_quota(OLD.tenant_id, OLD.project_id, -1, 0, 0, 0, 0, 0, false);
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER clusters_quota AFTER INSERT OR DELETE ON clusters
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_cluster();

CREATE FUNCTION count_node_pool() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM use_quota(NEW.tenant_id, NEW.project_id, 0, 1, NEW.charged_nodes, coalesce(NEW.charged_vcpu, 0), 0, 0, true);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM use_quota(OLD.tenant_id, OLD.project_id, 0, -1, -OLD.charged_nodes, -coalesce(OLD.charged_vcpu, 0), 0, 0, false);
  ELSE
    -- A new generation is what the user asked for; everything else happens by itself.
    PERFORM use_quota(NEW.tenant_id, NEW.project_id, 0, 0, NEW.charged_nodes - OLD.charged_nodes,
      coalesce(NEW.charged_vcpu, 0) - coalesce(OLD.charged_vcpu, 0), 0, 0, NEW.generation <> OLD.generation);
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER node_pools_quota AFTER INSERT OR DELETE ON node_pools
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_node_pool();
CREATE CONSTRAINT TRIGGER node_pools_charge AFTER UPDATE ON node_pools
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.charged_nodes <> NEW.charged_nodes OR OLD.charged_vcpu IS DISTINCT FROM NEW.charged_vcpu)
  EXECUTE FUNCTION count_node_pool();

-- A deletion counts as a running operation, but is never refused: it is how a tenant gets below a limit.
CREATE FUNCTION count_operation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM use_quota(NEW.tenant_id, NULL, 0, 0, 0, 0, 1, 0, NEW.type NOT LIKE '%.delete');
  ELSE
    PERFORM use_quota(OLD.tenant_id, NULL, 0, 0, 0, 0, -1, 0, false);
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER operations_begun AFTER INSERT ON operations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.ended_at IS NULL) EXECUTE FUNCTION count_operation();
CREATE CONSTRAINT TRIGGER operations_ended AFTER UPDATE ON operations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION count_operation();
CREATE CONSTRAINT TRIGGER operations_removed AFTER DELETE ON operations
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.ended_at IS NULL) EXECUTE FUNCTION count_operation();

-- A key counts until it is revoked or removed, also when it has expired. One that takes another's place is never refused:
-- a tenant at its limit must be able to rotate.
CREATE FUNCTION count_api_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM use_quota(NEW.tenant_id, NULL, 0, 0, 0, 0, 0, 1, NEW.replaces_id IS NULL);
  ELSE
    PERFORM use_quota(OLD.tenant_id, NULL, 0, 0, 0, 0, 0, -1, false);
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER api_keys_made AFTER INSERT ON api_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.tenant_id IS NOT NULL AND NEW.revoked_at IS NULL)
  EXECUTE FUNCTION count_api_key();
CREATE CONSTRAINT TRIGGER api_keys_revoked AFTER UPDATE ON api_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.tenant_id IS NOT NULL AND OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
  EXECUTE FUNCTION count_api_key();
CREATE CONSTRAINT TRIGGER api_keys_removed AFTER DELETE ON api_keys
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.tenant_id IS NOT NULL AND OLD.revoked_at IS NULL)
  EXECUTE FUNCTION count_api_key();

SELECT protect_tenant_table('tenant_quotas');
SELECT protect_tenant_table('project_quotas');
