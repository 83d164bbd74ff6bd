import { DefaultAzureCredential } from '@azure/identity';
import { GoogleAuth } from 'google-auth-library';
import { createAzureBlobStore } from './azure-blob-store.ts';
import { type IssuerStore, IssuerStoreError } from './contract.ts';
import { createGcsStore } from './gcs-store.ts';
import { createS3Store } from './s3-store.ts';

const noToken = (): IssuerStoreError =>
  new IssuerStoreError(
    'NoToken',
    "The surroundings of the process give no token for the store of the issuers' documents.",
  );

const azureToken = (): (() => Promise<string>) => {
  const credential = new DefaultAzureCredential();
  return async () => {
    try {
      return (await credential.getToken('https://storage.azure.com/.default')).token;
    } catch {
      throw noToken();
    }
  };
};

const googleToken = (): (() => Promise<string>) => {
  const auth = new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/devstorage.read_write'] });
  return async () => {
    const token = await auth.getAccessToken().catch(() => undefined);
    if (typeof token !== 'string' || token === '') throw noToken();
    return token;
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
      return createS3Store({
        bucket: hostname,
        region: searchParams.get('region') ?? 'us-east-1',
        prefix: parts.join('/'),
      });
    case 'azblob:': {
      const [container = '', ...rest] = parts;
      return createAzureBlobStore({
        account: hostname,
        container,
        prefix: rest.join('/'),
        token: azureToken(),
      });
    }
    case 'gs:':
      return createGcsStore({ bucket: hostname, prefix: parts.join('/'), token: googleToken() });
    default:
      throw new TypeError(`no store of issuers' documents has addresses of ${protocol}`);
  }
};
