const routes: readonly (readonly [method: string, path: RegExp, action: string])[] = [
  ['POST', /^\/hostedzone$/, 'CreateHostedZone'],
  ['GET', /^\/hostedzone$/, 'ListHostedZones'],
  ['GET', /^\/hostedzonesbyname$/, 'ListHostedZonesByName'],
  ['GET', /^\/hostedzonesbyvpc$/, 'ListHostedZonesByVPC'],
  ['GET', /^\/hostedzonecount$/, 'GetHostedZoneCount'],
  ['GET', /^\/accountlimit\//, 'GetAccountLimit'],
  ['GET', /^\/hostedzonelimit\//, 'GetHostedZoneLimit'],
  ['GET', /^\/change\//, 'GetChange'],
  ['POST', /^\/hostedzone\/[^/]+\/rrset\/?$/, 'ChangeResourceRecordSets'],
  ['GET', /^\/hostedzone\/[^/]+\/rrset\/?$/, 'ListResourceRecordSets'],
  ['POST', /^\/hostedzone\/[^/]+\/associatevpc$/, 'AssociateVPCWithHostedZone'],
  ['POST', /^\/hostedzone\/[^/]+\/disassociatevpc$/, 'DisassociateVPCFromHostedZone'],
  ['POST', /^\/hostedzone\/[^/]+\/authorizevpcassociation$/, 'CreateVPCAssociationAuthorization'],
  ['GET', /^\/hostedzone\/[^/]+\/authorizevpcassociation$/, 'ListVPCAssociationAuthorizations'],
  ['POST', /^\/hostedzone\/[^/]+\/deauthorizevpcassociation$/, 'DeleteVPCAssociationAuthorization'],
  ['DELETE', /^\/hostedzone\/[^/]+$/, 'DeleteHostedZone'],
  ['GET', /^\/hostedzone\/[^/]+$/, 'GetHostedZone'],
  ['POST', /^\/hostedzone\/[^/]+$/, 'UpdateHostedZoneComment'],
  ['POST', /^\/tags\/[^/]+$/, 'ListTagsForResources'],
  ['POST', /^\/tags\/[^/]+\/[^/]+$/, 'ChangeTagsForResource'],
  ['GET', /^\/tags\/[^/]+\/[^/]+$/, 'ListTagsForResource'],
];

/** The action of a request to Route 53 (API version 2013-04-01). */
export const route53Action = (method: string, path: string): string => {
  const bare = path.replace(/^\/2013-04-01/, '');
  const route = routes.find(([verb, pattern]) => verb === method && pattern.test(bare));
  return route?.[2] ?? `${method} ${bare}`;
};

/** The zone that a path names: `Z0123`. */
export const zoneOfPath = (path: string): string =>
  /\/(?:hostedzone|hostedzonelimit)\/(?:[A-Z_]+\/)?([A-Z0-9]+)/.exec(path)?.[1] ?? '';
