import type { MotoPlace } from '../../moto-client.ts';
import { Refusal } from '../../protocol/aws-answer.ts';
import type { AwsCall } from '../../protocol/aws-call.ts';
import { findAll } from '../../protocol/xml.ts';

interface Claims {
  readonly iss?: string;
  readonly sub?: string;
  readonly aud?: string | readonly string[];
  readonly exp?: number;
}

const invalid = (message: string): Refusal => new Refusal('InvalidIdentityToken', message);

/**
 * Whose a web identity is: the ARN of its provider in the account, and what conditions can ask. Signatures are not checked: AWS would
 * fetch the issuer's keys.
 */
export const readClaims = async (
  { parameters }: AwsCall,
  moto: MotoPlace,
  wallClock: number,
): Promise<{ readonly provider: string; readonly context: Readonly<Record<string, string | undefined>> }> => {
  const [, payload = ''] = (parameters.get('WebIdentityToken') ?? '').split('.');
  let claims: Claims;
  try {
    claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims;
  } catch {
    throw invalid('The ID Token provided is not a valid JWT');
  }
  if ((claims.exp ?? 0) * 1000 < wallClock)
    throw new Refusal(
      'ExpiredTokenException',
      'Token expired: current date/time must be before the expiration date/time',
    );
  const issuer = (claims.iss ?? '').replace(/^https:\/\//, '');
  const provider = `arn:aws:iam::${moto.account}:oidc-provider/${issuer}`;
  const all = await moto.query('iam', 'ListOpenIDConnectProviders');
  const arns = findAll(all, 'ListOpenIDConnectProvidersResult', 'OpenIDConnectProviderList', 'member', 'Arn');
  if (!arns.some(({ text }) => text === provider))
    throw invalid(`No OpenIDConnect provider found in your account for https://${issuer}`);
  const found = await moto.query('iam', 'GetOpenIDConnectProvider', { OpenIDConnectProviderArn: provider });
  const clients = findAll(found, 'GetOpenIDConnectProviderResult', 'ClientIDList', 'member').map(
    ({ text }) => text,
  );
  const audiences = typeof claims.aud === 'string' ? [claims.aud] : (claims.aud ?? []);
  const audience = audiences.find((name) => clients.includes(name));
  if (audience === undefined) throw invalid('Incorrect token audience');
  return {
    provider,
    context: { [`${issuer}:sub`.toLowerCase()]: claims.sub, [`${issuer}:aud`.toLowerCase()]: audience },
  };
};
