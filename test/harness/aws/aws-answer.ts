import type { AwsCall } from './aws-call.ts';

/** An answer as it goes over the wire. */
export interface AwsAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const xml = (status: number, body: string): AwsAnswer => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});

/** A refusal in the form of the service that was asked: EC2 has one of its own, query services another, JSON services a third. */
export const refusal = (call: AwsCall, status: number, code: string, message: string): AwsAnswer => {
  const text = escapeXml(message);
  if (call.headers['x-amz-target'] !== undefined || call.service === 'ram')
    return {
      status,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-errortype': code },
      body: JSON.stringify({ __type: code, message }),
    };
  if (call.service === 'ec2')
    return xml(
      status,
      `<Response><Errors><Error><Code>${code}</Code><Message>${text}</Message></Error></Errors><RequestID>r</RequestID></Response>`,
    );
  if (call.service === 's3')
    return xml(status, `<Error><Code>${code}</Code><Message>${text}</Message></Error>`);
  return xml(
    status,
    `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${text}</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
  );
};

/** An answer of EC2 that says yes. */
export const ec2Answer = (action: string, members: string): AwsAnswer =>
  xml(
    200,
    `<${action}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>r</requestId>${members}</${action}Response>`,
  );

/** The texts of all elements of a name, in order. */
export const textsOf = (body: string, name: string): readonly string[] =>
  [...body.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);

/** The top-level `item` elements of a set, each whole. */
export const itemsOf = (body: string, set: string): readonly string[] => {
  const start = body.indexOf(`<${set}>`);
  const end = body.lastIndexOf(`</${set}>`);
  if (start < 0 || end < 0) return [];
  const inner = body.slice(start + set.length + 2, end);
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (const match of inner.matchAll(/<(\/?)item(\/?)>/g)) {
    if (match[2] === '/') continue;
    if (match[1] === '') {
      if (depth === 0) from = match.index;
      depth += 1;
    } else {
      depth -= 1;
      if (depth === 0) items.push(inner.slice(from, match.index + match[0].length));
    }
  }
  return items;
};

/** The body with only those items of a set that are to be seen. */
export const keepItems = (body: string, set: string, isSeen: (item: string) => boolean): string => {
  let kept = body;
  for (const item of itemsOf(body, set)) if (!isSeen(item)) kept = kept.replace(item, '');
  return kept;
};
