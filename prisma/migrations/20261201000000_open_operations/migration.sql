-- Open operations are asked for by cluster: by the projector, by a deletion, and by the watch over deadlines, which
-- goes through all of them in the order of their clusters. Led by the tenant alone, the index was also chosen for one
-- cluster's operations while the statistics were young, and every open operation of the tenant was read.
DROP INDEX operations_open_idx;
CREATE INDEX operations_open_idx ON operations (cluster_id, tenant_id, target_id) WHERE ended_at IS NULL;
