-- Below a domain for external DNS the host names are made of the domain prefix alone (api-PREFIX.DOMAIN): no two clusters may have
-- the same, whatever their base domains and whoever owns them. The router would serve whichever came first.
CREATE UNIQUE INDEX clusters_external_names_key
  ON clusters (lower(spec->'publishing'->>'externalDnsDomain'), domain_prefix)
  WHERE spec->'publishing'->>'externalDnsDomain' <> '';
