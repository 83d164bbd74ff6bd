import {
  GetOpenIDConnectProviderCommand,
  ListOpenIDConnectProvidersCommand,
  paginateListInstanceProfiles,
  paginateListRoles,
} from '@aws-sdk/client-iam';
import { GetBucketTaggingCommand } from '@aws-sdk/client-s3';
import { iamPathOf } from '../../../../domain/platforms/aws/plan/plan-frame.ts';
import type { AwsAccount } from '../account.ts';
import { unlessMissing } from '../errors.ts';
import { listZones, removeZone } from '../hosted-zones.ts';
import { readProfile, removeProfile } from '../instance-profile.ts';
import { instanceTag, readTags } from '../marks.ts';
import { removeProvider } from '../oidc-provider.ts';
import { nameOfArn, removeRole } from '../remove-role.ts';
import { removing } from '../resource-type.ts';
import { readRole } from '../role-state.ts';
import { listBuckets, removeBucket } from '../sweep/buckets.ts';
import { readZoneTags } from '../zone-settings.ts';
import { alwaysHeld, type OwnedKind, type OwnedThing } from './owned-thing.ts';

const isPresent = <Value>(value: Value | undefined): value is Value => value !== undefined;

/** One after the other: lists of IAM show no tags, and its rate is low. */
const readEach = async (
  ids: readonly string[],
  read: (id: string) => Promise<OwnedThing | undefined>,
): Promise<readonly OwnedThing[]> => {
  const things: (OwnedThing | undefined)[] = [];
  for (const id of ids) things.push(await read(id));
  return things.filter(isPresent);
};

const readRoleThing = async (account: AwsAccount, arn: string): Promise<OwnedThing | undefined> => {
  const role = await readRole(account, nameOfArn(arn));
  return role?.Arn !== arn ? undefined : { id: arn, name: nameOfArn(arn), tags: readTags(role.Tags) };
};

const roles: OwnedKind = {
  type: 'role',
  isGlobal: true,
  list: async ({ account, instance }) => {
    const arns: string[] = [];
    for await (const { Roles = [] } of paginateListRoles(
      { client: account.iam },
      { PathPrefix: iamPathOf(instance) },
    ))
      arns.push(...Roles.map(({ Arn = '' }) => Arn));
    return readEach(arns, (arn) => readRoleThing(account, arn));
  },
  read: readRoleThing,
  remove: (account, id) => removeRole(account, id, alwaysHeld),
};

const readProfileThing = async (account: AwsAccount, arn: string): Promise<OwnedThing | undefined> => {
  const profile = await readProfile(account, nameOfArn(arn));
  return profile?.Arn !== arn ? undefined : { id: arn, name: nameOfArn(arn), tags: readTags(profile.Tags) };
};

const profiles: OwnedKind = {
  type: 'instanceProfile',
  isGlobal: true,
  list: async ({ account, instance }) => {
    const arns: string[] = [];
    for await (const { InstanceProfiles = [] } of paginateListInstanceProfiles(
      { client: account.iam },
      { PathPrefix: iamPathOf(instance) },
    ))
      arns.push(...InstanceProfiles.map(({ Arn = '' }) => Arn));
    return readEach(arns, (arn) => readProfileThing(account, arn));
  },
  read: readProfileThing,
  remove: (account, id) => removeProfile(account, id, alwaysHeld),
};

const readProviderThing = async (account: AwsAccount, arn: string): Promise<OwnedThing | undefined> => {
  const provider = await unlessMissing(
    account.iam.send(new GetOpenIDConnectProviderCommand({ OpenIDConnectProviderArn: arn })),
  );
  return provider === undefined ? undefined : { id: arn, tags: readTags(provider.Tags) };
};

/** Issuers of clusters end in their infraID; only those are looked at. */
const clusterIssuer = /\/b[a-z2-7]{12}$/;

const providers: OwnedKind = {
  type: 'oidcProvider',
  isGlobal: true,
  list: async ({ account }) => {
    const { OpenIDConnectProviderList = [] } = await account.iam.send(
      new ListOpenIDConnectProvidersCommand({}),
    );
    const arns = OpenIDConnectProviderList.map(({ Arn = '' }) => Arn).filter((arn) =>
      clusterIssuer.test(arn),
    );
    return readEach(arns, (arn) => readProviderThing(account, arn));
  },
  read: readProviderThing,
  remove: (account, id) => removeProvider(account, id),
};

/** `ID/ZONE`. */
const infraIdOfReference = (reference: string): string | undefined =>
  /^(b[a-z2-7]{12})\//.exec(reference)?.[1];

const ownZones = async (account: AwsAccount): Promise<readonly OwnedThing[]> => {
  const zones = (await listZones(account)).filter(
    ({ marks, isPrivate }) => isPrivate && marks[instanceTag] !== undefined,
  );
  const tags = await readZoneTags(
    account,
    zones.map(({ id }) => id),
  );
  return zones.flatMap(({ id, domain, marks, reference }) => {
    const infraId = infraIdOfReference(reference);
    return infraId === undefined ? [] : [{ id, name: domain, tags: { ...tags.get(id), ...marks }, infraId }];
  });
};

const zones: OwnedKind = {
  type: 'privateZone',
  isGlobal: true,
  list: ({ account }) => ownZones(account),
  read: async (account, id) => (await ownZones(account)).find((zone) => zone.id === id),
  remove: (account, id) =>
    removing(async () => {
      const zone = (await listZones(account)).find((seen) => seen.id === id);
      return zone === undefined ? 'gone' : removeZone(account, zone, alwaysHeld);
    }),
};

const registryBucket = /^(b[a-z2-7]{12})-image-registry-/;

const readBucketThing = async (account: AwsAccount, name: string): Promise<OwnedThing | undefined> => {
  const bucket = (await listBuckets(account)).find(({ id }) => id === name);
  if (bucket === undefined) return undefined;
  const tagged = await unlessMissing(account.s3.send(new GetBucketTaggingCommand({ Bucket: name })));
  const infraId = registryBucket.exec(name)?.[1];
  return {
    id: name,
    name,
    tags: readTags(tagged?.TagSet),
    ...(infraId === undefined ? {} : { infraId }),
    ...(bucket.createdAt === undefined ? {} : { createdAt: bucket.createdAt.toISOString() }),
  };
};

const buckets: OwnedKind = {
  type: 'bucket',
  isGlobal: true,
  list: async ({ account }) => {
    const names = (await listBuckets(account)).map(({ id }) => id).filter((id) => registryBucket.test(id));
    return readEach(names, (name) => readBucketThing(account, name));
  },
  read: readBucketThing,
  remove: (account, id) => removeBucket(account, id, alwaysHeld),
};

/** Things that are in no region. */
export const globalKinds: readonly OwnedKind[] = [zones, profiles, roles, providers, buckets];
