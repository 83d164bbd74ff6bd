import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runOpenapi } from '../../../src/cli/openapi.ts';
import { startTestApp, type TestApp } from '../../harness/http-app.ts';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Record<
      string,
      { readonly schema: { $ref: string }; example?: unknown; examples?: Record<string, { value: unknown }> }
    >;
  };
  readonly parameters?: { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly responses: Record<
    string,
    { readonly description: string; readonly headers?: object; readonly $ref?: string }
  >;
  readonly 'x-berth-permission': string;
  readonly security?: unknown[];
}

interface Document {
  readonly openapi: string;
  readonly servers: { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Record<string, unknown>> };
}

let test: TestApp;
let document: Document;

beforeAll(async () => {
  test = await startTestApp();
  document = (await test.send('GET', '/openapi.json', { key: null })).body;
});

afterAll(() => test.close());

const operation = (method: string, path: string): Operation => {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`no ${method} ${path}`);
  return found;
};

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the OpenAPI document', () => {
  it('is version 3.1 with the public address', () => {
    expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: 'https://berth.example.org' }]]);
  });

  it('is what is committed, but for the address and the version', async () => {
    const committed = JSON.parse(await readFile('openapi/openapi.json', 'utf8'));

    expect(committed.servers).toEqual([{ url: '/' }]);
    expect({ ...committed, servers: 0, info: 0 }).toEqual({ ...document, servers: 0, info: 0 });
  });

  it('says what each operation demands, and what it can answer', () => {
    const create = operation('post', '/v1/clusters');

    expect(create['x-berth-permission']).toBe('clusters.create');
    expect(Object.keys(create.responses)).toEqual([
      '200',
      '202',
      '400',
      '401',
      '403',
      '406',
      '409',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
    expect(create.responses['409']).toEqual({
      $ref: '#/components/responses/Problem409',
      description:
        '`name-conflict`: The name is taken. `request-in-progress`: The same request is still running. `write-conflict`: Another write came in between.',
    });
    expect(Object.keys(create.responses['202']?.headers ?? {})).toEqual([
      'Location',
      'ETag',
      'Retry-After',
      'Idempotent-Replayed',
      'Preference-Applied',
      'Request-Id',
    ]);
  });

  it('has the header fields that the plugins read', () => {
    const fields = (method: string, path: string) =>
      (operation(method, path).parameters ?? []).filter((one) => one.in === 'header').map(({ name }) => name);

    expect(fields('post', '/v1/clusters')).toEqual(['Berth-Tenant', 'Idempotency-Key', 'Prefer']);
    expect(fields('get', '/v1/clusters/{id}')).toEqual(['Berth-Tenant', 'If-None-Match', 'Prefer']);
    expect(fields('patch', '/v1/clusters/{id}')).toEqual(['Berth-Tenant', 'If-Match', 'Prefer']);
    expect(fields('delete', '/v1/projects/{id}')).toEqual(['Berth-Tenant', 'If-Match']);
    expect(fields('get', '/v1/clusters')).toEqual(['Berth-Tenant']);
    expect(fields('get', '/docs')).toEqual([]);
  });

  it('has merge patches under their own media type', () => {
    expect(Object.keys(operation('patch', '/v1/clusters/{id}').requestBody?.content ?? {})).toEqual([
      'application/merge-patch+json',
    ]);
  });

  it('has no security where none is demanded', () => {
    const open = operations()
      .filter(({ security }) => security?.length === 0)
      .map(({ operationId }) => operationId);

    expect(open).toEqual([
      'getOpenapi',
      'getReference',
      'listErrors',
      'getError',
      'readOpenidConfiguration',
      'readIssuerKeys',
    ]);
  });

  it('describes every parameter and every answer', () => {
    for (const one of operations()) {
      for (const parameter of one.parameters ?? [])
        expect([parameter.name, parameter.description]).toEqual([parameter.name, expect.any(String)]);
      for (const response of Object.values(one.responses))
        expect(response.description.length).toBeGreaterThan(5);
    }
  });

  it('has one component for a thing, and none of the keywords that are ours', () => {
    const platform = document.components.schemas['ClusterPlatformInput'];
    const mapping = (platform?.['discriminator'] as { mapping: object } | undefined)?.mapping;

    expect(mapping).toEqual({
      aws: '#/components/schemas/ClusterPlatformAwsInput',
      azure: '#/components/schemas/ClusterPlatformAzureInput',
      gcp: '#/components/schemas/ClusterPlatformGcpInput',
      kubevirt: '#/components/schemas/ClusterPlatformKubevirtInput',
      openstack: '#/components/schemas/ClusterPlatformOpenstackInput',
      powervs: '#/components/schemas/ClusterPlatformPowervsInput',
      agent: '#/components/schemas/ClusterPlatformAgentInput',
      none: '#/components/schemas/ClusterPlatformNoneInput',
    });
    expect(JSON.stringify(document)).not.toMatch(/x-format-hint|x-multiline|~kind/);
  });

  it('has examples that fit, for every body', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    ajv.addSchema({ $id: 'openapi', components: document.components });
    for (const { operationId, requestBody } of operations()) {
      for (const { schema, example, examples } of Object.values(requestBody?.content ?? {})) {
        const values =
          example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
        expect([operationId, values.length]).not.toEqual([operationId, 0]);
        const validate = ajv.compile({ $ref: `openapi${schema.$ref}` });
        for (const value of values)
          expect([operationId, validate(value), validate.errors]).toEqual([operationId, true, null]);
      }
    }
  });
});

describe('berth openapi', () => {
  it('checks the committed document', async () => {
    expect(await runOpenapi(['--check', 'openapi/openapi.json'])).toBe(0);
  });

  it('says where another document differs', async () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined);

    expect(await runOpenapi(['--check', 'package.json'])).toBe(1);
    expect(await runOpenapi(['--check', 'no/such/file'])).toBe(1);
    expect(await runOpenapi([])).toBe(2);
    expect(complain.mock.calls.map(([text]) => text)).toEqual([
      'package.json is not what the routes say (line 2): npm run openapi',
      'no/such/file is not what the routes say (line 1): npm run openapi',
      'berth openapi --write FILE | --check FILE',
    ]);
    complain.mockRestore();
  });
});
