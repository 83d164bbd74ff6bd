import { clusterTagOf, infraIdTag } from '../../../../domain/platforms/aws/plan/plan-frame.ts';
import type { OwnedResource, RemoveResult } from '../../contract.ts';
import { protectionMark } from '../../marks.ts';
import type { AwsAccount } from '../account.ts';
import { instanceTag, type Tags } from '../marks.ts';

/** A thing that may be ours, as a list or a look shows it. */
export interface OwnedThing {
  readonly id: string;
  readonly tags: Tags;
  readonly name?: string;
  /** The VPC that it stands in. */
  readonly vpcId?: string;
  /** When the thing itself does not tell by its tags whose it is. */
  readonly infraId?: string;
  /** RFC 3339, by the cloud. */
  readonly createdAt?: string;
}

/** Where things of an installation are looked for. */
export interface LeakPlace {
  readonly account: AwsAccount;
  readonly instance: string;
  /** VPCs of the installation in the region: what others made in them goes with them. */
  readonly vpcs: ReadonlyMap<string, Tags>;
}

/** One type of thing that may be left behind. */
export interface OwnedKind {
  readonly type: string;
  readonly isGlobal?: true;
  /** All that carries the mark or stands in one of the VPCs. A list that cannot be read whole is an error. */
  list(place: LeakPlace): Promise<readonly OwnedThing[]>;
  /** The thing as it is now. */
  read(account: AwsAccount, id: string): Promise<OwnedThing | undefined>;
  remove(account: AwsAccount, id: string): Promise<RemoveResult>;
}

/** Nobody else works on a leak: the one who removes it holds the lease for all of them. */
export const alwaysHeld = async (): Promise<void> => undefined;

const clusterTagForm = new RegExp(`^${clusterTagOf('(?<infraId>.+)').replaceAll('/', '\\/')}$`);

/** Of things that in-cluster controllers made only the tag of the cluster tells it. */
export const infraIdOfTags = (tags: Tags): string | undefined => {
  const own = tags[infraIdTag];
  if (own !== undefined) return own;
  const [tag] = Object.keys(tags).filter((key) => tags[key] === 'owned' && clusterTagForm.test(key));
  return tag === undefined ? undefined : clusterTagForm.exec(tag)?.groups?.['infraId'];
};

/** Marks that say whose a thing is: its own, else those of the VPC that it stands in. */
export const marksOfThing = (
  { tags, vpcId }: Pick<OwnedThing, 'tags' | 'vpcId'>,
  vpcs: ReadonlyMap<string, Tags>,
): Tags => (tags[instanceTag] === undefined && vpcId !== undefined ? (vpcs.get(vpcId) ?? tags) : tags);

const createdAtOf = (tags: Tags): string | undefined => {
  const seconds = Number(tags['berth-created-at']);
  return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString() : undefined;
};

/** Undefined: it does not carry the mark of the installation, or of no cluster. */
export const toOwned = (
  type: string,
  thing: OwnedThing,
  { instance, vpcs }: Pick<LeakPlace, 'instance' | 'vpcs'>,
  region: string | undefined,
): OwnedResource | undefined => {
  const marks = marksOfThing(thing, vpcs);
  const infraId = infraIdOfTags(marks) ?? thing.infraId;
  if (marks[instanceTag] !== instance || infraId === undefined) return undefined;
  const optional = {
    name: thing.name ?? thing.tags['Name'],
    tenantId: marks['berth-tenant'],
    clusterId: marks['berth-cluster'],
    region,
    createdAt: createdAtOf(marks) ?? thing.createdAt,
  };
  return {
    type,
    id: thing.id,
    infraId,
    isProtected: marks[protectionMark] !== undefined || thing.tags[protectionMark] !== undefined,
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
};
