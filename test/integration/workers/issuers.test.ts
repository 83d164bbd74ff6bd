import { createPublicKey, verify } from 'node:crypto';
import { CreateBucketCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { berthIssuerUrl } from '../../../src/domain/credential/federation.ts';
import { CloudError } from '../../../src/providers/infrastructure/contract.ts';
import { type IssuerStore, IssuerStoreError } from '../../../src/providers/issuer-store/contract.ts';
import { createS3Store } from '../../../src/providers/issuer-store/s3-store.ts';
import { createBerthIssuer } from '../../../src/workers/issuer/berth-issuer.ts';
import { createDatabaseStore } from '../../../src/workers/issuer/database-store.ts';
import { hasPython, startMoto } from '../../harness/aws/moto-server.ts';
import { createHttpWorld, type HttpWorld } from '../../harness/http-world.ts';
import { findLeaks } from '../../harness/invariants/secret-checks.ts';
import { credentials } from '../../harness/issuer-stores/s3.ts';
import { issuerStoreSuite } from '../../harness/issuer-stores/suite.ts';

let world: HttpWorld;

beforeAll(async () => {
  world = await createHttpWorld();
});
afterAll(() => world.close());

const fetchDocument = async (path: string) => {
  const reply = await world.app.inject({ method: 'GET', url: `/oidc/${path}` });
  if (reply.statusCode === 404) return undefined;
  const { 'content-type': contentType, 'cache-control': cacheControl } = reply.headers;
  return { body: reply.json(), contentType: String(contentType), cacheControl: String(cacheControl) };
};

issuerStoreSuite('of Berth itself, served without a key', async () => ({
  store: createDatabaseStore(world.database),
  read: fetchDocument,
  secret: 'none',
  close: async () => undefined,
}));

describe.skipIf(!hasPython())('S3 as moto plays it', () => {
  issuerStoreSuite('in S3 of moto', async () => {
    const moto = await startMoto();
    const client = new S3Client({
      region: 'us-east-1',
      endpoint: moto.url,
      forcePathStyle: true,
      credentials,
    });
    await client.send(new CreateBucketCommand({ Bucket: 'oidc' }));
    const read = async (path: string) => {
      const found = await client
        .send(new GetObjectCommand({ Bucket: 'oidc', Key: path }))
        .catch(() => undefined);
      if (found === undefined) return undefined;
      const body: unknown = JSON.parse((await found.Body?.transformToString()) ?? '');
      return { body, contentType: String(found.ContentType), cacheControl: String(found.CacheControl) };
    };
    const options = { bucket: 'oidc', region: 'us-east-1', prefix: '', endpoint: moto.url, credentials };
    return {
      store: createS3Store(options),
      read,
      secret: credentials.secretAccessKey,
      close: async () => {
        client.destroy();
        await moto.stop();
      },
    };
  });
});

interface Keys {
  readonly keys: readonly (Record<string, string> & { readonly kid: string })[];
}

describe('the issuer of Berth itself', () => {
  const issuerUrl = 'https://oidc.example.org';
  const access = {
    tenantId: 'ten_01h455vb4pex5vsknk084sn02q',
    credentialId: 'cr_01h455vb4pex5vsknk084sn02q',
    kind: 'gcpWorkloadIdentity',
    settings: {},
    phase: 'create',
    clusterId: 'cl_01h455vb4pex5vsknk084sn02q',
  } as const;
  const open = (store?: IssuerStore, now?: () => number) =>
    createBerthIssuer({
      database: world.database,
      sealer: world.sealer,
      issuerUrl,
      bits: 2048,
      ...(store === undefined ? {} : { store }),
      ...(now === undefined ? {} : { now }),
    });
  const claimsOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

  it('signs with one key however many processes begin at once, and publishes it before', async () => {
    const tokens = await Promise.all([open(), open(), open()].map((issue) => issue(access, 'an-audience')));
    const { body } = (await fetchDocument('berth/openid/v1/jwks')) ?? { body: { keys: [] } };
    const { keys } = body as Keys;

    expect(keys).toHaveLength(1);
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' });
    for (const token of tokens) {
      const [head, claims, signature = ''] = token.split('.');
      const signed = Buffer.from(`${head}.${claims}`);
      expect(verify('sha256', signed, key, Buffer.from(signature, 'base64url'))).toBe(true);
      expect(claimsOf(token)).toMatchObject({
        iss: berthIssuerUrl(issuerUrl),
        sub: `tenant:${access.tenantId}:cluster:${access.clusterId}:phase:create`,
        aud: 'an-audience',
      });
    }
    expect((await fetchDocument('berth/.well-known/openid-configuration'))?.body).toEqual({
      issuer: 'https://oidc.example.org/berth',
      jwks_uri: 'https://oidc.example.org/berth/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
    expect(await findLeaks(world.testDatabase.pool, ['BEGIN RSA'], tokens.join())).toEqual([]);
  });

  it('signs nothing that nobody could check, and goes on when the store answers again', async () => {
    const published: string[] = [];
    let isAway = true;
    const store: IssuerStore = {
      publish: async (path) => {
        if (isAway) throw new IssuerStoreError('NoAnswer', 'The store does not answer.');
        published.push(path);
      },
      remove: async () => undefined,
      list: async () => [],
    };
    let now = Date.now();
    const issue = open(store, () => now);
    const error = await issue(access, 'a').catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(CloudError);
    expect(error).toMatchObject({ kind: 'transient', code: 'NoAnswer' });
    isAway = false;
    await issue(access, 'a');
    await issue(access, 'a');
    expect(published).toEqual(['berth/openid/v1/jwks', 'berth/.well-known/openid-configuration']);
    now += 3_600_000;
    await issue(access, 'a');
    expect(published).toHaveLength(4);
  });
});

describe('documents of issuers', () => {
  it('are 404 for issuers that there are not, and for other paths', async () => {
    expect(await fetchDocument('b4xk2m7q5w3rt/openid/v1/jwks')).toBeUndefined();
    expect((await world.app.inject({ method: 'GET', url: '/oidc/b4xk2m7q5w3rt/other' })).statusCode).toBe(
      404,
    );
    expect(
      (await world.app.inject({ method: 'GET', url: '/oidc/..%2Fberth/openid/v1/jwks' })).statusCode,
    ).toBe(400);
  });
});
