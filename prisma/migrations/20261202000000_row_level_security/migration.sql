-- The second wall between tenants: policies that hold whatever a statement says.
--
-- Three roles, none of which owns anything or can log in. A transaction takes one of them (src/db/database.ts):
--   berth_tenant   one tenant, on behalf of its request: sees rows whose tenant_id is app.tenant, and no fleet tables
--   berth_worker   one tenant, on behalf of its work: the same rows, and the fleet tables that work needs
--   berth_system   all tenants: sweeps, claims, the fleet's own requests
-- Policies for berth_system instead of BYPASSRLS: that attribute needs a superuser, which managed services do not give.

DO $$
DECLARE
  wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['berth_tenant', 'berth_worker', 'berth_system'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = wanted) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOINHERIT', wanted);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- Roles belong to the server: another database of it was faster.
    END;
    IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
    END IF;
  END LOOP;
  EXECUTE format('GRANT USAGE ON SCHEMA %I TO berth_tenant, berth_worker, berth_system', current_schema());
END
$$;

-- Whose rows may be seen; nobody's when it was not set. After a transaction PostgreSQL gives '' back, not NULL.
CREATE FUNCTION current_tenant() RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.tenant', true), '');

-- For every table that has tenant_id.
CREATE FUNCTION protect_tenant_table(t regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', t);
  EXECUTE format('CREATE POLICY own_rows ON %s TO berth_tenant, berth_worker USING (tenant_id = current_tenant())', t);
  EXECUTE format('CREATE POLICY all_rows ON %s TO berth_system USING (true)', t);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO berth_tenant, berth_worker, berth_system', t);
END
$$;

-- For tables of the fleet that no tenant's request touches.
CREATE FUNCTION open_system_table(t regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO berth_system', t);
END
$$;

-- For tables of the fleet that the work for a tenant needs.
CREATE FUNCTION open_worker_table(t regclass) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO berth_worker, berth_system', t);
END
$$;

SELECT protect_tenant_table(t) FROM unnest(ARRAY[
  'projects', 'clusters', 'node_pools', 'observations', 'operations', 'events', 'event_heads', 'outbox',
  'idempotency_keys', 'audit_records', 'access_grants', 'credentials', 'cluster_credentials', 'worker_questions',
  'infrastructure_steps', 'quota_reservations', 'api_keys'
]::regclass[]) AS t;

-- The fleet's own records stand under the tenant ''.
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tenants FOR SELECT TO berth_tenant, berth_worker USING (id = current_tenant());
CREATE POLICY all_rows ON tenants TO berth_system USING (true);
GRANT SELECT ON tenants TO berth_tenant, berth_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON tenants TO berth_system;

-- A tenant sees the accounts that it has or was let in to; it takes others by the functions below.
ALTER TABLE cloud_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE cloud_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON cloud_accounts FOR SELECT TO berth_tenant, berth_worker
  USING (tenant_id = current_tenant() OR current_tenant() = ANY (allowed_tenants));
CREATE POLICY all_rows ON cloud_accounts TO berth_system USING (true);
GRANT SELECT ON cloud_accounts TO berth_tenant, berth_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON cloud_accounts TO berth_system;

SELECT open_worker_table(t) FROM unnest(ARRAY[
  'management_clusters', 'leases', 'operation_durations', 'leak_places', 'leak_scans', 'leak_sightings',
  'leak_cleanings', 'leak_removals', 'issuer_documents', 'service_keys', 'releases'
]::regclass[]) AS t;
-- What a request may know of the fleet: releases, and which versions a management cluster can run.
GRANT SELECT ON releases TO berth_tenant;
GRANT SELECT (id, supported_minors) ON management_clusters TO berth_tenant;

-- What a tenant has to ask about others, and nothing more of them than the answer. The functions run as berth_system and
-- take the tenant from app.tenant, not from the caller.

-- Whether a prefix is taken below a base domain, or below a domain of host names, by whomever.
CREATE FUNCTION is_domain_prefix_taken(base_domain text, external_domain text, prefix text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (SELECT 1 FROM clusters c WHERE c.base_domain = $1 AND c.domain_prefix = $3)
      OR EXISTS (SELECT 1 FROM clusters c WHERE c.spec->'publishing'->>'externalDnsDomain' <> ''
           AND lower(c.spec->'publishing'->>'externalDnsDomain') = lower($2) AND c.domain_prefix = $3)
$$;

-- Takes an account that is free: whose claim nobody has proven within a day gives way.
CREATE FUNCTION claim_cloud_account(wanted_platform text, wanted_account text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH claimed AS (
    INSERT INTO cloud_accounts (platform, account, tenant_id, claimed_at)
    SELECT $1, $2, current_tenant(), now() WHERE current_tenant() IS NOT NULL
    ON CONFLICT (platform, account) DO UPDATE SET tenant_id = EXCLUDED.tenant_id,
        proven_at = CASE WHEN cloud_accounts.tenant_id = EXCLUDED.tenant_id THEN cloud_accounts.proven_at END,
        claimed_at = CASE WHEN cloud_accounts.tenant_id = EXCLUDED.tenant_id THEN cloud_accounts.claimed_at ELSE now() END
      WHERE cloud_accounts.tenant_id = EXCLUDED.tenant_id
        OR ((cloud_accounts.tenant_id IS NULL
             OR (cloud_accounts.proven_at IS NULL AND cloud_accounts.claimed_at < now() - interval '1 day'))
            AND NOT EXCLUDED.tenant_id = ANY (cloud_accounts.allowed_tenants))
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM claimed)
$$;

-- Takes an account that a credential of the tenant has opened, unless another tenant has proven it before.
CREATE FUNCTION prove_cloud_account(wanted_platform text, wanted_account text) RETURNS boolean
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  WITH proven AS (
    INSERT INTO cloud_accounts (platform, account, tenant_id, claimed_at, proven_at)
    SELECT $1, $2, current_tenant(), now(), now() WHERE current_tenant() IS NOT NULL
    ON CONFLICT (platform, account) DO UPDATE SET tenant_id = EXCLUDED.tenant_id,
        proven_at = coalesce(cloud_accounts.proven_at, now())
      WHERE cloud_accounts.tenant_id = EXCLUDED.tenant_id
        OR (cloud_accounts.proven_at IS NULL AND NOT EXCLUDED.tenant_id = ANY (cloud_accounts.allowed_tenants))
    RETURNING 1
  ) SELECT EXISTS (SELECT 1 FROM proven)
$$;

-- Frees an account when the tenant has no role in it any more.
CREATE FUNCTION release_cloud_account(freed_platform text, freed_account text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  UPDATE cloud_accounts SET tenant_id = NULL, claimed_at = NULL, proven_at = NULL
  WHERE platform = $1 AND account = $2 AND tenant_id = current_tenant() AND NOT EXISTS (
    SELECT 1 FROM credentials WHERE tenant_id = current_tenant() AND kind = 'awsRole'
      AND split_part(settings->>'roleArn', ':', 5) = $2)
$$;

-- How much of each quota of a cloud account clusters that are being made still need, over all who share the account.
CREATE FUNCTION count_reserved_quotas(shared_account text, regions text[], except_cluster text)
RETURNS TABLE (code text, reserved bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT r.code, count(*)
  FROM quota_reservations r CROSS JOIN unnest(r.steps) AS wanted (step)
  LEFT JOIN infrastructure_steps j
    ON j.tenant_id = r.tenant_id AND j.cluster_id = r.cluster_id AND j.step = wanted.step
  WHERE r.account = $1 AND r.region = ANY ($2) AND r.cluster_id <> $3 AND coalesce(j.state, 'intended') = 'intended'
  GROUP BY r.code
$$;

DO $$
DECLARE
  signature text;
BEGIN
  -- A new owner has to be allowed to make things in the schema, for this moment.
  EXECUTE format('GRANT CREATE ON SCHEMA %I TO berth_system', current_schema());
  FOREACH signature IN ARRAY ARRAY[
    'is_domain_prefix_taken(text, text, text)', 'claim_cloud_account(text, text)', 'prove_cloud_account(text, text)',
    'release_cloud_account(text, text)', 'count_reserved_quotas(text, text[], text)'
  ] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO berth_system', signature);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO berth_tenant, berth_worker, berth_system', signature);
  END LOOP;
  REVOKE EXECUTE ON FUNCTION count_reserved_quotas(text, text[], text) FROM berth_tenant;
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM berth_system', current_schema());
END
$$;
REVOKE ALL ON FUNCTION protect_tenant_table(regclass), open_system_table(regclass), open_worker_table(regclass) FROM PUBLIC;
