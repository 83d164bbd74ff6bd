import { isJsonObject } from '../../domain/shared/json.ts';
import { cacheSeconds, checkPath, type IssuerStore } from './contract.ts';
import { createHttpObjects } from './http-objects.ts';

export interface GcsStoreOptions {
  readonly bucket: string;
  readonly prefix: string;
  /** An access token for storage. */
  readonly token: () => Promise<string>;
  /** `https://storage.googleapis.com` when absent. */
  readonly endpoint?: string;
  readonly fetch?: typeof fetch;
}

/** A bucket of Google Cloud Storage, by its JSON API. */
export const createGcsStore = (options: GcsStoreOptions): IssuerStore => {
  const { bucket, prefix, token } = options;
  const endpoint = options.endpoint ?? 'https://storage.googleapis.com';
  const objectsUrl = `${endpoint}/storage/v1/b/${bucket}/o`;
  const objects = createHttpObjects({
    fetch: options.fetch ?? fetch,
    headers: async () => ({ authorization: `Bearer ${await token()}` }),
  });
  const nameOf = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`);
  return {
    publish: async (path, body) => {
      const boundary = 'berth-issuer-document';
      const metadata = {
        name: nameOf(checkPath(path)),
        contentType: 'application/json',
        cacheControl: `public, max-age=${cacheSeconds}`,
      };
      const parts = [metadata, body].map(
        (part) => `--${boundary}\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(part)}\r\n`,
      );
      return objects.write(
        'POST',
        `${endpoint}/upload/storage/v1/b/${bucket}/o?uploadType=multipart`,
        { 'content-type': `multipart/related; boundary=${boundary}` },
        `${parts.join('')}--${boundary}--`,
      );
    },
    remove: async (path) => objects.remove(`${objectsUrl}/${encodeURIComponent(nameOf(checkPath(path)))}`),
    list: async (wanted) => {
      const paths: string[] = [];
      let pageToken: string | undefined;
      do {
        const query = new URLSearchParams({
          prefix: nameOf(wanted),
          ...(pageToken === undefined ? {} : { pageToken }),
        });
        const page: unknown = JSON.parse(await objects.read(`${objectsUrl}?${query}`));
        const { items, nextPageToken } = isJsonObject(page) ? page : {};
        for (const item of Array.isArray(items) ? items : []) {
          const name = isJsonObject(item) ? item['name'] : undefined;
          if (typeof name === 'string') paths.push(prefix === '' ? name : name.slice(prefix.length + 1));
        }
        pageToken = typeof nextPageToken === 'string' ? nextPageToken : undefined;
      } while (pageToken !== undefined);
      return paths;
    },
  };
};
