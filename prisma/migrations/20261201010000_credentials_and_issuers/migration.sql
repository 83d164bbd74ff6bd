-- Credentials without a secret have only settings, which may be read.
ALTER TABLE credentials ALTER COLUMN sealed DROP NOT NULL;
ALTER TABLE credentials ALTER COLUMN fingerprint DROP NOT NULL;
ALTER TABLE credentials ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';
-- What the last look at the account said.
ALTER TABLE credentials ADD COLUMN status jsonb NOT NULL DEFAULT '{"state":"unverified","problems":[],"permissions":[]}';
-- When the value was written; absent: with the row.
ALTER TABLE credentials ADD COLUMN value_updated_at timestamptz(3);
-- When it is to be tried the next time; absent: never by itself.
ALTER TABLE credentials ADD COLUMN verify_at timestamptz(3);
CREATE INDEX credentials_verify_idx ON credentials (verify_at) WHERE verify_at IS NOT NULL;

-- Which credentials the platform of a cluster refers to: they cannot be removed while it lives.
CREATE TABLE cluster_credentials (
  tenant_id text NOT NULL,
  cluster_id text NOT NULL,
  credential_id text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, cluster_id, credential_id),
  FOREIGN KEY (tenant_id, cluster_id) REFERENCES clusters (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, credential_id) REFERENCES credentials (tenant_id, id)
);
CREATE INDEX cluster_credentials_credential_idx ON cluster_credentials (tenant_id, credential_id);

-- One account in a cloud belongs to one tenant, and to those whom the fleet operator lets in.
CREATE TABLE cloud_accounts (
  platform text NOT NULL,
  account text NOT NULL,
  tenant_id text REFERENCES tenants (id),
  -- An account that nobody proved to have within a day is free for others.
  claimed_at timestamptz(3),
  proven_at timestamptz(3),
  allowed_tenants text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (platform, account)
);

-- What the API asks of a worker, which alone reaches clouds; ids in, findings out, never a secret.
CREATE TABLE worker_questions (
  tenant_id text NOT NULL REFERENCES tenants (id),
  id text NOT NULL,
  kind text NOT NULL,
  input jsonb NOT NULL,
  -- asked → answered or failed
  state text NOT NULL DEFAULT 'asked',
  answer jsonb,
  error jsonb,
  claimed_until timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX worker_questions_open_idx ON worker_questions (created_at) WHERE state = 'asked';
CREATE INDEX worker_questions_expiry_idx ON worker_questions (expires_at);

-- Documents of issuers that Berth serves itself, by their path below the common address.
CREATE TABLE issuer_documents (
  path text NOT NULL,
  body jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (path)
);

-- Private keys of the installation itself, by what they are for.
CREATE TABLE service_keys (
  name text NOT NULL,
  sealed jsonb NOT NULL,
  public_key jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (name)
);

-- The issuer of a cluster's service-account tokens: address, public keys, what is published. Written by the reconciler only.
ALTER TABLE clusters ADD COLUMN issuer jsonb;
-- The generation with which a new signing key was asked for last.
ALTER TABLE clusters ADD COLUMN signing_key_generation bigint;
