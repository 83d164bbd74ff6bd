import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});

afterAll(() => test.close());

describe('bytes of a body', () => {
  it('refuses bytes that are not UTF-8, instead of replacing them', async () => {
    const body = Buffer.from([...Buffer.from('{"name":"'), 0xc3, 0x28, ...Buffer.from('"}')]);

    const reply = await test.send('POST', '/v1/clusters', { body });

    expect([reply.status, reply.body.detail]).toEqual([400, 'The body is not valid UTF-8.']);
  });

  it('refuses a byte order mark', async () => {
    const body = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(JSON.stringify(newCluster('bom'))),
    ]);

    const reply = await test.send('POST', '/v1/clusters', { body });

    expect([reply.status, reply.body.errors[0].code]).toEqual([400, 'byte-order-mark']);
  });

  it('keeps reserved keys out of every object', async () => {
    const body = '{"name":"proto","labels":{"__proto__":"x"},"spec":{"constructor":{"prototype":{"x":1}}}}';

    const reply = await test.send('POST', '/v1/clusters', { body });

    expect(reply.status).toBe(400);
    expect(reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/labels/__proto__',
      '/spec/constructor',
      '/spec/constructor/prototype',
    ]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('refuses control characters where a line is meant and takes line breaks where text is', async () => {
    const key = await test.send('POST', '/v1/clusters', {
      body: newCluster('one-line', { sshPublicKey: 'ssh-ed25519 AAAA\nssh-rsa BBBB' }),
    });
    const bundle = await test.send('POST', '/v1/clusters', {
      body: newCluster('lines', {
        additionalTrustBundle: '-----BEGIN CERTIFICATE-----\r\nMIIB\r\n-----END CERTIFICATE-----\r\n',
      }),
    });

    expect([key.status, key.body.errors[0].pointer]).toEqual([400, '/spec/sshPublicKey']);
    expect(bundle.status).toBe(202);
  });
});
