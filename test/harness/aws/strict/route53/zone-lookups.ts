import type { MotoPlace } from '../../moto-client.ts';
import { findAll, parseXml, textAt } from '../../protocol/xml.ts';

export interface Zone {
  /** `Z0123`. */
  readonly id: string;
  /** With the final dot. */
  readonly name: string;
  readonly reference: string;
  readonly isPrivate: boolean;
}

const bareId = (id: string): string => id.replace(/^.*\//, '');

/** Every zone of an account, all pages. */
export const listZones = async (moto: MotoPlace): Promise<readonly Zone[]> => {
  const zones: Zone[] = [];
  let marker = '';
  do {
    const query = marker === '' ? '' : `?marker=${encodeURIComponent(marker)}`;
    const reply = await moto.rest('route53', 'GET', `/2013-04-01/hostedzone${query}`);
    const document = parseXml(reply.body.toString('utf8'));
    for (const zone of findAll(document, 'HostedZones', 'HostedZone'))
      zones.push({
        id: bareId(textAt(zone, 'Id')),
        name: textAt(zone, 'Name'),
        reference: textAt(zone, 'CallerReference'),
        isPrivate: textAt(zone, 'Config', 'PrivateZone') === 'true',
      });
    marker = textAt(document, 'IsTruncated') === 'true' ? textAt(document, 'NextMarker') : '';
  } while (marker !== '');
  return zones;
};

/** A zone and the VPCs it is associated with; undefined when the account has none of that id. */
export const getZone = async (
  moto: MotoPlace,
  id: string,
): Promise<
  { readonly name: string; readonly isPrivate: boolean; readonly vpcs: readonly string[] } | undefined
> => {
  const reply = await moto.rest('route53', 'GET', `/2013-04-01/hostedzone/${id}`);
  if (reply.status !== 200) return undefined;
  const document = parseXml(reply.body.toString('utf8'));
  return {
    name: textAt(document, 'HostedZone', 'Name'),
    isPrivate: textAt(document, 'HostedZone', 'Config', 'PrivateZone') === 'true',
    vpcs: findAll(document, 'VPCs', 'VPC').map((vpc) => textAt(vpc, 'VPCId')),
  };
};
