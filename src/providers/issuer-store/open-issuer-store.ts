import { type IssuerStore, IssuerStoreError } from './contract.ts';

const noToken = (): IssuerStoreError =>
  new IssuerStoreError(
    'NoToken',
    "The surroundings of the process give no token for the store of the issuers' documents.",
  );

const azureToken = async (): Promise<() => Promise<string>> => {
  const { DefaultAzureCredential } = await import('@azure/identity');
  const credential = new DefaultAzureCredential();
  return async () => {
    try {
      return (await credential.getToken('https://storage.azure.com/.default')).token;
    } catch {
      throw noToken();
    }
  };
};

const googleToken = async (): Promise<() => Promise<string>> => {
  const { GoogleAuth } = await import('google-auth-library');
  const auth = new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/devstorage.read_write'] });
  return async () => {
    const token = await auth.getAccessToken().catch(() => undefined);
    if (typeof token !== 'string' || token === '') throw noToken();
    return token;
  };
};

/** A store that is opened with its first use: the libraries of the three are large, and most installations need none. */
const openedLate = (open: () => Promise<IssuerStore>): IssuerStore => {
  let opening: Promise<IssuerStore> | undefined;
  const store = (): Promise<IssuerStore> => {
    opening ??= open();
    return opening;
  };
  return {
    publish: async (path, body) => (await store()).publish(path, body),
    remove: async (path) => (await store()).remove(path),
    list: async (prefix) => (await store()).list(prefix),
  };
};

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

/**
 * The store that an address names, opened with what the surroundings of the process give:
 * `s3://BUCKET/PREFIX?region=REGION`, `azblob://ACCOUNT/CONTAINER/PREFIX`, `gs://BUCKET/PREFIX`; prefixes may be empty.
 */
export const openIssuerStore = (address: string): IssuerStore => {
  const { protocol, hostname, pathname, searchParams } = new URL(address);
  const parts = partsOf(pathname);
  switch (protocol) {
    case 's3:':
      return openedLate(async () => {
        const { createS3Store } = await import('./s3-store.ts');
        const region = searchParams.get('region') ?? 'us-east-1';
        return createS3Store({ bucket: hostname, region, prefix: parts.join('/') });
      });
    case 'azblob:':
      return openedLate(async () => {
        const { createAzureBlobStore } = await import('./azure-blob-store.ts');
        const [container = '', ...rest] = parts;
        const token = await azureToken();
        return createAzureBlobStore({ account: hostname, container, prefix: rest.join('/'), token });
      });
    case 'gs:':
      return openedLate(async () => {
        const { createGcsStore } = await import('./gcs-store.ts');
        return createGcsStore({ bucket: hostname, prefix: parts.join('/'), token: await googleToken() });
      });
    default:
      throw new TypeError(`no store of issuers' documents has addresses of ${protocol}`);
  }
};
