import { CloudError, type OwnedResource, type RemoveResult } from '../../contract.ts';
import { notOurs, protectedByMark, protectionMark } from '../../marks.ts';
import type { AwsAccount } from '../account.ts';
import { unlessMissing } from '../errors.ts';
import { instanceTag, type Tags } from '../marks.ts';
import { listVpcs } from '../vpc.ts';
import { globalKinds } from './global-kinds.ts';
import { infraIdOfTags, marksOfThing, type OwnedThing } from './owned-thing.ts';
import { regionalKinds } from './regional-kinds.ts';
import { shareKind } from './share-kind.ts';

const kinds = [...globalKinds, shareKind, ...regionalKinds];

/** The VPC as it is now: what stands in it without marks is ours only while the VPC is. */
const vpcOf = async (account: AwsAccount, { vpcId }: OwnedThing): Promise<ReadonlyMap<string, Tags>> => {
  if (vpcId === undefined) return new Map();
  const found = (await unlessMissing(listVpcs(account, { ids: [vpcId] }))) ?? [];
  return new Map(found.map(({ id, tags }) => [id, tags]));
};

/** Removes a thing that was listed, once it has been read again and still carries the same marks. */
export const removeOwned = async (
  account: AwsAccount,
  resource: OwnedResource,
  instance: string,
): Promise<RemoveResult> => {
  const { id, type, infraId, region } = resource;
  const kind = kinds.find((candidate) => candidate.type === type);
  if (kind === undefined)
    throw new CloudError('invalid', 'UnknownType', `Things of type ${type} are not removed.`);
  const there = kind.isGlobal === true || region === undefined ? account : account.in(region);
  const thing = await kind.read(there, id);
  if (thing === undefined) return 'gone';
  const marks = marksOfThing(thing, await vpcOf(there, thing));
  if (marks[instanceTag] !== instance || (infraIdOfTags(marks) ?? thing.infraId) !== infraId)
    return notOurs(id);
  if (marks[protectionMark] !== undefined || thing.tags[protectionMark] !== undefined)
    return protectedByMark(id);
  return kind.remove(there, id);
};
