import type { MotoPlace } from '../../moto-client.ts';
import { Refusal } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import { zoneOfPath } from '../../protocol/route53-actions.ts';
import { find, findAll, parseXml, textAt, type XmlElement } from '../../protocol/xml.ts';
import type { StrictRule } from '../rule.ts';
import { getZone } from './zone-lookups.ts';

const withDot = (name: string): string => (name.endsWith('.') ? name : `${name}.`).toLowerCase();

/** `*` is written as its octal code in answers. */
const nameOf = (record: XmlElement): string => withDot(textAt(record, 'Name').replaceAll('\\052', '*'));

const keyOf = (record: XmlElement): string =>
  `${nameOf(record)} ${textAt(record, 'Type')} ${textAt(record, 'SetIdentifier')}`;

const contentOf = (record: XmlElement): string =>
  JSON.stringify([
    textAt(record, 'TTL'),
    findAll(record, 'ResourceRecords', 'ResourceRecord')
      .map((value) => textAt(value, 'Value'))
      .sort(),
    withDot(textAt(record, 'AliasTarget', 'DNSName')),
  ]);

/** Every record set of a zone, all pages. */
export const listRecords = async (moto: MotoPlace, zone: string): Promise<readonly XmlElement[]> => {
  const records: XmlElement[] = [];
  let query = '';
  do {
    const reply = await moto.rest('route53', 'GET', `/2013-04-01/hostedzone/${zone}/rrset${query}`);
    const document = parseXml(reply.body.toString('utf8'));
    records.push(...findAll(document, 'ResourceRecordSets', 'ResourceRecordSet'));
    const next = encodeURIComponent(textAt(document, 'NextRecordName'));
    query =
      textAt(document, 'IsTruncated') === 'true'
        ? `?name=${next}&type=${textAt(document, 'NextRecordType')}`
        : '';
  } while (query !== '');
  return records;
};

const complaintOf = (
  change: XmlElement,
  there: ReadonlyMap<string, XmlElement>,
  apex: string,
): string | undefined => {
  const record = find(change, 'ResourceRecordSet');
  if (record === undefined) return undefined;
  const action = textAt(change, 'Action');
  const type = textAt(record, 'Type');
  const words = `resource record set [name='${nameOf(record)}', type='${type}']`;
  const known = there.get(keyOf(record));
  if (action === 'CREATE' && known !== undefined) return `Tried to create ${words} but it already exists`;
  if (action !== 'DELETE') return undefined;
  if (nameOf(record) === apex && type === 'SOA') return 'A HostedZone must contain exactly one SOA record.';
  if (nameOf(record) === apex && type === 'NS')
    return 'A HostedZone must contain at least one NS record for the zone itself.';
  if (known === undefined) return `Tried to delete ${words} but it was not found`;
  if (contentOf(known) !== contentOf(record))
    return `Tried to delete ${words} but the values provided do not match the current values`;
  return undefined;
};

const checkChanges = async (call: AwsCall, moto: MotoPlace): Promise<void> => {
  const zone = zoneOfPath(call.path);
  const found = await getZone(moto, zone);
  if (found === undefined) return;
  const changes = findAll(parseXml(call.body.toString('utf8')), 'ChangeBatch', 'Changes', 'Change');
  const there = new Map((await listRecords(moto, zone)).map((record) => [keyOf(record), record]));
  const complaints = changes.flatMap((change) => complaintOf(change, there, withDot(found.name)) ?? []);
  if (complaints.length > 0) throw new Refusal('InvalidChangeBatch', `[${complaints.join(', ')}]`);
};

/** What a change says must fit what is there; moto judges by its own log of changes and in other words. */
export const recordRules: StrictRule = {
  before: { 'route53:ChangeResourceRecordSets': (call, { moto }) => checkChanges(call, moto) },
};
