import { describe, expect, it } from 'vitest';
import {
  type ClusterIssuer,
  type IssuerKey,
  isPublished,
  isRetirementDue,
  issuerDocuments,
  jwksOf,
} from '../../../../src/domain/issuer/issuer.ts';

const key = (kid: string): IssuerKey => ({ kty: 'RSA', alg: 'RS256', use: 'sig', kid, n: 'n', e: 'AQAB' });

const issuer: ClusterIssuer = {
  issuerUrl: 'https://oidc.example.org/b4xk2m7q5w3rt',
  keys: [key('new'), key('old')],
  published: ['new', 'old'],
  retireAt: '2026-11-30T12:00:00.000Z',
};

describe('the documents of an issuer', () => {
  it('are the keys first, then what names them', () => {
    expect(issuerDocuments(issuer.issuerUrl, issuer.keys)).toEqual([
      { path: 'openid/v1/jwks', body: { keys: [key('new'), key('old')] } },
      {
        path: '.well-known/openid-configuration',
        body: {
          issuer: 'https://oidc.example.org/b4xk2m7q5w3rt',
          jwks_uri: 'https://oidc.example.org/b4xk2m7q5w3rt/openid/v1/jwks',
          response_types_supported: ['id_token'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        },
      },
    ]);
  });

  it('have one text, in whatever order the members of a key were stored', () => {
    const stored: IssuerKey = { e: 'AQAB', n: 'n', alg: 'RS256', kid: 'new', kty: 'RSA', use: 'sig' };

    expect(JSON.stringify(jwksOf([stored]))).toBe(
      '{"keys":[{"kty":"RSA","alg":"RS256","use":"sig","kid":"new","n":"n","e":"AQAB"}]}',
    );
  });

  it('are published when they hold the keys of now, in their order', () => {
    expect(isPublished(issuer)).toBe(true);
    expect(isPublished({ ...issuer, published: ['old', 'new'] })).toBe(false);
    expect(isPublished({ ...issuer, published: ['new'] })).toBe(false);
    expect(isPublished({ keys: [], published: [] })).toBe(true);
  });
});

it('keys before may go when their time is over', () => {
  const { retireAt: _none, ...fresh } = issuer;

  expect(isRetirementDue(issuer, '2026-11-30T11:59:59.999Z')).toBe(false);
  expect(isRetirementDue(issuer, '2026-11-30T12:00:00.000Z')).toBe(true);
  expect(isRetirementDue(fresh, '2027-11-30T12:00:00.000Z')).toBe(false);
  expect(isRetirementDue(undefined, '2027-11-30T12:00:00.000Z')).toBe(false);
});
