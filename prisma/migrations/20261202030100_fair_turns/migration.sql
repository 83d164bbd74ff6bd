-- Whose turn it was last: wakes are handed to the queue tenant by tenant, the longest unserved first.
CREATE SEQUENCE turn_order;
GRANT USAGE ON SEQUENCE turn_order TO berth_system;

CREATE TABLE turns (
  queue text NOT NULL,
  tenant_id text NOT NULL,
  served bigint NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (queue, tenant_id)
);
SELECT protect_tenant_table('turns');

-- The wakes of one tenant for one queue, oldest first.
CREATE INDEX outbox_turn_idx ON outbox (queue, tenant_id, id);
