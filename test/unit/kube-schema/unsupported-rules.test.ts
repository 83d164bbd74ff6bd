import { describe, expect, it } from 'vitest';
import { compileThing, printed, thing } from './support/test-crd.ts';

describe('rules that cannot be run', () => {
  const resource = compileThing({
    type: 'object',
    'x-kubernetes-validations': [
      { rule: 'self.a.frobnicate()', message: 'unknown method' },
      { rule: 'self.a ==', message: 'wrong syntax' },
      { rule: 'selfish.a == ""', message: 'unknown name' },
      { rule: 'self.a == "x"', message: 'a must be x', messageExpression: 'frobnicate(self)' },
    ],
    properties: {
      a: { type: 'string' },
      list: {
        type: 'array',
        items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'authorizer.allowed()' }] },
      },
    },
  });

  it('let objects pass, while the others still run', () => {
    expect(printed(resource.validate(thing({ a: 'y', list: ['z'] })))).toEqual([
      'spec: Invalid value: a must be x',
    ]);
  });

  it('are named with their place and the reason', () => {
    expect(resource.unsupportedRules()).toEqual([
      {
        path: 'spec',
        rule: 'self.a.frobnicate()',
        error: "undeclared reference to method 'frobnicate' with 0 arguments",
      },
      { path: 'spec', rule: 'self.a ==', error: expect.stringContaining('Unexpected token: EOF') },
      { path: 'spec', rule: 'selfish.a == ""', error: "undeclared reference to 'selfish.a'" },
      {
        path: 'spec',
        rule: 'self.a == "x"',
        error: "undeclared reference to function 'frobnicate' with 1 arguments",
      },
      {
        path: 'spec.list[]',
        rule: 'authorizer.allowed()',
        error: "undeclared reference to function 'authorizer.allowed' with 0 arguments",
      },
    ]);
  });
});
