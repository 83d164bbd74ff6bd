-- Tenants and access ---------------------------------------------------------
CREATE TABLE tenants (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE projects (
  tenant_id text NOT NULL REFERENCES tenants (id),
  id text NOT NULL,
  name text NOT NULL,
  labels jsonb NOT NULL DEFAULT '{}',
  generation bigint NOT NULL DEFAULT 1,
  revision bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);

-- Fleet keys have no tenant, hence the key's own id leads. Only the SHA-256 of a key is kept.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  tenant_id text REFERENCES tenants (id),
  role text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  description text NOT NULL DEFAULT '',
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- The fleet ------------------------------------------------------------------
CREATE TABLE management_clusters (
  id text PRIMARY KEY,
  name text NOT NULL UNIQUE,
  labels jsonb NOT NULL DEFAULT '{}',
  region text,
  platforms text[] NOT NULL,
  capacity integer NOT NULL CHECK (capacity >= 0),
  placed integer NOT NULL DEFAULT 0 CHECK (placed >= 0),
  cordoned boolean NOT NULL DEFAULT false,
  -- Envelope-encrypted kubeconfig; NULL means the worker's own in-cluster account.
  kubeconfig jsonb,
  generation bigint NOT NULL DEFAULT 1,
  revision bigint NOT NULL DEFAULT 1,
  -- Mirrored by workers.
  server_version text,
  supported_minors text[] NOT NULL DEFAULT '{}',
  has_routes boolean NOT NULL DEFAULT false,
  reachable boolean NOT NULL DEFAULT false,
  reachability_message text NOT NULL DEFAULT 'Not contacted yet',
  last_contact_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE releases (
  version text PRIMARY KEY,
  image text NOT NULL,
  channels text[] NOT NULL DEFAULT '{}',
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Secrets --------------------------------------------------------------------
-- `sealed` is an envelope: AES-256-GCM under a data key of its own, the data key wrapped by the key `keyId`;
-- tenant, kind and id are authenticated with it, so that two rows cannot be swapped.
CREATE TABLE credentials (
  tenant_id text NOT NULL REFERENCES tenants (id),
  id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  sealed jsonb NOT NULL,
  fingerprint text NOT NULL,
  generation bigint NOT NULL DEFAULT 1,
  revision bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, name)
);

-- Ids hold the time of their making, so that `ORDER BY id DESC` is newest first and needs no index of its own.
-- Clusters -------------------------------------------------------------------
CREATE TABLE clusters (
  tenant_id text NOT NULL,
  id text NOT NULL,
  project_id text NOT NULL,
  name text NOT NULL,
  labels jsonb NOT NULL DEFAULT '{}',
  generation bigint NOT NULL DEFAULT 1,
  revision bigint NOT NULL DEFAULT 1,
  spec jsonb NOT NULL,
  release_version text NOT NULL,
  release_image text NOT NULL,
  platform text NOT NULL,
  base_domain text NOT NULL,
  domain_prefix text NOT NULL,
  infra_id text NOT NULL,
  pull_secret_credential_id text NOT NULL,
  operation_id text,
  deletion_requested_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Written by the status projector only.
  status jsonb NOT NULL,
  phase text NOT NULL,
  -- Written by the cluster reconciler only: placement, what was applied, generated secrets, attempts.
  management_cluster_id text REFERENCES management_clusters (id),
  placement jsonb,
  unplaced jsonb,
  applied jsonb,
  sealed_secrets jsonb,
  attempt jsonb NOT NULL DEFAULT '{"failures": 0}',
  remote jsonb NOT NULL DEFAULT '{}',
  next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Counts wake-ups: a reconciler puts its next attempt off only if nobody has woken it since it looked.
  wakes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT clusters_name_key UNIQUE (tenant_id, project_id, name),
  FOREIGN KEY (tenant_id, project_id) REFERENCES projects (tenant_id, id),
  FOREIGN KEY (tenant_id, pull_secret_credential_id) REFERENCES credentials (tenant_id, id)
);
-- Worker look-ups by id alone (the queue carries both ids, a watch only the object's label).
CREATE UNIQUE INDEX clusters_id_key ON clusters (id);
-- The HostedCluster's name must be free below its base domain, whoever owns it.
CREATE UNIQUE INDEX clusters_domain_key ON clusters (base_domain, domain_prefix);
CREATE INDEX clusters_name_idx ON clusters (tenant_id, name, id);
CREATE INDEX clusters_project_idx ON clusters (tenant_id, project_id, id);
CREATE INDEX clusters_phase_idx ON clusters (tenant_id, phase, id);
CREATE INDEX clusters_labels_idx ON clusters USING gin (labels jsonb_path_ops);
CREATE INDEX clusters_due_idx ON clusters (next_attempt_at);
CREATE INDEX clusters_unplaced_idx ON clusters (id) WHERE placement IS NULL;
CREATE INDEX clusters_management_cluster_idx ON clusters (management_cluster_id) WHERE management_cluster_id IS NOT NULL;

CREATE TABLE node_pools (
  tenant_id text NOT NULL,
  id text NOT NULL,
  cluster_id text NOT NULL,
  project_id text NOT NULL,
  name text NOT NULL,
  labels jsonb NOT NULL DEFAULT '{}',
  generation bigint NOT NULL DEFAULT 1,
  revision bigint NOT NULL DEFAULT 1,
  spec jsonb NOT NULL,
  release_version text NOT NULL,
  release_image text NOT NULL,
  operation_id text,
  deletion_requested_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  status jsonb NOT NULL,
  phase text NOT NULL,
  applied jsonb,
  attempt jsonb NOT NULL DEFAULT '{"failures": 0}',
  remote jsonb NOT NULL DEFAULT '{}',
  next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Counts wake-ups: a reconciler puts its next attempt off only if nobody has woken it since it looked.
  wakes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT node_pools_name_key UNIQUE (tenant_id, cluster_id, name),
  FOREIGN KEY (tenant_id, cluster_id) REFERENCES clusters (tenant_id, id)
);
CREATE UNIQUE INDEX node_pools_id_key ON node_pools (id);
CREATE INDEX node_pools_cluster_idx ON node_pools (tenant_id, cluster_id, id);
CREATE INDEX node_pools_due_idx ON node_pools (next_attempt_at);

-- One distilled row per remote object, under the id of its cluster or node pool. Written by the watcher and by direct looks.
CREATE TABLE observations (
  tenant_id text NOT NULL,
  id text NOT NULL,
  cluster_id text NOT NULL,
  kind text NOT NULL,
  resource_version text NOT NULL,
  state jsonb,
  -- The watch said that it is gone: a hint to look, not a proof.
  gone boolean NOT NULL DEFAULT false,
  observed_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX observations_cluster_idx ON observations (tenant_id, cluster_id);

-- Operations -----------------------------------------------------------------
CREATE TABLE operations (
  tenant_id text NOT NULL REFERENCES tenants (id),
  id text NOT NULL,
  type text NOT NULL,
  target_kind text NOT NULL,
  target_id text NOT NULL,
  cluster_id text NOT NULL,
  state text NOT NULL,
  generation bigint NOT NULL,
  percent integer NOT NULL DEFAULT 0,
  stages jsonb NOT NULL DEFAULT '[]',
  waiting_on jsonb,
  error jsonb,
  revision bigint NOT NULL DEFAULT 1,
  estimated_completion_at timestamptz(3),
  deadline_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX operations_target_idx ON operations (tenant_id, target_id, id);
CREATE INDEX operations_cluster_idx ON operations (tenant_id, cluster_id, id);
CREATE INDEX operations_open_idx ON operations (tenant_id, target_id) WHERE ended_at IS NULL;
-- How long past operations of a kind took, for the estimate.
CREATE TABLE operation_durations (
  type text NOT NULL,
  platform text NOT NULL,
  ended_at timestamptz(3) NOT NULL DEFAULT now(),
  seconds double precision NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  operation_id text NOT NULL,
  PRIMARY KEY (type, platform, ended_at, operation_id)
);

-- Events ---------------------------------------------------------------------
-- A writer appends with no sequence; the sequencer numbers committed rows per tenant, one by one and without
-- gaps, so that a reader who has seen n never misses n + 1 nor sees another body under n.
CREATE TABLE events (
  position bigint GENERATED ALWAYS AS IDENTITY,
  tenant_id text NOT NULL,
  id text NOT NULL,
  sequence bigint,
  type text NOT NULL,
  subject text NOT NULL,
  cluster_id text NOT NULL,
  data jsonb NOT NULL,
  traceparent text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX events_sequence_key ON events (tenant_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX events_cluster_idx ON events (tenant_id, cluster_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX events_unsequenced_idx ON events (position) WHERE sequence IS NULL;
CREATE TABLE event_heads (
  tenant_id text PRIMARY KEY REFERENCES tenants (id),
  sequence bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Doorbell -------------------------------------------------------------------
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  queue text NOT NULL,
  tenant_id text NOT NULL,
  target_id text NOT NULL,
  traceparent text,
  claimed_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

CREATE TABLE leases (
  resource text PRIMARY KEY,
  holder text NOT NULL,
  token bigint NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Requests -------------------------------------------------------------------
CREATE TABLE idempotency_keys (
  tenant_id text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, route, key)
);
CREATE INDEX idempotency_keys_age_idx ON idempotency_keys (created_at);

CREATE TABLE audit_records (
  tenant_id text NOT NULL,
  id text NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  target_id text NOT NULL,
  request_id text NOT NULL,
  change jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

-- A request for short-lived access to a cluster: the API asks, a worker answers with a sealed kubeconfig,
-- the API hands it out once and removes the row.
CREATE TABLE access_grants (
  tenant_id text NOT NULL,
  id text NOT NULL,
  cluster_id text NOT NULL,
  actor text NOT NULL,
  ttl_seconds integer NOT NULL,
  state text NOT NULL DEFAULT 'requested',
  sealed jsonb,
  error jsonb,
  expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, cluster_id) REFERENCES clusters (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX access_grants_age_idx ON access_grants (created_at);
