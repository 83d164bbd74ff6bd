import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../../src/domain/access/principal.ts';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

// Every route × every kind of caller, over HTTP; the page docs/reference/permissions.md is what came out.
let test: TestApp;
const routes: RouteOptions[] = [];

const tenantId = 'ten_01jc8vr3n2e9qsyw6x5m7t0001';
const projectId = 'prj_01jc8vr3n2e9qsyw6x5m7t0002';
const key = { kind: 'apiKey', id: 'key_01jc8vr3n2e9qsyw6x5m7t9999' } as const;

/** Callers by the heading of their column. */
const callers: Readonly<Record<string, Principal | undefined>> = {
  nobody: undefined,
  viewer: { ...key, tenantId, grants: [{ role: 'viewer' }] },
  editor: { ...key, tenantId, grants: [{ role: 'editor' }] },
  admin: { ...key, tenantId, grants: [{ role: 'admin' }] },
  'project viewer': { ...key, tenantId, grants: [{ role: 'viewer', projectId }] },
  'project editor': { ...key, tenantId, grants: [{ role: 'editor', projectId }] },
  'project admin': { ...key, tenantId, grants: [{ role: 'admin', projectId }] },
  'fleet-viewer': { ...key, grants: [{ role: 'fleet-viewer' }] },
  'fleet-operator': { ...key, grants: [{ role: 'fleet-operator' }] },
};

beforeAll(async () => {
  test = await startTestApp({ onRoute: (route) => routes.push(route) });
  for (const [name, principal] of Object.entries(callers))
    if (principal !== undefined)
      test.world.principals.set(`bk_matrix-${name.replace(' ', '-')}-key`, principal);
});

afterAll(() => test.close());

interface Line {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  readonly open: readonly boolean[];
}

const documented = (): readonly RouteOptions[] =>
  routes.filter(
    ({ method, schema }) => method !== 'HEAD' && (schema as { hide?: boolean } | undefined)?.hide !== true,
  );

const addressOf = (url: string): string =>
  url.replaceAll(/(?<!:):([A-Za-z]+)/g, '{$1}').replaceAll('::', ':');

/** A caller is let in when anything but 401 or 403 comes back: the request itself is not a good one on purpose. */
const isLetIn = async (route: RouteOptions, name: string): Promise<boolean> => {
  const url = route.url
    .replaceAll('::', '\u0000')
    .replaceAll(/:[A-Za-z]+/g, 'x')
    .replaceAll('\u0000', ':');
  const reply = await test.app.inject({
    method: route.method as 'GET',
    url: `${url}?no-such-parameter=1`,
    headers: name === 'nobody' ? {} : { authorization: `Bearer bk_matrix-${name.replace(' ', '-')}-key` },
  });
  return reply.statusCode !== 401 && reply.statusCode !== 403;
};

const walk = async (): Promise<readonly Line[]> => {
  const lines: Line[] = [];
  for (const route of documented()) {
    const open: boolean[] = [];
    for (const name of Object.keys(callers)) open.push(await isLetIn(route, name));
    const permission = route.config?.permission ?? '?';
    lines.push({ method: String(route.method), path: addressOf(route.url), permission, open });
  }
  return lines.sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));
};

const render = (lines: readonly Line[]): string => {
  const names = Object.keys(callers);
  return [
    '# Who may do what',
    '',
    'Every operation and every kind of caller, as the API answers them. A role in a project reaches what is in the',
    'project only: the rest is not there for it. A key may be narrowed further by its `scopes`.',
    '',
    'A token of an identity provider has the roles that role bindings and the rules of its issuer give it.',
    '',
    `| operation | permission | ${names.join(' | ')} |`,
    `| --- | --- | ${names.map(() => '---').join(' | ')} |`,
    ...lines.map(
      ({ method, path, permission, open }) =>
        `| \`${method} ${path}\` | \`${permission}\` | ${open.map((one) => (one ? 'yes' : '–')).join(' | ')} |`,
    ),
    '',
    `${lines.length} operations, ${names.length} kinds of callers.`,
    '',
  ].join('\n');
};

describe('every operation, by every kind of caller', () => {
  let lines: readonly Line[];
  beforeAll(async () => {
    lines = await walk();
  });

  const columnsOf = (permission: string): readonly string[] => {
    const line = lines.find((one) => one.permission === permission);
    return Object.keys(callers).filter((_, index) => line?.open[index]);
  };

  it('is refused or let in as the page says', async () => {
    await expect(render(lines)).toMatchFileSnapshot('../../../docs/reference/permissions.md');
  });

  it.each([
    ['none', Object.keys(callers)],
    ['authenticated', Object.keys(callers).slice(1)],
    ['clusters.read', ['viewer', 'editor', 'admin', 'project viewer', 'project editor', 'project admin']],
    ['clusters.create', ['editor', 'admin', 'project editor', 'project admin']],
    ['clusters.delete', ['editor', 'admin', 'project editor', 'project admin']],
    ['clusters.kubeconfig', ['editor', 'admin', 'project editor', 'project admin']],
    ['credentials.read', ['viewer', 'editor', 'admin']],
    ['credentials.create', ['editor', 'admin']],
    ['projects.create', ['admin']],
    ['apiKeys.create', ['admin']],
    ['roleBindings.create', ['admin']],
    ['identityIssuers.delete', ['admin']],
    ['fleet.read', ['fleet-viewer', 'fleet-operator']],
    ['fleet.write', ['fleet-operator']],
  ])('that demands %s is open to the right ones', (permission, expected) => {
    expect(columnsOf(permission)).toEqual(expected);
  });

  it('of one permission is open to the same callers everywhere', () => {
    const byPermission = Map.groupBy(lines, ({ permission }) => permission);
    for (const [permission, same] of byPermission)
      expect([permission, new Set(same.map(({ open }) => open.join())).size]).toEqual([permission, 1]);
  });
});
