import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetCollection, targetObject } from '../../../src/providers/management-cluster/paths.ts';

const hostedCluster = (namespace: string | undefined, name: string) => ({
  apiVersion: 'hypershift.openshift.io/v1beta1',
  kind: 'HostedCluster',
  name,
  ...(namespace !== undefined && { namespace }),
});

describe('paths', () => {
  it('are made from names that are checked', () => {
    expect(targetObject(hostedCluster('hc-one', 'example')).path).toBe(
      '/apis/hypershift.openshift.io/v1beta1/namespaces/hc-one/hostedclusters/example',
    );
    expect(targetObject({ apiVersion: 'v1', kind: 'Namespace', name: 'hc-one' }).path).toBe(
      '/api/v1/namespaces/hc-one',
    );
    expect(targetCollection({ apiVersion: 'v1', kind: 'Secret' }, undefined).path).toBe('/api/v1/secrets');
  });

  it('keep dots where the kind has names with dots', () => {
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: 'hostedclusters.hypershift.openshift.io',
    };
    expect(targetObject(crd).path).toBe(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/hostedclusters.hypershift.openshift.io',
    );
  });

  it.each([
    ['an empty name', hostedCluster('hc-one', '')],
    ['a dot', hostedCluster('hc-one', '.')],
    ['two dots', hostedCluster('hc-one', '..')],
    ['a dot inside a label', hostedCluster('hc-one', 'a.b')],
    ['a slash', hostedCluster('hc-one', 'a/b')],
    ['an escape', hostedCluster('hc-one', '%2e')],
    ['a query', hostedCluster('hc-one', 'a?x=y')],
    ['upper case', hostedCluster('hc-one', 'Example')],
    ['a line end', hostedCluster('hc-one', 'example\n')],
    ['64 characters', hostedCluster('hc-one', 'a'.repeat(64))],
    ['no namespace', hostedCluster(undefined, 'example')],
    ['a namespace of two dots', hostedCluster('..', 'example')],
    ['an empty namespace', hostedCluster('', 'example')],
    ['a namespace where none belongs', { apiVersion: 'v1', kind: 'Namespace', namespace: 'a', name: 'b' }],
    ['an unknown kind', { apiVersion: 'v1', kind: 'Pod', namespace: 'hc-one', name: 'some' }],
    ['a kind of another version', { apiVersion: 'v2', kind: 'Secret', namespace: 'hc-one', name: 'some' }],
    ['a kind from the prototype', { apiVersion: 'v1', kind: 'constructor', name: 'some' }],
    ['a name that is no text', hostedCluster('hc-one', undefined as unknown as string)],
    ['dots only', { apiVersion: 'v1', kind: 'Secret', namespace: 'hc-one', name: '...' }],
    ['a dot at the end', { apiVersion: 'v1', kind: 'Secret', namespace: 'hc-one', name: 'a.' }],
    [
      '254 characters',
      { apiVersion: 'v1', kind: 'Secret', namespace: 'hc-one', name: `${'a.'.repeat(126)}bc` },
    ],
  ])('refuse %s', (_what, ref) => {
    expect(() => targetObject(ref)).toThrow(expect.objectContaining({ kind: 'bad-name', retryable: false }));
  });

  it('never leave their place, whatever the names are', () => {
    const anyName = fc.oneof(
      fc.string(),
      fc.constantFrom('', '.', '..', 'a', 'a.b', './a', 'a/../b', '%2e%2e', 'ａ', 'a\u0000'),
      fc.stringMatching(/^[-.a-z0-9]{0,8}$/),
    );
    fc.assert(
      fc.property(anyName, anyName, (namespace, name) => {
        let path: string;
        try {
          path = targetObject({ apiVersion: 'v1', kind: 'Secret', namespace, name }).path;
        } catch {
          return;
        }
        const url = new URL(path, 'https://hub.example.com');
        expect(url.pathname).toBe(`/api/v1/namespaces/${namespace}/secrets/${name}`);
        expect(url.pathname.split('/')).toHaveLength(7);
        expect(name).toMatch(/^[a-z0-9]/);
      }),
    );
  });
});
