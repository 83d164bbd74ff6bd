import { createHmac, timingSafeEqual } from 'node:crypto';
import { BerthError } from '../domain/shared/error.ts';
import type { RequestProblem } from './request-problem.ts';

/** Makes list cursors that only this service can make, and only for the list that they came from. */
export interface CursorSealer {
  /** `scope` names the list: tenant, route and filter. */
  seal(scope: string, position: string): string;
  /** Throws `invalid-cursor` for anything that `seal` did not make for this scope. */
  open(scope: string, cursor: string): string;
}

const macBytes = 16;
const cursorPattern = /^[A-Za-z0-9_-]{23,512}$/;

const cursorProblem: RequestProblem = {
  in: 'query',
  pointer: '/cursor',
  code: 'invalid-cursor',
  detail: 'Was not made for this list, or was changed.',
};

const invalid = (): BerthError =>
  new BerthError('invalid-cursor', 'Use nextCursor of the same list with the same filter, unchanged.', {
    problems: [cursorProblem],
  });

export const createCursorSealer = (secret: Buffer): CursorSealer => {
  const macOf = (scope: string, position: Buffer): Buffer =>
    createHmac('sha256', secret)
      .update(`${Buffer.byteLength(scope)}\n${scope}\n`)
      .update(position)
      .digest()
      .subarray(0, macBytes);

  return {
    seal: (scope, position) => {
      const bytes = Buffer.from(position, 'utf8');
      return Buffer.concat([macOf(scope, bytes), bytes]).toString('base64url');
    },
    open: (scope, cursor) => {
      if (!cursorPattern.test(cursor)) throw invalid();
      const sealed = Buffer.from(cursor, 'base64url');
      const position = sealed.subarray(macBytes);
      // Without this, other spellings of the same bits (base64url has spare ones) would pass.
      if (sealed.toString('base64url') !== cursor) throw invalid();
      if (!timingSafeEqual(sealed.subarray(0, macBytes), macOf(scope, position))) throw invalid();
      return position.toString('utf8');
    },
  };
};
