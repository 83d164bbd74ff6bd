import { createS3Store } from '../../../src/providers/issuer-store/s3-store.ts';
import { pageOf, startObjectServer } from './object-server.ts';
import type { OpenedStore } from './suite.ts';

export const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret-of-aws' };

const listOf = (names: readonly string[], next: string | undefined): string =>
  `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${names
    .map((name) => `<Contents><Key>${name}</Key></Contents>`)
    .join(
      '',
    )}${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`;

/** The body of an upload, out of the chunks that the SDK signs and adds checksums to. */
const bodyOf = (body: string): unknown => JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? 'null');

/** The part of S3 that is used. What AWS itself demands beyond it, moto is asked for. */
export const openS3 = async (): Promise<OpenedStore> => {
  const server = await startObjectServer(({ method, path, query, headers, body }, objects) => {
    if (!headers['authorization']?.startsWith('AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE/'))
      return { status: 403 };
    const name = decodeURIComponent(path.replace(/^\/oidc\/?/, ''));
    if (method === 'PUT') {
      const contentType = headers['content-type'] ?? '';
      const cacheControl = headers['cache-control'] ?? '';
      objects.set(name, { body: bodyOf(body), contentType, cacheControl });
      return { status: 200 };
    }
    if (method === 'DELETE') {
      objects.delete(name);
      return { status: 204 };
    }
    if (query.get('list-type') !== '2') return { status: 400 };
    const { page, next } = pageOf(objects.keys(), query.get('prefix') ?? '', query.get('continuation-token'));
    return { status: 200, body: listOf(page, next) };
  });
  const store = createS3Store({
    bucket: 'oidc',
    region: 'eu-west-1',
    prefix: 'issuers',
    endpoint: server.url,
    credentials,
  });
  return {
    ...server,
    store,
    secret: credentials.secretAccessKey,
    read: async (path) => server.objects.get(`issuers/${path}`),
  };
};
