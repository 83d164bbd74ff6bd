import {
  ChangeResourceRecordSetsCommand,
  ChangeTagsForResourceCommand,
  GetHostedZoneCommand,
  ListTagsForResourcesCommand,
  type ResourceRecordSet,
  type VPC,
} from '@aws-sdk/client-route-53';
import type { AwsAccount } from './account.ts';
import { listRecords, zoneIdOf } from './hosted-zones.ts';
import { readTags, type Tags, tagList } from './marks.ts';

/** Seconds for which the absence of a name may be remembered: names of a new cluster are asked for before they exist. */
const absenceSeconds = 60;

/** A change takes at most ten tags, a look ten zones. */
const perCall = 10;

const chunksOf = <Item>(items: readonly Item[]): readonly Item[][] =>
  Array.from({ length: Math.ceil(items.length / perCall) }, (_none, index) =>
    items.slice(index * perCall, (index + 1) * perCall),
  );

/** Tags by zone. */
export const readZoneTags = async (
  { route53 }: AwsAccount,
  zoneIds: readonly string[],
): Promise<ReadonlyMap<string, Tags>> => {
  const tags = new Map<string, Tags>();
  for (const ids of chunksOf(zoneIds)) {
    const { ResourceTagSets = [] } = await route53.send(
      new ListTagsForResourcesCommand({ ResourceType: 'hostedzone', ResourceIds: ids }),
    );
    for (const { ResourceId, Tags: list } of ResourceTagSets) tags.set(zoneIdOf(ResourceId), readTags(list));
  }
  return tags;
};

export const writeZoneTags = async (
  { route53 }: AwsAccount,
  zoneId: string,
  tags: Tags,
  assertHeld: () => Promise<void>,
): Promise<void> => {
  for (const chunk of chunksOf(tagList(tags))) {
    await assertHeld();
    await route53.send(
      new ChangeTagsForResourceCommand({ ResourceType: 'hostedzone', ResourceId: zoneId, AddTags: chunk }),
    );
  }
};

/** Start of authority: `NS MAIL SERIAL REFRESH RETRY EXPIRE MINIMUM`. */
const readSoa = async (
  account: AwsAccount,
  zoneId: string,
  domain: string,
): Promise<ResourceRecordSet | undefined> =>
  (await listRecords(account, zoneId, { name: domain, most: 5 })).find(({ Type }) => Type === 'SOA');

const minimumOf = (soa: ResourceRecordSet | undefined): string | undefined =>
  soa?.ResourceRecords?.[0]?.Value?.trim().split(/\s+/)[6];

export const hasShortAbsence = async (
  account: AwsAccount,
  zoneId: string,
  domain: string,
): Promise<boolean> => minimumOf(await readSoa(account, zoneId, domain)) === String(absenceSeconds);

export const shortenAbsence = async (account: AwsAccount, zoneId: string, domain: string): Promise<void> => {
  const soa = await readSoa(account, zoneId, domain);
  if (soa === undefined || minimumOf(soa) === String(absenceSeconds)) return;
  const parts = (soa.ResourceRecords?.[0]?.Value ?? '').trim().split(/\s+/);
  const value = [...parts.slice(0, 6), String(absenceSeconds)].join(' ');
  await account.route53.send(
    new ChangeResourceRecordSetsCommand({
      HostedZoneId: zoneId,
      ChangeBatch: {
        Changes: [{ Action: 'UPSERT', ResourceRecordSet: { ...soa, ResourceRecords: [{ Value: value }] } }],
      },
    }),
  );
};

/** VPCs in which the names of a private zone are answered. */
export const vpcsOfZone = async ({ route53 }: AwsAccount, zoneId: string): Promise<readonly VPC[]> =>
  (await route53.send(new GetHostedZoneCommand({ Id: zoneId }))).VPCs ?? [];
