import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IssuerStore, IssuerStoreError } from '../../../src/providers/issuer-store/contract.ts';

/** A document as whoever fetches it sees it. */
export interface Served {
  readonly body: unknown;
  readonly contentType: string;
  readonly cacheControl: string;
}

export interface OpenedStore {
  readonly store: IssuerStore;
  /** What the outside gets for a path; undefined: nothing. */
  read(path: string): Promise<Served | undefined>;
  /** From here on it refuses everything with this status; undefined: no more. Absent: it cannot be told to. */
  refuse?(status: number | undefined): void;
  /** What may never be in a message. */
  readonly secret: string;
  close(): Promise<void>;
}

/** What every store of issuers' documents keeps to. */
export const issuerStoreSuite = (name: string, open: () => Promise<OpenedStore>): void => {
  describe(`the issuer store ${name}`, () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());

    it('publishes a document where it can be fetched and kept for a minute', async () => {
      await opened.store.publish('b1/openid/v1/jwks', { keys: [] });

      expect(await opened.read('b1/openid/v1/jwks')).toEqual({
        body: { keys: [] },
        contentType: expect.stringContaining('application/json'),
        cacheControl: 'public, max-age=60',
      });
      expect(await opened.read('b1/.well-known/openid-configuration')).toBeUndefined();
    });

    it('replaces one that is there', async () => {
      await opened.store.publish('b2/.well-known/openid-configuration', { issuer: 'one' });
      await opened.store.publish('b2/.well-known/openid-configuration', { issuer: 'two' });

      expect((await opened.read('b2/.well-known/openid-configuration'))?.body).toEqual({ issuer: 'two' });
    });

    it('lists what begins with a prefix, over all pages, and nothing else', async () => {
      const paths = ['a', 'b', 'c', 'd', 'e'].map((part) => `b3/${part}`);
      for (const path of [...paths, 'b30/a']) await opened.store.publish(path, { path });

      expect([...(await opened.store.list('b3/'))].sort()).toEqual(paths);
      expect(await opened.store.list('b4/')).toEqual([]);
    });

    it('removes one, and what is not there as well', async () => {
      await opened.store.publish('b5/openid/v1/jwks', { keys: [] });
      await opened.store.remove('b5/openid/v1/jwks');
      await opened.store.remove('b5/openid/v1/jwks');

      expect(await opened.read('b5/openid/v1/jwks')).toBeUndefined();
      expect(await opened.store.list('b5/')).toEqual([]);
    });

    it.each(['../b1/x', 'b1//x', '/b1/x', 'b1/.x', 'b1/a b', ''])('takes %j for no path', async (path) => {
      await expect(opened.store.publish(path, {})).rejects.toThrow(TypeError);
      await expect(opened.store.remove(path)).rejects.toThrow(TypeError);
    });

    it.each([403, 500])(
      'tells of a refusal with %i, without the key that it was opened with',
      async (status) => {
        if (opened.refuse === undefined) return;
        opened.refuse(status);
        const work = [
          () => opened.store.publish('b6/x', {}),
          () => opened.store.remove('b6/x'),
          () => opened.store.list('b6/'),
        ];
        for (const run of work) {
          const error = await run().catch((thrown: unknown) => thrown);
          expect(error).toBeInstanceOf(IssuerStoreError);
          expect(String(error)).not.toContain(opened.secret);
        }
        opened.refuse(undefined);
      },
    );
  });
};
