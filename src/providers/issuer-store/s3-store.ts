import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { cacheSeconds, checkPath, type IssuerStore, IssuerStoreError } from './contract.ts';

export interface S3StoreOptions {
  readonly bucket: string;
  readonly region: string;
  /** Before every path, without slashes at its ends; may be empty. */
  readonly prefix: string;
  /** Instead of the addresses of AWS, for test doubles. */
  readonly endpoint?: string;
  /** Instead of the keys that the process's surroundings give. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const failed = (error: unknown): IssuerStoreError => {
  const name = error instanceof Error ? error.name : 'Unknown';
  return new IssuerStoreError(
    name,
    `The bucket of the issuers' documents does not answer as it should: ${name}.`,
  );
};

/** A bucket of S3. */
export const createS3Store = (options: S3StoreOptions): IssuerStore => {
  const { bucket, region, prefix, endpoint, credentials } = options;
  const client = new S3Client({
    region,
    ...(credentials === undefined ? {} : { credentials }),
    maxAttempts: 3,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  });
  const keyOf = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`);
  const guarded = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw failed(error);
    });
  return {
    publish: async (path, body) => {
      await guarded(
        client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: keyOf(checkPath(path)),
            Body: JSON.stringify(body),
            ContentType: 'application/json',
            CacheControl: `public, max-age=${cacheSeconds}`,
          }),
        ),
      );
    },
    remove: async (path) => {
      await guarded(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(checkPath(path)) })));
    },
    list: async (wanted) => {
      const paths: string[] = [];
      let token: string | undefined;
      do {
        const page = await guarded(
          client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: keyOf(wanted),
              ...(token === undefined ? {} : { ContinuationToken: token }),
            }),
          ),
        );
        for (const { Key } of page.Contents ?? [])
          if (Key !== undefined) paths.push(prefix === '' ? Key : Key.slice(prefix.length + 1));
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return paths;
    },
  };
};
