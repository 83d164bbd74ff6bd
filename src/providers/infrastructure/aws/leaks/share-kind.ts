import { readTags } from '../marks.ts';
import { listShares, removeShare } from '../resource-share.ts';
import { removing } from '../resource-type.ts';
import type { OwnedKind, OwnedThing } from './owned-thing.ts';

type Share = Awaited<ReturnType<typeof listShares>>[number];

const toThing = ({ resourceShareArn = '', name = '', tags = [] }: Share): OwnedThing => ({
  id: resourceShareArn,
  name,
  tags: readTags(tags.map(({ key, value }) => ({ Key: key, Value: value }))),
});

export const shareKind: OwnedKind = {
  type: 'resourceShare',
  list: async ({ account }) => (await listShares(account)).map(toThing),
  read: async (account, id) => (await listShares(account)).map(toThing).find((thing) => thing.id === id),
  remove: (account, id) => removing(() => removeShare(account, id)),
};
