import { defineConfig } from 'prisma/config';

/** The URL is needed by `prisma migrate deploy` only; generating reaches no database. */
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(process.env['DATABASE_URL'] ? { datasource: { url: process.env['DATABASE_URL'] } } : {}),
});
