import type { IncomingHttpHeaders } from 'node:http';

/** One request to AWS, as far as the double understands it. */
export interface AwsCall {
  readonly service: string;
  readonly action: string;
  readonly region: string;
  /** Twelve digits. */
  readonly account: string;
  /** Of the query protocol; empty for others. */
  readonly parameters: URLSearchParams;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly isWrite: boolean;
}

const credentialPattern = /Credential=(?<key>[^/]+)\/\d+\/(?<region>[^/]+)\/(?<service>[^/]+)\//;

const reading = /^(?:Describe|Get|List|Head|Simulate|AssumeRole|Check|Lookup|Test)/;

const routeActions: readonly (readonly [string, RegExp, string])[] = [
  ['POST', /\/hostedzone$/, 'CreateHostedZone'],
  ['GET', /\/hostedzone$/, 'ListHostedZones'],
  ['GET', /\/hostedzonesbyname$/, 'ListHostedZonesByName'],
  ['POST', /\/hostedzone\/[^/]+\/rrset\/?$/, 'ChangeResourceRecordSets'],
  ['GET', /\/hostedzone\/[^/]+\/rrset$/, 'ListResourceRecordSets'],
  ['POST', /\/hostedzone\/[^/]+\/associatevpc$/, 'AssociateVPCWithHostedZone'],
  ['POST', /\/hostedzone\/[^/]+\/disassociatevpc$/, 'DisassociateVPCFromHostedZone'],
  ['POST', /\/hostedzone\/[^/]+\/authorizevpcassociation$/, 'CreateVPCAssociationAuthorization'],
  ['POST', /\/hostedzone\/[^/]+\/deauthorizevpcassociation$/, 'DeleteVPCAssociationAuthorization'],
  ['DELETE', /\/hostedzone\/[^/]+$/, 'DeleteHostedZone'],
  ['GET', /\/hostedzone\/[^/]+$/, 'GetHostedZone'],
  ['POST', /\/tags\/hostedzone$/, 'ListTagsForResources'],
  ['POST', /\/tags\/hostedzone\/[^/]+$/, 'ChangeTagsForResource'],
  ['GET', /\/tags\/hostedzone\/[^/]+$/, 'ListTagsForResource'],
];

const restAction = (service: string, method: string, path: string): string => {
  const [bare = ''] = path.split('?');
  if (service === 'route53')
    return (
      routeActions.find(([verb, pattern]) => verb === method && pattern.test(bare))?.[2] ??
      `${method} ${bare}`
    );
  const verbs: Readonly<Record<string, string>> = {
    GET: 'Get',
    HEAD: 'Head',
    PUT: 'Put',
    POST: 'Post',
    DELETE: 'Delete',
  };
  return `${verbs[method] ?? method}Object`;
};

const actionOf = (
  service: string,
  method: string,
  path: string,
  headers: IncomingHttpHeaders,
  parameters: URLSearchParams,
): string => {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.lastIndexOf('.') + 1);
  if (service === 'ram') return path.replace(/^.*\//, '').replace(/^./, (first) => first.toUpperCase());
  return parameters.get('Action') ?? restAction(service, method, path);
};

/** Reads what is asked for; `accountOf` knows whose a key is. */
export const readCall = (
  request: { readonly method: string; readonly url: string; readonly headers: IncomingHttpHeaders },
  body: Buffer,
  accountOf: (accessKey: string) => string,
): AwsCall => {
  const { method, url: path, headers } = request;
  const scope = credentialPattern.exec(headers.authorization ?? '')?.groups ?? {};
  const service = scope['service'] ?? 'none';
  const isQuery = (headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  const parameters = new URLSearchParams(isQuery ? body.toString('utf8') : '');
  const action = actionOf(service, method, path, headers, parameters);
  return {
    service,
    action,
    region: scope['region'] ?? 'us-east-1',
    account: accountOf(scope['key'] ?? ''),
    parameters,
    method,
    path,
    headers,
    body,
    isWrite: !reading.test(action),
  };
};
