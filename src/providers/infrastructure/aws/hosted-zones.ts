import {
  ChangeResourceRecordSetsCommand,
  DeleteHostedZoneCommand,
  type HostedZone,
  ListResourceRecordSetsCommand,
  paginateListHostedZones,
  type ResourceRecordSet,
} from '@aws-sdk/client-route-53';
import type { RemoveResult } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import type { Tags } from './marks.ts';
import { readMarks } from './zone-comment.ts';

/** A hosted zone as the list of the account shows it. */
export interface SeenZone {
  /** Without the prefix `/hostedzone/`. */
  readonly id: string;
  /** Lower case, without the dot at the end. */
  readonly domain: string;
  readonly isPrivate: boolean;
  /** `ID/ZONE` for those that Berth made: a zone has no tags at the moment when it is made. */
  readonly reference: string;
  /** Marks of ownership, written with the zone. */
  readonly marks: Tags;
}

export const zoneIdOf = (id: string | undefined): string => (id ?? '').replace(/^\/hostedzone\//, '');

/** Names come back in lower case, with a dot at the end, and with `\052` for an asterisk. */
export const plainName = (name: string | undefined): string =>
  (name ?? '').replaceAll('\\052', '*').replace(/\.$/, '').toLowerCase();

const seenZone = ({ Id, Name, Config, CallerReference }: HostedZone): SeenZone => ({
  id: zoneIdOf(Id),
  domain: plainName(Name),
  isPrivate: Config?.PrivateZone === true,
  reference: CallerReference ?? '',
  marks: readMarks(Config?.Comment),
});

/** All zones of the account. Route 53 answers five calls a second in all: one list serves every step. */
export const listZones = (account: AwsAccount): Promise<readonly SeenZone[]> =>
  account.remembered('hosted zones', async () => {
    const zones: SeenZone[] = [];
    for await (const page of paginateListHostedZones({ client: account.route53 }, {}))
      zones.push(...(page.HostedZones ?? []).map(seenZone));
    return zones;
  });

/** Record sets of a zone from a name on, or all of them. */
export const listRecords = async (
  { route53 }: AwsAccount,
  zoneId: string,
  from?: { readonly name: string; readonly most: number },
): Promise<readonly ResourceRecordSet[]> => {
  const records: ResourceRecordSet[] = [];
  let next: Partial<Record<'StartRecordName' | 'StartRecordType' | 'StartRecordIdentifier', string>> =
    from === undefined ? {} : { StartRecordName: from.name };
  for (;;) {
    const page = await route53.send(
      new ListResourceRecordSetsCommand({
        HostedZoneId: zoneId,
        ...(next as object),
        ...(from === undefined ? {} : { MaxItems: from.most }),
      }),
    );
    records.push(...(page.ResourceRecordSets ?? []));
    if (from !== undefined || page.IsTruncated !== true) return records;
    next = {
      ...(page.NextRecordName === undefined ? {} : { StartRecordName: page.NextRecordName }),
      ...(page.NextRecordType === undefined ? {} : { StartRecordType: page.NextRecordType }),
      ...(page.NextRecordIdentifier === undefined
        ? {}
        : { StartRecordIdentifier: page.NextRecordIdentifier }),
    };
  }
};

/** A change of Route 53 holds at most a thousand records. */
const recordsPerChange = 500;

export const deleteRecords = async (
  { route53 }: AwsAccount,
  zoneId: string,
  records: readonly ResourceRecordSet[],
  assertHeld: () => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < records.length; start += recordsPerChange) {
    await assertHeld();
    await route53.send(
      new ChangeResourceRecordSetsCommand({
        HostedZoneId: zoneId,
        ChangeBatch: {
          Changes: records
            .slice(start, start + recordsPerChange)
            .map((ResourceRecordSet) => ({ Action: 'DELETE', ResourceRecordSet })),
        },
      }),
    );
  }
};

/** Records first; those of the zone itself go with it. */
export const removeZone = async (
  account: AwsAccount,
  zone: { readonly id: string; readonly domain: string },
  assertHeld: () => Promise<void>,
): Promise<RemoveResult> => {
  const records = await listRecords(account, zone.id);
  const others = records.filter(
    ({ Name, Type }) => plainName(Name) !== zone.domain || (Type !== 'NS' && Type !== 'SOA'),
  );
  await deleteRecords(account, zone.id, others, assertHeld);
  await assertHeld();
  await account.route53.send(new DeleteHostedZoneCommand({ Id: zone.id }));
  return 'gone';
};
