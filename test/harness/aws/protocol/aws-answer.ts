import type { AwsCall } from './aws-call.ts';
import { escapeXml, writeXml, type XmlElement } from './xml.ts';

/** An answer as it goes over the wire. */
export interface AwsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export const xmlAnswer = (status: number, document: string | XmlElement): AwsAnswer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n${typeof document === 'string' ? document : writeXml(document)}`,
  ),
});

export const jsonAnswer = (status: number, body: object, headers: Readonly<Record<string, string>> = {}) => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

/** A refusal, thrown by a rule. Codes and states are those of the service; the form is the protocol's. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const speaksJson = ({ service, headers }: Pick<AwsCall, 'service' | 'headers'>): boolean =>
  headers['x-amz-target'] !== undefined || service === 'ram';

/** A refusal in the form of the service that was asked: EC2 and S3 have their own, query services and Route 53 another, JSON a third. */
export const renderRefusal = (
  call: Pick<AwsCall, 'service' | 'headers'>,
  { code, message, status }: Pick<Refusal, 'code' | 'message' | 'status'>,
): AwsAnswer => {
  const error = `<Code>${code}</Code><Message>${escapeXml(message)}</Message>`;
  if (speaksJson(call)) return jsonAnswer(status, { __type: code, message }, { 'x-amzn-errortype': code });
  if (call.service === 'ec2')
    return xmlAnswer(
      status,
      `<Response><Errors><Error>${error}</Error></Errors><RequestID>double</RequestID></Response>`,
    );
  if (call.service === 's3') return xmlAnswer(status, `<Error>${error}<RequestId>double</RequestId></Error>`);
  const type = status >= 500 ? 'Receiver' : 'Sender';
  return xmlAnswer(
    status,
    `<ErrorResponse><Error><Type>${type}</Type>${error}</Error><RequestId>double</RequestId></ErrorResponse>`,
  );
};

/** A yes of EC2. */
export const ec2Answer = (action: string, members: string): AwsAnswer =>
  xmlAnswer(
    200,
    `<${action}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>double</requestId>${members}</${action}Response>`,
  );

/** A yes of IAM. */
export const iamAnswer = (action: string, members: string): AwsAnswer =>
  xmlAnswer(
    200,
    `<${action}Response xmlns="https://iam.amazonaws.com/doc/2010-05-08/"><${action}Result>${members}</${action}Result><ResponseMetadata><RequestId>double</RequestId></ResponseMetadata></${action}Response>`,
  );

/** A yes of Route 53. */
export const route53Answer = (name: string, members: string): AwsAnswer =>
  xmlAnswer(200, `<${name} xmlns="https://route53.amazonaws.com/doc/2013-04-01/">${members}</${name}>`);
