-- What clusters that are being made will use of a cloud account's quotas: two that are made at once do not count on the same
-- rest. A step counts until it is made; from then on the cloud counts it.
CREATE TABLE quota_reservations (
  account text NOT NULL,
  region text NOT NULL,
  code text NOT NULL,
  tenant_id text NOT NULL,
  cluster_id text NOT NULL,
  steps text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (account, region, code, cluster_id),
  FOREIGN KEY (tenant_id, cluster_id) REFERENCES clusters (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX quota_reservations_cluster_idx ON quota_reservations (tenant_id, cluster_id);
