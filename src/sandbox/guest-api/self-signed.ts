import { generate } from 'selfsigned';

export interface ServingCertificate {
  readonly certPem: string;
  readonly keyPem: string;
}

/** A certificate for loopback that is its own authority. */
export const makeServingCertificate = async (host: string, now: number): Promise<ServingCertificate> => {
  const year = 365 * 24 * 3600 * 1000;
  const isName = /[a-z]/i.test(host);
  const made = await generate([{ name: 'commonName', value: 'sandbox-guest-api' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // A client's clock may be a little behind.
    notBeforeDate: new Date(now - 3600 * 1000),
    notAfterDate: new Date(now + 10 * year),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          ...(isName ? [{ type: 2 as const, value: host }] : [{ type: 7 as const, ip: host }]),
        ],
      },
    ],
  });
  return { certPem: made.cert, keyPem: made.private };
};
