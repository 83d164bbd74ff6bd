import { describe, expect, it } from 'vitest';
import { openIssuerStore } from '../../../../src/providers/issuer-store/open-issuer-store.ts';
import { openAzureBlob } from '../../../harness/issuer-stores/azure-blob.ts';
import { openGcs } from '../../../harness/issuer-stores/gcs.ts';
import { openS3 } from '../../../harness/issuer-stores/s3.ts';
import { issuerStoreSuite } from '../../../harness/issuer-stores/suite.ts';

issuerStoreSuite('in Azure Blob Storage', openAzureBlob);
issuerStoreSuite('in Google Cloud Storage', openGcs);
issuerStoreSuite('in S3', openS3);

describe('the address of a store', () => {
  it.each(['s3://oidc/issuers?region=eu-west-1', 'azblob://acme/oidc', 'gs://oidc'])(
    'opens %s without asking anybody',
    (address) => {
      expect(Object.keys(openIssuerStore(address)).sort()).toEqual(['list', 'publish', 'remove']);
    },
  );

  it('is refused when nobody has such stores', () => {
    expect(() => openIssuerStore('ftp://oidc')).toThrow(TypeError);
  });
});
