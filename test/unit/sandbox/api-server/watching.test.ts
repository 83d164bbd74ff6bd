import { describe, expect, it, vi } from 'vitest';
import { parseLabelSelector } from '../../../../src/sandbox/api-server/selectors/label-selector.ts';
import type { ObjectStore } from '../../../../src/sandbox/api-server/store/object-store.ts';
import type { ChangeRow } from '../../../../src/sandbox/api-server/store/read-changes.ts';
import { eventOf } from '../../../../src/sandbox/api-server/watch/watch-event.ts';
import { openWatchHub } from '../../../../src/sandbox/api-server/watch/watch-hub.ts';

const change = (extra: Partial<ChangeRow>): ChangeRow => ({
  rv: 5,
  change: 'MODIFIED',
  resource: '/secrets',
  namespace: 'n',
  name: 'a',
  labels: {},
  fields: {},
  body: 'new',
  previous: undefined,
  ...extra,
});

const stateBefore = (labels: Record<string, string>) => ({ labels, fields: {}, body: 'old' });

describe('what a watch sees of a change', () => {
  const filter = { namespace: undefined, labels: parseLabelSelector('app=x'), fields: [] };
  const on = { app: 'x' };
  const off = { app: 'y' };

  it.each([
    [
      'a new object that matches',
      change({ change: 'ADDED', labels: on }),
      { type: 'ADDED', rv: 5, body: 'new' },
    ],
    ['a new object that does not', change({ change: 'ADDED', labels: off }), undefined],
    [
      'a change of a matching object',
      change({ labels: on, previous: stateBefore(on) }),
      { type: 'MODIFIED', rv: 5, body: 'new' },
    ],
    [
      'an object that starts to match',
      change({ labels: on, previous: stateBefore(off) }),
      { type: 'ADDED', rv: 5, body: 'new' },
    ],
    [
      'an object that stops to match',
      change({ labels: off, previous: stateBefore(on) }),
      { type: 'DELETED', rv: 5, body: 'old' },
    ],
    ['an object that never matched', change({ labels: off, previous: stateBefore(off) }), undefined],
    [
      'the end of a matching object',
      change({ change: 'DELETED', labels: on, previous: stateBefore(on) }),
      { type: 'DELETED', rv: 5, body: 'new' },
    ],
    ['the end of another', change({ change: 'DELETED', labels: off, previous: stateBefore(off) }), undefined],
  ])('%s', (_, row, event) => {
    expect(eventOf(filter, row)).toEqual(event);
  });

  it('keeps to its namespace', () => {
    const inOther = { namespace: 'other', labels: [], fields: [] };
    expect(eventOf(inOther, change({ change: 'ADDED' }))).toBeUndefined();
    expect(eventOf({ ...inOther, namespace: 'n' }, change({ change: 'ADDED' }))).toMatchObject({
      type: 'ADDED',
    });
  });
});

/** A store whose reads wait until they are let through. */
const createStore = () => {
  const rows: ChangeRow[] = [];
  const reads: { readonly resources: readonly string[]; proceed(): void }[] = [];
  const store = {
    revision: async () => ({ rv: rows.length, compacted: 0 }),
    changesAfter: (rv: number, resources: readonly string[], limit: number) =>
      new Promise((resolve) => {
        const proceed = () => {
          const found = rows.filter((row) => row.rv > rv && resources.includes(row.resource)).slice(0, limit);
          resolve({ changes: found, upTo: rows.length, compacted: 0 });
        };
        reads.push({ resources, proceed });
      }),
  } as unknown as ObjectStore;
  const add = (resource: string) => rows.push(change({ rv: rows.length + 1, change: 'ADDED', resource }));
  return { store, add, reads };
};

const openHub = (store: ObjectStore, onError: (error: unknown) => void = () => undefined) =>
  openWatchHub({ store, pollMs: 1e6, onRead: () => undefined, onError });

describe('the watch hub', () => {
  it('hands changes to the listeners of their kind, in order', async () => {
    const { store, add, reads } = createStore();
    const hub = await openHub(store);
    const seen: string[] = [];
    await hub.subscribe('/secrets', (changes) =>
      seen.push(...changes.map(({ resource, rv }) => `${resource} ${rv}`)),
    );
    add('/secrets');
    add('/nodes');
    add('/secrets');
    hub.wake();
    reads[0]?.proceed();
    await vi.waitFor(() => expect(hub.position()).toBe(3));
    expect(seen).toEqual(['/secrets 1', '/secrets 3']);
  });

  it('lets nobody join in the middle of a read that does not know of him', async () => {
    const { store, add, reads } = createStore();
    const hub = await openHub(store);
    await hub.subscribe('/nodes', () => undefined);
    hub.wake();
    const joining = hub.subscribe('/secrets', () => undefined);
    add('/secrets');
    expect(reads[0]?.resources).toEqual(['/nodes']);
    reads[0]?.proceed();
    // The change at 1 went by unseen, so the subscription starts behind it and the watch reads it from the store.
    expect((await joining).from).toBe(1);
  });

  it('goes on after a read that failed', async () => {
    const { store, add, reads } = createStore();
    const errors: unknown[] = [];
    const failing = {
      ...store,
      changesAfter: vi.fn(store.changesAfter).mockRejectedValueOnce(new Error('down')),
    };
    const hub = await openHub(failing, (error) => errors.push(error));
    const seen: number[] = [];
    await hub.subscribe('/secrets', (changes) => seen.push(...changes.map(({ rv }) => rv)));
    add('/secrets');
    hub.wake();
    await vi.waitFor(() => expect(errors).toHaveLength(1));
    hub.wake();
    await vi.waitFor(() => expect(reads).toHaveLength(1));
    reads[0]?.proceed();
    await vi.waitFor(() => expect(seen).toEqual([1]));
  });
});

describe('watches of one change', () => {
  it('share one event when they see it the same way', () => {
    const row = change({ labels: { app: 'x' }, previous: stateBefore({ app: 'x' }) });
    const all = { namespace: undefined, labels: [], fields: [] };
    const some = { ...all, labels: parseLabelSelector('app=x') };
    expect(eventOf(all, row)).toBe(eventOf(some, row));
  });

  it('do not keep each other from it by failing', async () => {
    const { store, add, reads } = createStore();
    const errors: unknown[] = [];
    const hub = await openHub(store, (error) => errors.push(error));
    const seen: number[] = [];
    await hub.subscribe('/secrets', () => {
      throw new Error('broken');
    });
    await hub.subscribe('/secrets', (changes) => seen.push(...changes.map(({ rv }) => rv)));
    add('/secrets');
    hub.wake();
    reads[0]?.proceed();
    await vi.waitFor(() => expect([seen, errors.length]).toEqual([[1], 1]));
  });
});
