import { generate } from 'selfsigned';

export interface ServingCertificates {
  readonly caPem: string;
  readonly certPem: string;
  readonly keyPem: string;
}

const yearsMs = (years: number): number => years * 365 * 24 * 3600 * 1000;

/** Clocks of clients may run behind ours. */
const slackMs = 24 * 3600 * 1000;

/** A CA of our own, and a certificate from it for 127.0.0.1 and localhost. */
export const makeCertificates = async (now: Date): Promise<ServingCertificates> => {
  const validity = {
    notBeforeDate: new Date(now.getTime() - slackMs),
    notAfterDate: new Date(now.getTime() + yearsMs(10)),
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
  } as const;
  const ca = await generate([{ name: 'commonName', value: 'Berth sandbox CA' }], {
    ...validity,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, digitalSignature: true, critical: true },
    ],
  });
  const serving = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...validity,
    ca: { key: ca.private, cert: ca.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return { caPem: ca.cert, certPem: serving.cert, keyPem: serving.private };
};
