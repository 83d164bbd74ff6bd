-- Where leaks are looked for. A place stays when its last cluster is gone: that is when things are left behind.
CREATE TABLE leak_places (
  place text NOT NULL,
  -- cloud or managementCluster
  kind text NOT NULL,
  platform text,
  owner text,
  account text,
  credential_ids text[] NOT NULL DEFAULT '{}',
  management_cluster_id text,
  -- Every region in which something was ever made; only ever grows.
  regions text[] NOT NULL DEFAULT '{}',
  -- Types of which a list has shown something recorded.
  listed_types text[] NOT NULL DEFAULT '{}',
  -- infraIDs that the HostedClusters of a management cluster go by, as last seen.
  infra_ids text[] NOT NULL DEFAULT '{}',
  next_scan_at timestamptz(3) NOT NULL DEFAULT now(),
  -- Start of the last scan, and of the last one that was whole.
  scanned_at timestamptz(3),
  succeeded_at timestamptz(3),
  -- Why the last scan failed; absent: it did not.
  failure text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (place)
);
CREATE INDEX leak_places_due_idx ON leak_places (next_scan_at);

CREATE TABLE leak_scans (
  id text NOT NULL,
  place text NOT NULL REFERENCES leak_places (place) ON DELETE CASCADE,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  failure text,
  -- Things by type and verdict.
  counts jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (id)
);
CREATE INDEX leak_scans_place_idx ON leak_scans (place, started_at);

-- What is out of place now: no row of the database stands for it, or it stands for nothing.
CREATE TABLE leak_sightings (
  id text NOT NULL,
  place text NOT NULL REFERENCES leak_places (place) ON DELETE CASCADE,
  type text NOT NULL,
  resource_id text NOT NULL,
  verdict text NOT NULL,
  reasons jsonb NOT NULL,
  remembered boolean NOT NULL,
  -- What it says of itself: name, region, infraID, tenant, cluster, age.
  thing jsonb NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  scans int NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (id),
  UNIQUE (place, type, resource_id)
);
CREATE INDEX leak_sightings_verdict_idx ON leak_sightings (verdict, id);

CREATE TABLE leak_cleanings (
  id text NOT NULL,
  actor text NOT NULL,
  request_id text NOT NULL,
  -- accepted → running → succeeded or incomplete
  state text NOT NULL,
  next_pass_at timestamptz(3) NOT NULL DEFAULT now(),
  deadline_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (id)
);
CREATE INDEX leak_cleanings_open_idx ON leak_cleanings (next_pass_at) WHERE ended_at IS NULL;

CREATE TABLE leak_removals (
  cleaning_id text NOT NULL REFERENCES leak_cleanings (id) ON DELETE CASCADE,
  leak_id text NOT NULL,
  -- Its turn; what goes first has the lowest.
  turn int NOT NULL,
  place text NOT NULL,
  sighting jsonb NOT NULL,
  -- pending → removing → removed; refused when it is no leak any more
  state text NOT NULL DEFAULT 'pending',
  detail text,
  tries int NOT NULL DEFAULT 0,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (cleaning_id, leak_id)
);

-- Whom a mark in a cloud belongs to.
CREATE INDEX clusters_infra_idx ON clusters (infra_id);
-- Which clusters were deleted, long after their rows are gone.
CREATE INDEX operations_deleted_cluster_idx ON operations (cluster_id) WHERE type IN ('cluster.delete', 'nodePool.delete');
