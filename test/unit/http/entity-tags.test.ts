import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newCluster, startTestApp, type TestApp } from '../../harness/http-app.ts';

let test: TestApp;
let url: string;
let count = 0;

beforeAll(async () => {
  test = await startTestApp();
});

// Generation 2, revision 2.
beforeEach(async () => {
  count += 1;
  const { body } = await test.send('POST', '/v1/clusters', { body: newCluster(`tagged-${count}x`) });
  url = `/v1/clusters/${body.cluster.id}`;
  await test.send('PATCH', url, { body: { labels: { a: 'b' } } });
});

afterAll(() => test.close());

const read = (tags: string) => test.send('GET', url, { headers: { 'if-none-match': tags } });

const change = (tags: string) =>
  test.send('PATCH', url, { body: { labels: { c: 'd' } }, headers: { 'if-match': tags } });

describe('If-None-Match', () => {
  it.each(['"2.2"', 'W/"2.2"', '"1.1", "2.2"', '"x,y",W/"2.2"', '*'])('answers 304 to %s', async (tags) => {
    const reply = await read(tags);

    expect([reply.status, reply.text, reply.headers['etag']]).toEqual([304, '', '"2.2"']);
  });

  it.each(['"2.1"', '"1.2"', '"2"', '"2.2.0"', 'W/"1.1", "3.3"', '2.2', '""', '"2.2', ','])(
    'answers 200 to %s',
    async (tags) => {
      expect((await read(tags)).status).toBe(200);
    },
  );
});

describe('If-Match', () => {
  it.each(['"2.2"', '"2.17"', '"1.1", "2.9"', '*', ' "2.2" ,"x"'])('goes on with %s', async (tags) => {
    expect((await change(tags)).status).toBe(202);
  });

  it.each(['"1.1"', '"3.2"', 'W/"2.2"', '"abc"', '""', '"02.2"', '"2"', '"1.2", "3.2"'])(
    'answers 412 with the present generation to %s',
    async (tags) => {
      const reply = await change(tags);

      expect([reply.status, reply.body.code, reply.body.generation]).toEqual([412, 'stale-etag', 2]);
      expect((await test.send('GET', url)).body.generation).toBe(2);
    },
  );

  it.each(['2.2', '"2.2', '2.2"', '"2.2" "3.3"', '*, "2.2"', 'w/"2.2"', '', ',', '"a"b'])(
    'answers 400 to %j',
    async (tags) => {
      const reply = await change(tags);

      expect([reply.status, reply.body.errors[0].pointer, reply.body.errors[0].in]).toEqual([
        400,
        '/If-Match',
        'header',
      ]);
    },
  );

  it('holds for deletes and for what has no operation', async () => {
    const project = await test.send('POST', '/v1/projects', { body: { name: `tagged-${count}` } });
    const address = `/v1/projects/${project.body.id}`;

    expect((await test.send('DELETE', url, { headers: { 'if-match': '"1.1"' } })).status).toBe(412);
    expect((await test.send('DELETE', address, { headers: { 'if-match': '"7.1"' } })).status).toBe(412);
    expect(
      (await test.send('DELETE', address, { headers: { 'if-match': project.headers['etag'] ?? '' } })).status,
    ).toBe(204);
  });

  it('hands the services generations, * or nothing', async () => {
    const seen = vi
      .spyOn(test.services.clusters, 'deleteCluster')
      .mockRejectedValue(new Error('only looked at'));
    for (const tags of ['"2.2", "4.1"', '*', '"x"', undefined])
      await test.send('DELETE', url, { headers: tags === undefined ? {} : { 'if-match': tags } });

    expect(seen.mock.calls.map((call) => call[2])).toEqual([[2, 4], '*', [], undefined]);
    seen.mockRestore();
  });
});
