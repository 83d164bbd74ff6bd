import type { IncomingHttpHeaders } from 'node:http';
import { route53Action } from './route53-actions.ts';
import { s3Action } from './s3-actions.ts';

/** One request to AWS, as far as the double understands it. */
export interface AwsCall {
  /** Counted from 1 since the last reset. */
  readonly number: number;
  /** `ec2`, `iam`, `sts`, `route53`, `s3`, `elb` (classic), `elbv2`, `ram`, `servicequotas`, `kms`, `tagging`. */
  readonly service: string;
  readonly action: string;
  readonly region: string;
  /** Twelve digits. */
  readonly account: string;
  /** The access key that signed it; empty for calls without a signature. */
  readonly key: string;
  /** Of the query protocol; empty for others. Rules may complete them: they are sent on as they are then. */
  readonly parameters: URLSearchParams;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly isWrite: boolean;
  /** Milliseconds of the double's clock. */
  readonly at: number;
}

/** Of a signature of version 4. */
export interface Scope {
  readonly key: string;
  readonly region: string;
  /** As signed: `elasticloadbalancing`. */
  readonly service: string;
}

const credentialPattern = /Credential=(?<key>[^/]+)\/\d+\/(?<region>[^/]+)\/(?<service>[^/]+)\//;

const reading = /^(?:Describe|Get|List|Head|Simulate|AssumeRole|Check|Lookup|Test|Search)/;

/** Who signs, for which region and service; undefined for requests without a signature. */
export const readScope = (headers: IncomingHttpHeaders): Scope | undefined => {
  const groups = credentialPattern.exec(headers.authorization ?? '')?.groups;
  return groups === undefined
    ? undefined
    : { key: groups['key'] ?? '', region: groups['region'] ?? '', service: groups['service'] ?? '' };
};

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const pascalCase: Readonly<Record<string, string>> = {
  createresourceshare: 'CreateResourceShare',
  deleteresourceshare: 'DeleteResourceShare',
  updateresourceshare: 'UpdateResourceShare',
  getresourceshares: 'GetResourceShares',
  getresourceshareassociations: 'GetResourceShareAssociations',
  associateresourceshare: 'AssociateResourceShare',
  disassociateresourceshare: 'DisassociateResourceShare',
  listresources: 'ListResources',
  listprincipals: 'ListPrincipals',
  tagresource: 'TagResource',
  untagresource: 'UntagResource',
};

const actionOf = (service: string, request: RawRequest, parameters: URLSearchParams): string => {
  const target = request.headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.lastIndexOf('.') + 1);
  const [path = ''] = request.path.split('?');
  if (service === 'ram') return pascalCase[path.slice(1)] ?? path;
  if (service === 'route53') return route53Action(request.method, path);
  if (service === 's3') return s3Action(request);
  return parameters.get('Action') ?? `${request.method} ${path}`;
};

const serviceOf = (signed: string, parameters: URLSearchParams): string => {
  if (signed !== 'elasticloadbalancing') return signed;
  return parameters.get('Version') === '2012-06-01' ? 'elb' : 'elbv2';
};

/** Reads what is asked for. Requests without a signature go to STS (web identities) or S3 (public objects). */
export const readCall = (
  request: RawRequest,
  { number, account, at }: Pick<AwsCall, 'number' | 'account' | 'at'>,
): AwsCall => {
  const isQuery = (request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  const parameters = new URLSearchParams(isQuery ? request.body.toString('utf8') : '');
  const scope = readScope(request.headers);
  const service = serviceOf(scope?.service ?? (isQuery ? 'sts' : 's3'), parameters);
  const action = actionOf(service, request, parameters);
  return {
    ...request,
    number,
    account,
    at,
    service,
    action,
    region: scope?.region ?? 'us-east-1',
    key: scope?.key ?? '',
    parameters,
    isWrite: !reading.test(action),
  };
};

/** The values of a list of the query protocol: `VpcId.1`, `VpcId.2`, or `Names.member.1`. */
export const listOf = (parameters: URLSearchParams, name: string): readonly string[] =>
  [...parameters]
    .filter(([key]) => key.startsWith(`${name}.`) && /^(?:member\.)?\d+$/.test(key.slice(name.length + 1)))
    .map(([, value]) => value);
