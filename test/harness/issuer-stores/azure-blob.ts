import { createAzureBlobStore } from '../../../src/providers/issuer-store/azure-blob-store.ts';
import { type ObjectReply, pageOf, startObjectServer } from './object-server.ts';
import type { OpenedStore } from './suite.ts';

const token = 'token-of-azure';
const refused: ObjectReply = { status: 403 };

/** The part of Azure's Blob service that is used, with what it demands. */
export const openAzureBlob = async (): Promise<OpenedStore> => {
  const server = await startObjectServer(({ method, path, query, headers, body }, objects) => {
    if (headers['authorization'] !== `Bearer ${token}` || !/^\d{4}-/.test(headers['x-ms-version'] ?? ''))
      return refused;
    const name = decodeURIComponent(path.replace(/^\/oidc\/?/, ''));
    if (method === 'PUT') {
      if (headers['x-ms-blob-type'] !== 'BlockBlob') return { status: 400 };
      const contentType = headers['content-type'] ?? '';
      const cacheControl = headers['x-ms-blob-cache-control'] ?? '';
      objects.set(name, { body: JSON.parse(body), contentType, cacheControl });
      return { status: 201 };
    }
    if (method === 'DELETE') return { status: objects.delete(name) ? 202 : 404 };
    if (query.get('comp') !== 'list' || query.get('restype') !== 'container') return { status: 400 };
    const { page, next = '' } = pageOf(objects.keys(), query.get('prefix') ?? '', query.get('marker'));
    const blobs = page.map((found) => `<Blob><Name>${found}</Name></Blob>`).join('');
    const xml = `<EnumerationResults><Blobs>${blobs}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`;
    return { status: 200, body: xml };
  });
  const store = createAzureBlobStore({
    account: 'acme',
    container: 'oidc',
    prefix: 'issuers',
    token: async () => token,
    endpoint: server.url,
  });
  return { ...server, store, secret: token, read: async (path) => server.objects.get(`issuers/${path}`) };
};
