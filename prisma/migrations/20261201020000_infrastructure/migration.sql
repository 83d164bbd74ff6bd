-- The journal of what Berth makes in a cloud: one row a step of a cluster, written before the call that it speaks of.
CREATE TABLE infrastructure_steps (
  tenant_id text NOT NULL,
  cluster_id text NOT NULL,
  step text NOT NULL,
  type text NOT NULL,
  -- managed: Berth made it and takes it away. external: looked up, never touched.
  ownership text NOT NULL,
  -- intended → created → settled → deleting → gone
  state text NOT NULL,
  external_id text,
  -- Sent with every try to create, so that the cloud makes one thing of many tries.
  client_token text NOT NULL,
  input_hash text NOT NULL,
  input jsonb NOT NULL,
  -- When the last try to create was begun: until a minute later, not seeing the thing proves nothing.
  intended_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  last_error jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, cluster_id, step),
  FOREIGN KEY (tenant_id, cluster_id) REFERENCES clusters (tenant_id, id) ON DELETE CASCADE
);

-- The record of ids that the manifests need, and how the last pass over the steps went. Written by the cluster reconciler only.
ALTER TABLE clusters ADD COLUMN infrastructure jsonb;
ALTER TABLE clusters ADD COLUMN infrastructure_state jsonb;
