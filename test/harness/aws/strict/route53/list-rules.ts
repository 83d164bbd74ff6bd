import { Refusal, route53Answer, xmlAnswer } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import { zoneOfPath } from '../../protocol/route53-actions.ts';
import { descendants, parseXml, textAt } from '../../protocol/xml.ts';
import type { Scene, StrictRule } from '../rule.ts';
import { isHidden } from '../visibility-rule.ts';
import { listZones } from './zone-lookups.ts';

/** Zones are ordered by their labels from the right: `com.example.api`. */
const sortKey = (name: string): string => name.replace(/\.$/, '').split('.').reverse().join('.');

/** Moto gives only zones of exactly the name; AWS gives those from there on. */
const listByName = async (call: AwsCall, scene: Scene) => {
  const { searchParams } = new URL(call.path, 'http://route53');
  const from = searchParams.get('dnsname') ?? '';
  const most = Number(searchParams.get('maxitems') ?? '100');
  const zones = (await listZones(scene.moto))
    .filter(({ id }) => !isHidden(id, scene))
    .filter(({ name }) => from === '' || sortKey(name) >= sortKey(from))
    .sort((one, other) => (sortKey(one.name) < sortKey(other.name) ? -1 : 1));
  const page = zones
    .slice(0, most)
    .map(
      ({ id, name, reference, isPrivate }) =>
        `<HostedZone><Id>/hostedzone/${id}</Id><Name>${name}</Name><CallerReference>${reference}</CallerReference><Config><PrivateZone>${isPrivate}</PrivateZone></Config><ResourceRecordSetCount>2</ResourceRecordSetCount></HostedZone>`,
    );
  const next = zones[most];
  return route53Answer(
    'ListHostedZonesByNameResponse',
    `<HostedZones>${page.join('')}</HostedZones><DNSName>${from}</DNSName><IsTruncated>${next !== undefined}</IsTruncated>${next === undefined ? '' : `<NextDNSName>${next.name}</NextDNSName><NextHostedZoneId>${next.id}</NextHostedZoneId>`}<MaxItems>${most}</MaxItems>`,
  );
};

const showVisible =
  (item: string, id: string) => (_call: AwsCall, answer: { readonly body: Buffer }, scene: Scene) => {
    if (scene.knobs.hideSeconds === 0) return undefined;
    const document = parseXml(answer.body.toString('utf8'));
    for (const name of ['HostedZones', 'HostedZoneSummaries'])
      for (const set of descendants(document, name))
        set.children = set.children.filter(
          (zone) => zone.name !== item || !isHidden(textAt(zone, id).replace(/^.*\//, ''), scene),
        );
    return xmlAnswer(200, document);
  };

/** New zones are hidden from lists and looks for a while. */
export const zoneListRules: StrictRule = {
  before: {
    'route53:ListHostedZonesByName': listByName,
    'route53:GetHostedZone': ({ path }, scene) => {
      const id = zoneOfPath(path);
      if (isHidden(id, scene))
        throw new Refusal('NoSuchHostedZone', `No hosted zone found with ID: ${id}`, 404);
    },
  },
  after: {
    'route53:CreateHostedZone': (_call, answer, { estate, now }) => {
      const id = textAt(parseXml(answer.body.toString('utf8')), 'HostedZone', 'Id').replace(/^.*\//, '');
      estate.bornAt.set(id, now());
    },
    'route53:ListHostedZones': showVisible('HostedZone', 'Id'),
    'route53:ListHostedZonesByVPC': showVisible('HostedZoneSummary', 'HostedZoneId'),
  },
};
