-- Who may do what: keys with a scope and an end, role bindings, and the identity providers of tenants.

-- The first characters of the key, by which people tell it from others. NULL: made before they were kept.
ALTER TABLE api_keys ADD COLUMN prefix text;
ALTER TABLE api_keys ADD COLUMN project_id text;
-- Permissions that the key is narrowed to; none: all that its role gives.
ALTER TABLE api_keys ADD COLUMN scopes text[] NOT NULL DEFAULT '{}';
ALTER TABLE api_keys ADD COLUMN expires_at timestamptz(3);
-- Written at most once a minute.
ALTER TABLE api_keys ADD COLUMN last_used_at timestamptz(3);
ALTER TABLE api_keys ADD COLUMN created_by text NOT NULL DEFAULT '';
-- The key that it takes the place of.
ALTER TABLE api_keys ADD COLUMN replaces_id text;
ALTER TABLE api_keys ADD FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE CASCADE;
CREATE INDEX api_keys_tenant_idx ON api_keys (tenant_id, id) WHERE revoked_at IS NULL;

CREATE TABLE identity_issuers (
  tenant_id text NOT NULL REFERENCES tenants (id),
  id text NOT NULL,
  name text NOT NULL,
  -- The `iss` of its tokens, letter for letter.
  issuer text NOT NULL,
  audiences text[] NOT NULL,
  algorithms text[] NOT NULL,
  clock_tolerance_seconds integer NOT NULL,
  -- Path of the claim that holds the groups of a user; NULL: it has none.
  groups_claim text,
  -- Claims to roles: [{ claim, equals | oneOf | contains | hasWord, role, projectId? }]
  rules jsonb NOT NULL DEFAULT '[]',
  generation bigint NOT NULL DEFAULT 1,
  revision bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT identity_issuers_name_key UNIQUE (tenant_id, name)
);
CREATE INDEX identity_issuers_issuer_idx ON identity_issuers (issuer);

CREATE TABLE role_bindings (
  tenant_id text NOT NULL REFERENCES tenants (id),
  id text NOT NULL,
  -- user, group or serviceAccount, as the issuer's tokens name them
  subject_kind text NOT NULL,
  issuer_id text NOT NULL,
  subject text NOT NULL,
  role text NOT NULL,
  -- NULL: the whole tenant
  project_id text,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT role_bindings_once_key UNIQUE NULLS NOT DISTINCT
    (tenant_id, issuer_id, subject_kind, subject, role, project_id),
  FOREIGN KEY (tenant_id, issuer_id) REFERENCES identity_issuers (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id) ON DELETE CASCADE
);

-- Tokens are looked up by whom they speak for, before it is known for which tenant.
CREATE INDEX role_bindings_subject_idx ON role_bindings (issuer_id, subject_kind, subject);

SELECT protect_tenant_table(t) FROM unnest(ARRAY['identity_issuers', 'role_bindings']::regclass[]) AS t;

-- Roles in projects: what is in none of them is hidden, by one more condition on the same rows.
ALTER TABLE operations ADD COLUMN project_id text;
ALTER TABLE events ADD COLUMN project_id text;
SET LOCAL ROLE berth_system;
UPDATE operations o SET project_id = c.project_id FROM clusters c WHERE c.tenant_id = o.tenant_id AND c.id = o.cluster_id;
UPDATE events e SET project_id = c.project_id FROM clusters c WHERE c.tenant_id = e.tenant_id AND c.id = e.cluster_id;
RESET ROLE;

CREATE FUNCTION is_project_open(project text) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(current_setting('app.projects', true), '') = ''
  OR coalesce(project = ANY (string_to_array(current_setting('app.projects', true), ',')), false);

CREATE POLICY open_projects ON projects AS RESTRICTIVE TO berth_tenant USING (is_project_open(id));
CREATE POLICY open_projects ON clusters AS RESTRICTIVE TO berth_tenant USING (is_project_open(project_id));
CREATE POLICY open_projects ON node_pools AS RESTRICTIVE TO berth_tenant USING (is_project_open(project_id));
CREATE POLICY open_projects ON operations AS RESTRICTIVE TO berth_tenant USING (is_project_open(project_id));
CREATE POLICY open_projects ON events AS RESTRICTIVE TO berth_tenant USING (is_project_open(project_id));
