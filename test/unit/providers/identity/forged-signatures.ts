import { createHmac } from 'node:crypto';
import type { ForgedToken } from './forged-token.ts';
import { encodePart, es256, rs256, sealToken } from './seal-token.ts';
import { keys } from './token-kit.ts';

const nothing = (): Uint8Array => new Uint8Array();

const unsecured = (alg: string): ForgedToken => ({
  name: `\`alg\` "${alg}", without a signature`,
  reason: 'malformed',
  forge: ({ header, claims }) => sealToken(header({ alg }), claims(), nothing),
});

const unsecuredWithSignature = (alg: string): ForgedToken => ({
  name: `\`alg\` "${alg}", with the signature of a good token`,
  reason: 'algorithm-unknown',
  forge: ({ header, claims, seal }) =>
    `${encodePart(header({ alg }))}.${encodePart(claims())}.${seal().split('.')[2]}`,
});

const withSecret = (alg: string, secret: () => string | Buffer): ForgedToken['forge'] => {
  const hash = `sha${alg.slice(2)}`;
  return ({ header, claims }) =>
    sealToken(header({ alg }), claims(), (input) => createHmac(hash, secret()).update(input).digest());
};

const publicPem = (): string => keys.rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const publicDer = (): Buffer => keys.rsa.publicKey.export({ type: 'spki', format: 'der' });

/** Changes one bit in the middle of the signature. */
const flip = (token: string): string => {
  const [head, body, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  return `${head}.${body}.${bytes.toString('base64url')}`;
};

/** Leaves 200 of 256 bytes. */
const cut = (token: string): string => {
  const [head, body, signature = ''] = token.split('.');
  return `${head}.${body}.${Buffer.from(signature, 'base64url').subarray(0, 200).toString('base64url')}`;
};

const signatures: readonly ForgedToken[] = [
  {
    name: 'HS256 with the public key of the issuer (PEM) as secret',
    reason: 'algorithm-unknown',
    forge: withSecret('HS256', publicPem),
  },
  {
    name: 'HS512 with the public key of the issuer (DER) as secret',
    reason: 'algorithm-unknown',
    forge: withSecret('HS512', publicDer),
  },
  { name: 'HS256 with an empty secret', reason: 'algorithm-unknown', forge: withSecret('HS256', () => '') },
  {
    name: "signed with another issuer's key of the same `kid`",
    reason: 'bad-signature',
    forge: ({ header, claims }) => sealToken(header(), claims(), rs256(keys.stranger.privateKey)),
  },
  {
    name: 'signed with another key of the same issuer than `kid` says',
    reason: 'bad-signature',
    forge: ({ seal, header, claims }) => seal(claims(), header({ kid: 'rsa-2' })),
  },
  {
    name: 'signed with a key that the issuer has taken away',
    reason: 'unknown-key',
    forge: ({ header, claims }) =>
      sealToken(header({ kid: 'rsa-0' }), claims(), rs256(keys.removed.privateKey)),
  },
  {
    name: 'signed with an RSA key of 1024 bits that the issuer publishes',
    reason: 'weak-key',
    forge: ({ header, claims }) =>
      sealToken(header({ kid: 'rsa-1024' }), claims(), rs256(keys.weak.privateKey)),
  },
  {
    name: 'without `kid`, when several keys fit',
    reason: 'ambiguous-key',
    forge: ({ seal, header, claims }) => seal(claims(), header({ kid: undefined })),
  },
  { name: 'signature with one bit changed', reason: 'bad-signature', forge: ({ seal }) => flip(seal()) },
  {
    name: 'signature cut short',
    reason: 'bad-signature',
    forge: ({ seal }) => cut(seal()),
  },
  {
    name: 'claims of one good token under the signature of another',
    reason: 'bad-signature',
    forge: ({ seal, claims }) => {
      const [head, , signature] = seal().split('.');
      return `${head}.${encodePart(claims({ sub: 'admin' }))}.${signature}`;
    },
  },
  {
    name: 'ES256 with a signature of zeros (r = s = 0)',
    reason: 'bad-signature',
    forge: ({ header, claims }) =>
      sealToken(header({ alg: 'ES256', kid: 'ec-1' }), claims(), () => new Uint8Array(64)),
  },
  {
    name: 'ES256 with a signature in DER',
    reason: 'bad-signature',
    forge: ({ header, claims }) =>
      sealToken(header({ alg: 'ES256', kid: 'ec-1' }), claims(), rs256(keys.ec.privateKey)),
  },
  {
    name: 'ES256 with a key on the curve P-384',
    reason: 'unknown-key',
    forge: ({ header, claims }) =>
      sealToken(header({ alg: 'ES256', kid: 'ec-384' }), claims(), es256(keys.ec384.privateKey)),
  },
  {
    name: 'ES256 with the `kid` of an RSA key',
    reason: 'unknown-key',
    forge: ({ header, claims }) => sealToken(header({ alg: 'ES256' }), claims(), es256(keys.ec.privateKey)),
  },
  {
    name: 'RS512, which the issuer has and the registration has not',
    reason: 'algorithm-not-registered',
    forge: ({ seal, header, claims }) => seal(claims(), header({ alg: 'RS512' })),
  },
];

export const forgedSignatures: readonly ForgedToken[] = [
  ...['none', 'None', 'NONE', 'nOnE'].flatMap((alg) => [unsecured(alg), unsecuredWithSignature(alg)]),
  unsecuredWithSignature(''),
  ...signatures,
];
