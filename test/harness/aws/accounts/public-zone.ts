import type { MotoPlace } from '../moto-client.ts';
import { escapeXml, parseXml, textAt } from '../protocol/xml.ts';

const namespace = 'https://route53.amazonaws.com/doc/2013-04-01/';

/** Something else than a success is an error of the test. */
const demand = async (place: MotoPlace, path: string, body: string): Promise<string> => {
  const reply = await place.rest('route53', 'POST', path, body);
  const text = reply.body.toString('utf8');
  if (reply.status >= 300) throw new Error(`moto refuses ${path}: ${text}`);
  return text;
};

export interface ZoneOptions {
  /** Makes it a private one of that VPC. */
  readonly vpc?: string;
  readonly reference?: string;
}

/** A zone as its owner made it: the base domain of clusters, or a neighbour's. Answers with its id: `Z0123`. */
export const createZone = async (
  place: MotoPlace,
  name: string,
  { vpc, reference = `by hand ${name} ${vpc ?? ''}` }: ZoneOptions = {},
): Promise<string> => {
  const association =
    vpc === undefined
      ? ''
      : `<VPC><VPCRegion>${place.region}</VPCRegion><VPCId>${vpc}</VPCId></VPC><HostedZoneConfig><PrivateZone>true</PrivateZone></HostedZoneConfig>`;
  const made = await demand(
    place,
    '/2013-04-01/hostedzone',
    `<CreateHostedZoneRequest xmlns="${namespace}"><Name>${name}</Name>${association}<CallerReference>${escapeXml(reference)}</CallerReference></CreateHostedZoneRequest>`,
  );
  return textAt(parseXml(made), 'HostedZone', 'Id').replace(/^.*\//, '');
};

/** A record as a controller in a cluster makes it. */
export const createRecord = async (
  place: MotoPlace,
  zone: string,
  record: { readonly name: string; readonly type: string; readonly value: string },
): Promise<void> => {
  await demand(
    place,
    `/2013-04-01/hostedzone/${zone}/rrset`,
    `<ChangeResourceRecordSetsRequest xmlns="${namespace}"><ChangeBatch><Changes><Change><Action>UPSERT</Action><ResourceRecordSet><Name>${record.name}</Name><Type>${record.type}</Type><TTL>60</TTL><ResourceRecords><ResourceRecord><Value>${escapeXml(record.value)}</Value></ResourceRecord></ResourceRecords></ResourceRecordSet></Change></Changes></ChangeBatch></ChangeResourceRecordSetsRequest>`,
  );
};
