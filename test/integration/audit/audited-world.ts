import { ensureFleetKey } from '../../../src/bootstrap.ts';
import { createHttpWorld, type HttpReply } from '../../harness/http-world.ts';
import { newId } from '../../harness/test-world.ts';

export interface Operation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly isFleet: boolean;
  /** With the examples of its parameters. */
  readonly url: string;
  readonly body: unknown;
}

interface Schema {
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
}

interface Documented {
  readonly operationId: string;
  readonly 'x-berth-permission': string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema & { readonly $ref?: string }; readonly example?: unknown }>
    >;
  };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
}

const exampleBody = ({ requestBody }: Documented): unknown => {
  const [media] = Object.values(requestBody?.content ?? {});
  return media?.example ?? media?.schema.examples?.[0];
};

const names: Readonly<Record<string, string>> = {
  version: '4.20.9',
  platform: 'aws',
  account: '123456789012',
};

/** An id that nothing has, of the kind that the parameter asks for. */
const fill = (path: string, { parameters = [] }: Documented): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const pattern = parameters.find((one) => one.in === 'path' && one.name === name)?.schema.pattern ?? '';
    const prefix = /^\^([a-z]+)_\[/.exec(pattern)?.[1];
    return prefix === undefined ? (names[name] ?? name) : `${prefix}_01jc8vr3n2e9qsyw6x5m7t4kzd`;
  });

export interface StoredRecord {
  readonly tenant_id: string;
  readonly actor_kind: string;
  readonly actor: string;
  readonly action: string;
  readonly method: string;
  readonly route: string;
  readonly target_kind: string;
  readonly target_id: string;
  readonly outcome: string;
  readonly status: number | null;
  readonly code: string | null;
  readonly source_address: string;
  readonly user_agent: string;
  readonly change: { readonly before?: object; readonly after?: object };
}

const fleetKey = 'bk_fleet_key_of_the_audit_tests_0123456789';

/** Berth over HTTP, every operation of it that writes, and the audit records of a reply. */
export const createAuditedWorld = async () => {
  const world = await createHttpWorld();
  await ensureFleetKey(world.database, newId, fleetKey);
  const { paths } = world.app.swagger() as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, documented]): Operation => ({
        operationId: documented.operationId,
        method: method.toUpperCase() as Operation['method'],
        path,
        isFleet: documented['x-berth-permission'].startsWith('fleet.'),
        url: fill(path, documented),
        body: exampleBody(documented) ?? (method === 'patch' ? { labels: {} } : undefined),
      }),
    ),
  );

  const asFleet = (method: Operation['method'], url: string, body?: unknown): Promise<HttpReply> =>
    world.send(method, url, { body, headers: { authorization: `Bearer ${fleetKey}` } });

  const recordsOf = async (reply: HttpReply): Promise<readonly StoredRecord[]> => {
    await world.flushAudit();
    const { rows } = await world.testDatabase.pool.query(
      'SELECT * FROM audit_records WHERE request_id = $1',
      [reply.headers['request-id']],
    );
    return rows;
  };

  /** Operations that write, and the read that makes a credential; not the POST that only asks. */
  const watched = operations.filter(
    ({ method, operationId }) =>
      (method !== 'GET' && operationId !== 'checkPermission') || operationId === 'issueKubeconfig',
  );
  return { ...world, watched, asFleet, recordsOf, fleetKey };
};

export type AuditedWorld = Awaited<ReturnType<typeof createAuditedWorld>>;
