/** A value of DER: its tag, and where its contents begin and end. */
interface Value {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

const readValue = (der: Uint8Array, at: number): Value | undefined => {
  const [tag, first] = [der[at], der[at + 1]];
  if (tag === undefined || first === undefined) return undefined;
  const bytes = first < 0x80 ? 0 : first & 0x7f;
  if (bytes > 4) return undefined;
  let length = bytes === 0 ? first : 0;
  for (const byte of der.subarray(at + 2, at + 2 + bytes)) length = length * 256 + byte;
  const start = at + 2 + bytes;
  return start + length > der.length ? undefined : { tag, start, end: start + length };
};

/** The values inside another one, one after the other. */
const readValues = (der: Uint8Array, outer: Value): readonly Value[] => {
  const values: Value[] = [];
  for (let at = outer.start; at < outer.end; ) {
    const value = readValue(der, at);
    if (value === undefined || value.end > outer.end) return [];
    values.push(value);
    at = value.end;
  }
  return values;
};

const utcTime = 0x17;

/** UTCTime has two digits of the year (1950–2049), GeneralizedTime four. RFC 5280, section 4.1.2.5. */
const readTime = (der: Uint8Array, { tag, start, end }: Value): string | undefined => {
  const text = String.fromCharCode(...der.subarray(start, end));
  const short = tag === utcTime ? (Number(text.slice(0, 2)) < 50 ? '20' : '19') : '';
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(short + text) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
};

const isSequence = ({ tag }: Value): boolean => tag === 0x30;
const explicitVersion = 0xa0;

/** When a certificate ends. */
const readEnd = (der: Uint8Array): string | undefined => {
  const certificate = readValue(der, 0);
  const [toBeSigned] = certificate === undefined ? [] : readValues(der, certificate);
  if (toBeSigned === undefined || !isSequence(toBeSigned)) return undefined;
  const members = readValues(der, toBeSigned).filter(({ tag }) => tag !== explicitVersion);
  // Serial number, algorithm, issuer, validity.
  const validity = members[3];
  const [, end] = validity === undefined ? [] : readValues(der, validity);
  return end && readTime(der, end);
};

const decodeBase64 = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, '')), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

/** When each certificate of a PEM bundle ends; undefined for those that cannot be read. RFC 3339. */
export const certificateEnds = (pem: string): readonly (string | undefined)[] =>
  [...pem.matchAll(block)].map(([, text = '']) => {
    const der = decodeBase64(text);
    return der && readEnd(der);
  });
