import { createGcsStore } from '../../../src/providers/issuer-store/gcs-store.ts';
import { pageOf, startObjectServer } from './object-server.ts';
import type { OpenedStore } from './suite.ts';

const token = 'token-of-google';

const partsOf = (body: string, type: string): readonly [string, string] => {
  const boundary = /boundary=(\S+)$/.exec(type)?.[1] ?? '';
  const parts = body.split(`--${boundary}`).slice(1, 3);
  const [metadata = '', media = ''] = parts.map((part) => part.split('\r\n\r\n')[1]?.trim() ?? '');
  return [metadata, media];
};

/** The part of Google's JSON API for storage that is used, with what it demands. */
export const openGcs = async (): Promise<OpenedStore> => {
  const server = await startObjectServer(({ method, path, query, headers, body }, objects) => {
    if (headers['authorization'] !== `Bearer ${token}`) return { status: 401 };
    if (method === 'POST' && path === '/upload/storage/v1/b/oidc/o') {
      if (query.get('uploadType') !== 'multipart') return { status: 400 };
      const [metadata, media] = partsOf(body, headers['content-type'] ?? '');
      const { name, contentType, cacheControl } = JSON.parse(metadata) as Record<string, string>;
      objects.set(String(name), {
        body: JSON.parse(media),
        contentType: String(contentType),
        cacheControl: String(cacheControl),
      });
      return { status: 200, body: '{}' };
    }
    const [, name] = /^\/storage\/v1\/b\/oidc\/o\/([^/]+)$/.exec(path) ?? [];
    if (method === 'DELETE' && name !== undefined)
      return { status: objects.delete(decodeURIComponent(name)) ? 204 : 404 };
    if (method !== 'GET' || path !== '/storage/v1/b/oidc/o') return { status: 404 };
    const { page, next } = pageOf(objects.keys(), query.get('prefix') ?? '', query.get('pageToken'));
    const items = page.map((found) => ({ name: found }));
    // Google leaves `items` out when there are none.
    const list = {
      ...(items.length === 0 ? {} : { items }),
      ...(next === undefined ? {} : { nextPageToken: next }),
    };
    return { status: 200, body: JSON.stringify(list) };
  });
  const store = createGcsStore({
    bucket: 'oidc',
    prefix: '',
    token: async () => token,
    endpoint: server.url,
  });
  return { ...server, store, secret: token, read: async (path) => server.objects.get(path) };
};
