-- How often a credential that the cluster uses got another value, or was found good: what was refused before that is tried again.
ALTER TABLE clusters ADD COLUMN credential_wakes bigint NOT NULL DEFAULT 0;
