import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { type Api, applyType, connectApi, makeNamespace, openWorld } from './api-world.ts';
import { type RandomWrite, randomFrom, randomWrite, widgetDefinition } from './random-writes.ts';

const other = process.env['BERTH_TEST_KUBECONFIG'];
const seed = Number(process.env['BERTH_TEST_SEED'] ?? 1);
const stories = Number(process.env['BERTH_TEST_STORIES'] ?? 60);
const writesPerStory = 12;

interface Twin {
  readonly api: Api;
  readonly path: string;
}

const open = async (api: Api): Promise<Twin> => {
  const definition = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${widgetDefinition.metadata.name}`;
  await api.call('PATCH', `${definition}?fieldManager=test&force=true`, {
    type: applyType,
    body: widgetDefinition,
  });
  const path = `/apis/berth.test/v1/namespaces/${await makeNamespace(api)}/twins`;
  await vi.waitFor(async () => expect((await api.call('GET', path)).code).toBe(200), { timeout: 20_000 });
  return { api, path };
};

const replay = async ({ api, path }: Twin, name: string, write: RandomWrite) => {
  const target = `${path}/${name}`;
  let { body } = write as { body: { metadata?: object } };
  if (write.replaces) {
    const { metadata } = (await api.call('GET', target)).body;
    body = { ...body, metadata: { ...body.metadata, resourceVersion: metadata?.resourceVersion ?? '1' } };
  }
  const { method, suffix, type } = write;
  return api.call(method, `${target}${suffix}`, { body, ...(type ? { type } : {}) });
};

const ownTime = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'namespace',
  'time',
]);

/** What must agree. Entries of different managers stand in the order of their times, which are not the same on both. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(comparable);
    const isUnordered = value.some((item) => item?.manager !== undefined || item?.reason !== undefined);
    return isUnordered ? items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  // The message of a 422 lists its causes, which Go's maps bring in any order.
  const isList = (value as { reason?: unknown }).reason === 'Invalid';
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ownTime.has(key) && !(isList && key === 'message'))
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [key, comparable(member)]),
  );
};

/** Held against another API server, usually a real one: the same random writes give the same answers, owners included. */
describe.skipIf(other === undefined)('the sandbox and another API server', () => {
  it('answer the same to the same writes', { timeout: 600_000 }, async () => {
    const world = await openWorld();
    const real = connectApi(readFileSync(other ?? '', 'utf8'));
    try {
      const [ours, theirs] = [await open(world.api), await open(real)];
      const random = randomFrom(seed);
      for (let story = 0; story < stories; story += 1) {
        const told: string[] = [];
        for (let step = 0; step < writesPerStory; step += 1) {
          const write = randomWrite(random, `twin-${story}`);
          told.push(`${write.method} ${write.suffix} ${JSON.stringify(write.body)}`);
          const [mine, its] = [
            await replay(ours, `twin-${story}`, write),
            await replay(theirs, `twin-${story}`, write),
          ];
          const where = `seed ${seed}, story ${story}:\n${told.join('\n')}`;
          expect({ code: mine.code, body: comparable(mine.body) }, where).toEqual({
            code: its.code,
            body: comparable(its.body),
          });
        }
      }
    } finally {
      real.close();
      await world.close();
    }
  });
});
