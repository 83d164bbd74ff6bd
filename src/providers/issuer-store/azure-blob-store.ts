import { cacheSeconds, checkPath, type IssuerStore } from './contract.ts';
import { createHttpObjects } from './http-objects.ts';

export interface AzureBlobStoreOptions {
  readonly account: string;
  readonly container: string;
  readonly prefix: string;
  /** An access token for storage. */
  readonly token: () => Promise<string>;
  /** `https://ACCOUNT.blob.core.windows.net` when absent. */
  readonly endpoint?: string;
  readonly fetch?: typeof fetch;
}

const apiVersion = '2023-11-03';

const namesIn = (xml: string): readonly string[] =>
  [...xml.matchAll(/<Name>([^<]*)<\/Name>/g)].map(([, name = '']) => name);

/** A container of Azure Blob Storage, by its REST API. */
export const createAzureBlobStore = (options: AzureBlobStoreOptions): IssuerStore => {
  const { account, container, prefix, token } = options;
  const base = `${options.endpoint ?? `https://${account}.blob.core.windows.net`}/${container}`;
  const objects = createHttpObjects({
    fetch: options.fetch ?? fetch,
    headers: async () => ({ authorization: `Bearer ${await token()}`, 'x-ms-version': apiVersion }),
  });
  const nameOf = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`);
  return {
    publish: async (path, body) =>
      objects.write(
        'PUT',
        `${base}/${nameOf(checkPath(path))}`,
        {
          'content-type': 'application/json',
          'x-ms-blob-type': 'BlockBlob',
          'x-ms-blob-cache-control': `public, max-age=${cacheSeconds}`,
        },
        JSON.stringify(body),
      ),
    remove: async (path) => objects.remove(`${base}/${nameOf(checkPath(path))}`),
    list: async (wanted) => {
      const paths: string[] = [];
      let marker = '';
      do {
        const query = new URLSearchParams({
          restype: 'container',
          comp: 'list',
          prefix: nameOf(wanted),
          ...(marker === '' ? {} : { marker }),
        });
        const page = await objects.read(`${base}?${query}`);
        paths.push(...namesIn(page).map((name) => (prefix === '' ? name : name.slice(prefix.length + 1))));
        marker = /<NextMarker>([^<]+)<\/NextMarker>/.exec(page)?.[1] ?? '';
      } while (marker !== '');
      return paths;
    },
  };
};
