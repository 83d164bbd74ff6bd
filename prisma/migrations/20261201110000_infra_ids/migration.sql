-- What in-cluster controllers make is known by the infraId: of two clusters with one, each would take away what belongs to the other.
CREATE UNIQUE INDEX clusters_infra_key ON clusters (tenant_id, infra_id);
