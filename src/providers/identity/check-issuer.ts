import type { OutgoingHttp } from '../outgoing-http/contract.ts';

export interface IssuerProblem {
  readonly code: string;
  readonly detail: string;
}

/**
 * What is wrong with the name of an issuer, by its text alone, for admission. OpenID Connect Discovery 1.0 section 3: a URL without query
 * and fragment. It is kept as it was given, since `iss` is compared character by character.
 */
export const checkIssuer = (
  issuer: string,
  { checkUrl }: Pick<OutgoingHttp, 'checkUrl'>,
): IssuerProblem | undefined => {
  const problem = checkUrl(issuer);
  if (problem !== undefined) return { code: problem.rule, detail: problem.detail };
  if (issuer.includes('?')) return { code: 'query', detail: 'An issuer has no query (?).' };
  if (issuer.length > 255) return { code: 'tooLong', detail: 'An issuer has at most 255 characters.' };
  return issuer.includes('/.well-known/')
    ? {
        code: 'wellKnown',
        detail:
          'Give the issuer itself, without /.well-known/openid-configuration: tokens name it so in iss.',
      }
    : undefined;
};
