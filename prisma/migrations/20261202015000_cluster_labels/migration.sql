-- Labels as rows, for lists by label. Under row-level security an index on jsonb cannot be asked: its operator is not
-- leakproof. Rows with equality can, and they come in the order of the list, whether a label is rare or common.

CREATE TABLE cluster_labels (
  tenant_id text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  cluster_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, key, value, cluster_id)
);

SELECT protect_tenant_table('cluster_labels');
-- Written by the trigger alone.
REVOKE INSERT, UPDATE, DELETE ON cluster_labels FROM berth_tenant, berth_worker;

SET LOCAL ROLE berth_system;
INSERT INTO cluster_labels (tenant_id, key, value, cluster_id)
SELECT c.tenant_id, l.key, l.value, c.id FROM clusters c, jsonb_each_text(c.labels) AS l;
RESET ROLE;

CREATE FUNCTION keep_cluster_labels() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM cluster_labels l USING jsonb_each_text(OLD.labels) AS o
    WHERE l.tenant_id = OLD.tenant_id AND l.key = o.key AND l.value = o.value AND l.cluster_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO cluster_labels (tenant_id, key, value, cluster_id)
    SELECT NEW.tenant_id, n.key, n.value, NEW.id FROM jsonb_each_text(NEW.labels) AS n;
  END IF;
  RETURN NULL;
END
$$;

DO $$
BEGIN
  EXECUTE format('GRANT CREATE ON SCHEMA %I TO berth_system', current_schema());
  ALTER FUNCTION keep_cluster_labels() OWNER TO berth_system;
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM berth_system', current_schema());
END
$$;
REVOKE ALL ON FUNCTION keep_cluster_labels() FROM PUBLIC;

CREATE TRIGGER keep_labels_of_new AFTER INSERT ON clusters FOR EACH ROW
  WHEN (NEW.labels <> '{}') EXECUTE FUNCTION keep_cluster_labels();
CREATE TRIGGER keep_labels_of_changed AFTER UPDATE OF labels ON clusters FOR EACH ROW
  WHEN (OLD.labels IS DISTINCT FROM NEW.labels) EXECUTE FUNCTION keep_cluster_labels();
CREATE TRIGGER keep_labels_of_gone AFTER DELETE ON clusters FOR EACH ROW
  WHEN (OLD.labels <> '{}') EXECUTE FUNCTION keep_cluster_labels();

DROP INDEX clusters_labels_idx;
