import type { RouteOptions } from 'fastify';
import type { Permission } from '../domain/access/permission.ts';
import type { ErrorCode } from '../domain/shared/error.ts';
import { mediaTypeFor } from './json-body.ts';

/** What the document needs to know of a route beyond its schemas. */
export interface RouteTraits {
  readonly method: string;
  readonly permission: Permission;
  readonly hasParams: boolean;
  readonly entityTag: boolean;
  readonly canWait: boolean;
  readonly errors: readonly ErrorCode[];
}

interface RouteSchema {
  readonly [keyword: string]: unknown;
  readonly querystring?: { readonly properties?: Readonly<Record<string, unknown>> };
}

export const traitsOf = ({ method, url, config, schema }: RouteOptions): RouteTraits => ({
  method: String(method),
  permission: config?.permission ?? 'none',
  // A doubled colon is one in the address: the verb of `/v1/fleet/leaks:scan`.
  hasParams: /(?<!:):[A-Za-z]/.test(url),
  entityTag: config?.entityTag === true,
  canWait: (schema as RouteSchema | undefined)?.querystring?.properties?.['wait'] !== undefined,
  errors: config?.errors ?? [],
});

const headerParameters = ({
  method,
  permission,
  entityTag,
  canWait,
}: RouteTraits): Record<string, object> => ({
  ...(permission === 'none'
    ? {}
    : {
        'Berth-Tenant': {
          type: 'string',
          maxLength: 63,
          description:
            'Id or name of the tenant that is meant; needed by tokens that are good for several tenants.',
        },
      }),
  ...(method === 'POST'
    ? {
        'Idempotency-Key': {
          type: 'string',
          pattern: '^[!-~]+$',
          minLength: 1,
          maxLength: 255,
          description:
            'Chosen by the caller. The same request with the same key is carried out once; kept for 24 hours.',
        },
      }
    : {}),
  ...(entityTag && method === 'GET'
    ? {
        'If-None-Match': {
          type: 'string',
          maxLength: 1024,
          description: 'Entity tags that the caller has; compared whole. 304 when one fits.',
        },
      }
    : {}),
  ...(entityTag && method !== 'GET'
    ? {
        'If-Match': {
          type: 'string',
          maxLength: 1024,
          description: 'Entity tags whose generation must be the present one, or `*`. 412 otherwise.',
        },
      }
    : {}),
  ...(canWait
    ? {
        Prefer: {
          type: 'string',
          maxLength: 256,
          description: '`wait=30` holds the answer until the work is done, at most 60 seconds (RFC 7240).',
        },
      }
    : {}),
});

/** The schema of a route with what the plugins take from every request of its kind. */
export const documentRoute = (route: RouteOptions): Record<string, unknown> => {
  const traits = traitsOf(route);
  const headers = headerParameters(traits);
  return {
    ...(route.schema as RouteSchema | undefined),
    ...(Object.keys(headers).length === 0 ? {} : { headers: { type: 'object', properties: headers } }),
    ...(traits.permission === 'none' ? { security: [] } : {}),
    consumes: [mediaTypeFor(traits.method)],
    'x-berth-permission': traits.permission,
  };
};
