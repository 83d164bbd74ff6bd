import { isRequestUri, parseQuery, parseUrl, splitHostPort, UrlError } from '../../net/url.ts';
import { listOfTexts, PlainMap } from '../collections.ts';
import { CelUrl } from '../library-values.ts';
import { CelError, type CelValue } from '../values.ts';
import { type CelFunction, defineGlobal, defineMember } from './define.ts';

const parse = (text: string): CelUrl => {
  try {
    return new CelUrl(parseUrl(text));
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    throw new CelError(`URL parse error during conversion from string: ${error.message}`);
  }
};

const queryOf = ({ url }: CelUrl): CelValue => {
  const entries = Array.from(
    parseQuery(url.rawQuery),
    ([key, values]) => [key, listOfTexts(values)] as const,
  );
  return new PlainMap(entries);
};

/** Kubernetes' URL library. */
export const urlFunctions: readonly CelFunction[] = [
  defineGlobal('url', ['string'], parse),
  defineGlobal('isURL', ['string'], isRequestUri),
  defineMember('getScheme', ['kubernetes.URL'], ({ url }) => url.scheme),
  defineMember('getHost', ['kubernetes.URL'], ({ url }) => url.host),
  defineMember('getHostname', ['kubernetes.URL'], ({ url }) => splitHostPort(url).hostname),
  defineMember('getPort', ['kubernetes.URL'], ({ url }) => splitHostPort(url).port),
  defineMember('getEscapedPath', ['kubernetes.URL'], ({ url }) => url.escapedPath),
  defineMember('getQuery', ['kubernetes.URL'], queryOf),
];
