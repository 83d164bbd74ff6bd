/** Parts of a bucket that have actions of their own, by the word in the query. */
const parts: Readonly<Record<string, string>> = {
  policy: 'BucketPolicy',
  tagging: 'BucketTagging',
  acl: 'BucketAcl',
  encryption: 'BucketEncryption',
  lifecycle: 'BucketLifecycleConfiguration',
  versioning: 'BucketVersioning',
  ownershipControls: 'BucketOwnershipControls',
  publicAccessBlock: 'PublicAccessBlock',
};

const bucketAction = (method: string, query: URLSearchParams): string => {
  const part = Object.keys(parts).find((name) => query.has(name));
  if (part !== undefined)
    return `${{ GET: 'Get', PUT: 'Put', DELETE: 'Delete' }[method] ?? method}${parts[part]}`;
  if (method === 'POST') return 'DeleteObjects';
  if (method === 'PUT') return 'CreateBucket';
  if (method === 'DELETE') return 'DeleteBucket';
  if (method === 'HEAD') return 'HeadBucket';
  if (query.has('location')) return 'GetBucketLocation';
  if (query.has('versions')) return 'ListObjectVersions';
  if (query.has('uploads')) return 'ListMultipartUploads';
  return query.get('list-type') === '2' ? 'ListObjectsV2' : 'ListObjects';
};

const objectAction = (method: string, query: URLSearchParams): string => {
  if (query.has('uploadId') && method === 'DELETE') return 'AbortMultipartUpload';
  if (query.has('uploadId') && method === 'PUT') return 'UploadPart';
  if (query.has('uploads')) return 'CreateMultipartUpload';
  if (method === 'POST') return 'CompleteMultipartUpload';
  return `${{ GET: 'Get', PUT: 'Put', DELETE: 'Delete', HEAD: 'Head' }[method] ?? method}Object`;
};

/** The action of a request to S3 with the bucket in the path. */
export const s3Action = ({ method, path }: { readonly method: string; readonly path: string }): string => {
  const url = new URL(path, 'http://s3');
  const [, bucket = '', ...key] = url.pathname.split('/');
  if (bucket === '') return 'ListBuckets';
  return key.join('/') === ''
    ? bucketAction(method, url.searchParams)
    : objectAction(method, url.searchParams);
};
