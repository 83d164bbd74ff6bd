import { BerthError } from '../domain/shared/error.ts';
import type { BerthApp } from './http-app.ts';

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}$`);

/** Tells an address that does not exist (404) from a method that it does not have (405 with Allow). */
export const registerUnknownRoute = (app: BerthApp): void => {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) known.methods.add(one);
    paths.set(url, known);
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const known = [...paths.values()].find(({ pattern }) => pattern.test(path));
    if (known === undefined) throw new BerthError('not-found', 'There is nothing at this address.');
    const allowed = [...known.methods].sort();
    reply.header('Allow', allowed.join(', '));
    throw new BerthError('method-not-allowed', `This address takes ${allowed.join(', ')}.`);
  });
};
