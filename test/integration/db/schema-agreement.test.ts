import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { readDatabaseFacts } from './schema-agreement/database-facts.ts';
import { readPrismaFacts } from './schema-agreement/prisma-facts.ts';

const schemaFile = new URL('../../../prisma/schema.prisma', import.meta.url);

let database: TestDatabase;
let schema: string;

beforeAll(async () => {
  database = await createTestDatabase(1);
  schema = await readFile(schemaFile, 'utf8');
});
afterAll(() => database.drop());

const compare = async (text: string) => {
  const inSchema = readPrismaFacts(text);
  const inDatabase = await readDatabaseFacts(database.pool);
  return {
    onlyInSchema: inSchema.filter((fact) => !inDatabase.includes(fact)),
    onlyInDatabase: inDatabase.filter((fact) => !inSchema.includes(fact)),
  };
};

it('says the same of every table as the migrated database does', async () => {
  expect(await compare(schema)).toEqual({ onlyInSchema: [], onlyInDatabase: [] });
  const inDatabase = await readDatabaseFacts(database.pool);
  expect(readPrismaFacts(schema)).toEqual(inDatabase);
  expect(inDatabase).toContain('clusters unique (base_domain, domain_prefix)');
  expect(inDatabase).toContain('outbox.id bigint not null default');
});

describe('a change on one side only is seen', () => {
  it.each([
    {
      what: 'a column of the database',
      sql: 'ALTER TABLE releases ADD COLUMN scratch text',
      reverse: 'ALTER TABLE releases DROP COLUMN scratch',
      onlyInSchema: [],
      onlyInDatabase: ['releases.scratch text'],
    },
    {
      what: 'a table of the database',
      sql: 'CREATE TABLE scratch (id bigint PRIMARY KEY)',
      reverse: 'DROP TABLE scratch',
      onlyInSchema: [],
      onlyInDatabase: ['scratch primary key (id)', 'scratch.id bigint not null'],
    },
    {
      what: 'a column that may be null now',
      sql: 'ALTER TABLE releases ALTER COLUMN image DROP NOT NULL',
      reverse: 'ALTER TABLE releases ALTER COLUMN image SET NOT NULL',
      onlyInSchema: ['releases.image text not null'],
      onlyInDatabase: ['releases.image text'],
    },
    {
      what: 'a default that went',
      sql: 'ALTER TABLE clusters ALTER COLUMN wakes DROP DEFAULT',
      reverse: 'ALTER TABLE clusters ALTER COLUMN wakes SET DEFAULT 0',
      onlyInSchema: ['clusters.wakes bigint not null default'],
      onlyInDatabase: ['clusters.wakes bigint not null'],
    },
    {
      what: 'another type',
      sql: 'ALTER TABLE access_grants ALTER COLUMN ttl_seconds TYPE bigint',
      reverse: 'ALTER TABLE access_grants ALTER COLUMN ttl_seconds TYPE integer',
      onlyInSchema: ['access_grants.ttl_seconds integer not null'],
      onlyInDatabase: ['access_grants.ttl_seconds bigint not null'],
    },
    {
      what: 'a name that may be taken twice now',
      sql: 'ALTER TABLE tenants DROP CONSTRAINT tenants_name_key',
      reverse: 'ALTER TABLE tenants ADD CONSTRAINT tenants_name_key UNIQUE (name)',
      onlyInSchema: ['tenants unique (name)'],
      onlyInDatabase: [],
    },
  ])('$what', async ({ sql, reverse, onlyInSchema, onlyInDatabase }) => {
    await database.pool.query(sql);
    try {
      expect(await compare(schema)).toEqual({ onlyInSchema, onlyInDatabase });
    } finally {
      await database.pool.query(reverse);
    }
  });

  it.each([
    {
      what: 'a field of the schema',
      from: '  image     String\n',
      to: '  image     String\n  scratch   Int?\n',
      onlyInSchema: ['releases.scratch integer'],
      onlyInDatabase: [],
    },
    {
      what: 'another primary key',
      from: '@@id([tenantId, route, key])',
      to: '@@id([tenantId, key, route])',
      onlyInSchema: ['idempotency_keys primary key (tenant_id, key, route)'],
      onlyInDatabase: ['idempotency_keys primary key (tenant_id, route, key)'],
    },
    {
      what: 'another end of a reference',
      from: 'onDelete: Cascade',
      to: 'onDelete: NoAction',
      onlyInSchema: [
        'api_keys (tenant_id, project_id) references projects (tenant_id, id) on delete no action',
      ],
      onlyInDatabase: [
        'api_keys (tenant_id, project_id) references projects (tenant_id, id) on delete cascade',
      ],
    },
  ])('$what', async ({ from, to, onlyInSchema, onlyInDatabase }) => {
    expect(schema).toContain(from);
    expect(await compare(schema.replace(from, to))).toEqual({ onlyInSchema, onlyInDatabase });
  });
});
