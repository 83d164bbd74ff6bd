import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { parseXml, type XmlElement } from './protocol/xml.ts';

export interface MotoReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface MotoRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Buffer | string;
}

/** Moto in one account and region, past the strict layer. */
export interface MotoPlace {
  readonly account: string;
  readonly region: string;
  /** An action of the query protocol: EC2, IAM, STS, ELB. Throws when moto refuses. */
  query(
    service: 'ec2' | 'iam' | 'sts' | 'elb' | 'elbv2',
    action: string,
    parameters?: Readonly<Record<string, string>>,
  ): Promise<XmlElement>;
  /** A form of the query protocol as it is. Does not throw for a refusal. */
  form(service: string, body: string): Promise<MotoReply>;
  /** A request of the REST protocols: Route 53, S3, RAM. Does not throw for a refusal. */
  rest(service: 'route53' | 's3' | 'ram', method: string, path: string, body?: string): Promise<MotoReply>;
}

const versions = {
  ec2: '2016-11-15',
  iam: '2010-05-08',
  sts: '2011-06-15',
  elb: '2012-06-01',
  elbv2: '2015-12-01',
} as const;

/** A refusal of moto's own. */
export class MotoRefusal extends Error {
  readonly status: number;

  constructor(action: string, status: number, body: string) {
    super(`moto refuses ${action}: ${status} ${body.slice(0, 500)}`);
    this.status = status;
  }
}

export interface MotoClient {
  send(request: MotoRequest): Promise<MotoReply>;
  at(account: string, region: string): MotoPlace;
  close(): void;
}

const signedAs = (service: string): string =>
  service === 'elb' || service === 'elbv2' ? 'elasticloadbalancing' : service;

/** Talks to a moto server. Moto looks at no signature; the account goes in a header of its own. */
export const createMotoClient = (url: string): MotoClient => {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const send = ({ method, path, headers, body = '' }: MotoRequest): Promise<MotoReply> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          agent,
          hostname,
          port,
          method,
          path,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', reject);
          reply.on('end', () =>
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  const at = (account: string, region: string): MotoPlace => {
    const headersOf = (service: string): Record<string, string> => ({
      authorization: `AWS4-HMAC-SHA256 Credential=test/20261201/${region}/${signedAs(service)}/aws4_request, SignedHeaders=host, Signature=x`,
      'x-moto-account-id': account,
    });
    const form = (service: string, body: string): Promise<MotoReply> =>
      send({
        method: 'POST',
        path: '/',
        headers: {
          ...headersOf(service),
          'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
        },
        body,
      });
    return {
      account,
      region,
      form,
      query: async (service, action, parameters = {}) => {
        const asked = new URLSearchParams({ Action: action, Version: versions[service], ...parameters });
        const reply = await form(service, asked.toString());
        const text = reply.body.toString('utf8');
        if (reply.status !== 200) throw new MotoRefusal(action, reply.status, text);
        return parseXml(text);
      },
      rest: (service, method, path, body = '') => send({ method, path, headers: headersOf(service), body }),
    };
  };
  return { send, at, close: () => agent.destroy() };
};
