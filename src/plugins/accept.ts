import type { onRequestHookHandler } from 'fastify';
import { BerthError } from '../domain/shared/error.ts';
import type { BerthApp } from './http-app.ts';
import { addCheck } from './route-hooks.ts';

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

const parseRange = (text: string): MediaRange => {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: Number.isFinite(quality) ? quality : 0 };
};

const specificity = (range: string): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2);

const covers = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));

/** The quality that the most specific matching range gives a type (RFC 9110 §12.5.1). */
const qualityOf = (type: string, ranges: readonly MediaRange[]): number =>
  ranges
    .filter((range) => covers(range.type, type))
    .sort((a, b) => specificity(b.type) - specificity(a.type))[0]?.quality ?? 0;

/** The media type to answer with: the best of those offered, the first of equals; undefined when none fits. */
export const chooseType = (accept: string | undefined, offered: readonly string[]): string | undefined => {
  if (accept === undefined || accept.trim() === '' || accept === '*/*') return offered[0];
  const ranges = accept.split(',').map(parseRange);
  let best: string | undefined;
  let bestQuality = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
};

const createCheck =
  (offered: readonly string[]): onRequestHookHandler =>
  (request, _reply, done) => {
    const { accept } = request.headers;
    if (accept === undefined || accept === offered[0] || chooseType(accept, offered) !== undefined) done();
    else done(new BerthError('not-acceptable', `This address answers with ${offered.join(' or ')}.`));
  };

/** Answers 406 before any work when nothing that a route can answer with is wanted. */
export const registerAccept = (app: BerthApp): void => {
  app.addHook('onRoute', (route) => {
    addCheck(route, createCheck(route.config?.produces ?? ['application/json']));
  });
};
