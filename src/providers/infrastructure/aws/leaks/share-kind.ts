import type { ResourceShare } from '@aws-sdk/client-ram';
import { listShares, removeShare, tagsOfShare } from '../resource-share.ts';
import { removing } from '../resource-type.ts';
import type { OwnedKind, OwnedThing } from './owned-thing.ts';

const toThing = (share: ResourceShare): OwnedThing => {
  const { resourceShareArn: id = '', name = '' } = share;
  return { id, name, tags: tagsOfShare(share) };
};

export const shareKind: OwnedKind = {
  type: 'resourceShare',
  list: async ({ account }) => (await listShares(account)).map(toThing),
  read: async (account, id) => (await listShares(account)).map(toThing).find((thing) => thing.id === id),
  remove: (account, id) => removing(() => removeShare(account, id)),
};
