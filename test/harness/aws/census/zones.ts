import type { MotoPlace } from '../moto-client.ts';
import { findAll, parseXml, textAt } from '../protocol/xml.ts';
import { listRecords } from '../strict/route53/record-rules.ts';
import { listZones } from '../strict/route53/zone-lookups.ts';
import { type Counted, counted, tagsOf } from './counted.ts';

const tagsOfZone = async (moto: MotoPlace, id: string): Promise<Record<string, string>> => {
  const reply = await moto.rest('route53', 'GET', `/2013-04-01/tags/hostedzone/${id}`);
  const document = parseXml(reply.body.toString('utf8'));
  return tagsOf(findAll(document, 'ResourceTagSet', 'Tags', 'Tag'), 'Key', 'Value');
};

/** Zones with their records; NS and SOA of the zone itself come with it. */
export const countZones = async (
  moto: MotoPlace,
  { hasAllTags }: { readonly hasAllTags: boolean },
): Promise<readonly Counted[]> => {
  const all: Counted[] = [];
  for (const zone of await listZones(moto)) {
    const records = (await listRecords(moto, zone.id))
      .filter(
        (record) => textAt(record, 'Name') !== zone.name || !['NS', 'SOA'].includes(textAt(record, 'Type')),
      )
      .map((record) => `${textAt(record, 'Type')} ${textAt(record, 'Name')}`);
    all.push({
      ...counted('hostedZone', zone.id, {
        tags: hasAllTags ? await tagsOfZone(moto, zone.id) : {},
        parts: records,
      }),
      name: zone.name,
    });
  }
  return all;
};
