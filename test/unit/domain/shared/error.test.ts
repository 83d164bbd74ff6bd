import { describe, expect, it } from 'vitest';
import { BerthError, errorCatalogue } from '../../../../src/domain/shared/error.ts';
import { idPattern, idPrefixes, idSuffix, isId } from '../../../../src/domain/shared/id.ts';
import { pointerOf } from '../../../../src/domain/shared/problem.ts';

describe('BerthError', () => {
  it('knows its kind and carries what the caller needs', () => {
    const problem = {
      pointer: '/spec/version',
      code: 'unknown-version',
      detail: 'Version 1 is not offered.',
    };
    const cause = new Error('below');
    const error = new BerthError('admission-refused', 'The cluster cannot be made.', {
      problems: [problem],
      retryAfterSeconds: 3,
      extensions: { clusterId: 'cl_1' },
      cause,
    });
    expect(error).toMatchObject({
      name: 'BerthError',
      message: 'The cluster cannot be made.',
      code: 'admission-refused',
      problems: [problem],
      retryAfterSeconds: 3,
      extensions: { clusterId: 'cl_1' },
      kind: { status: 422, retryable: false, party: 'user' },
    });
    expect(error.cause).toBe(cause);
  });

  it('needs nothing but a code and a sentence', () => {
    const error = new BerthError('unavailable', 'Try again.');
    expect(error).toMatchObject({ problems: [], retryAfterSeconds: undefined, extensions: {} });
    expect(error.kind.status).toBe(503);
  });

  it('has a code and a status of the 4xx or 5xx for everything', () => {
    for (const [code, { status }] of Object.entries(errorCatalogue)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });
});

describe('ids', () => {
  it('name their kind', () => {
    const id = 'cl_01j5zk3v9hf4n8s2r6t7w0xyab';
    expect(isId('cluster', id)).toBe(true);
    expect(isId('nodePool', id)).toBe(false);
    expect(idSuffix(id)).toBe('01j5zk3v9hf4n8s2r6t7w0xyab');
    expect(idPattern('cluster')).toBe('^cl_[0-7][0-9a-hjkmnp-tv-z]{25}$');
  });

  it.each([
    'cl_',
    'cl_81j5zk3v9hf4n8s2r6t7w0xyab',
    'cl_01j5zk3v9hf4n8s2r6t7w0xya',
    'CL_01j5zk3v9hf4n8s2r6t7w0xyab',
    'cl_01j5zk3v9hf4n8s2r6t7w0xyab\n',
  ])('are not %j', (text) => {
    expect(isId('cluster', text)).toBe(false);
  });

  it('have a prefix of their own for each kind', () => {
    expect(new Set(Object.values(idPrefixes)).size).toBe(Object.keys(idPrefixes).length);
  });
});

it('escapes pointers', () => {
  expect(pointerOf('labels', 'a/b~c', 0)).toBe('/labels/a~1b~0c/0');
  expect(pointerOf()).toBe('');
});
