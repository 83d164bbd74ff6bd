import { describe, expect, it } from 'vitest';
import {
  dnsLabelProblem,
  dnsSubdomainProblem,
  labelKeyProblem,
  labelValueProblem,
  pathSegmentProblem,
} from '../../../../src/sandbox/api-server/admission/label-rules.ts';
import {
  metadataProblems,
  newFinalizerProblems,
} from '../../../../src/sandbox/api-server/admission/metadata-rules.ts';
import type { ApiObject, ObjectMeta } from '../../../../src/sandbox/api-server/objects/api-object.ts';
import { configMaps } from '../../../../src/sandbox/api-server/resources/config-maps.ts';
import { secrets } from '../../../../src/sandbox/api-server/resources/secrets.ts';

describe('names', () => {
  it.each(['a', 'a-b', 'a1', 'x'.repeat(63)])('takes the label %s', (name) => {
    expect(dnsLabelProblem(name)).toBeUndefined();
  });

  it.each(['', 'A', '-a', 'a-', 'a.b', 'a_b', 'ä', 'a\n', 'x'.repeat(64)])('refuses the label %j', (name) => {
    expect(dnsLabelProblem(name)).toBeTypeOf('string');
  });

  it.each(['a', 'a.b-c.d', 'x'.repeat(253)])('takes the subdomain %s', (name) => {
    expect(dnsSubdomainProblem(name)).toBeUndefined();
  });

  it.each(['', 'a..b', '.a', 'a.', 'A.b', 'a/b', 'x'.repeat(254)])('refuses the subdomain %j', (name) => {
    expect(dnsSubdomainProblem(name)).toBeTypeOf('string');
  });

  it('lets RBAC names be anything that fits into a path', () => {
    expect(pathSegmentProblem('system:node')).toBeUndefined();
    expect(pathSegmentProblem('a/b')).toBe("may not contain '/'");
    expect(pathSegmentProblem('..')).toBe("may not be '..'");
  });

  it.each(['app', 'a.b/c', 'A_b.c-d', 'x'.repeat(63)])('takes the label key %s', (key) => {
    expect(labelKeyProblem(key)).toBeUndefined();
  });

  it.each(['', '/a', 'a/', 'a/b/c', 'A_/b', '-a', 'a b', 'x'.repeat(64)])(
    'refuses the label key %j',
    (key) => {
      expect(labelKeyProblem(key)).toBeTypeOf('string');
    },
  );

  it('takes an empty label value and refuses a long or spaced one', () => {
    expect(labelValueProblem('')).toBeUndefined();
    expect(labelValueProblem('a b')).toBeTypeOf('string');
    expect(labelValueProblem('x'.repeat(64))).toBe('must be no more than 63 bytes');
  });
});

const object = (metadata: Partial<ObjectMeta>): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
});

const pathsOf = (metadata: Partial<ObjectMeta>) =>
  metadataProblems(object(metadata), dnsSubdomainProblem).map(({ path, message }) => `${path}: ${message}`);

describe('metadata', () => {
  it('is fine without anything but a name', () => {
    expect(pathsOf({})).toEqual([]);
  });

  it('needs a name', () => {
    expect(pathsOf({ name: '' })).toEqual([
      'metadata.name: Required value: name or generateName is required',
    ]);
  });

  it('lets a generated name end in a dash before its suffix', () => {
    expect(pathsOf({ generateName: 'a-' })).toEqual([]);
    expect(pathsOf({ generateName: 'A-' })[0]).toMatch(/^metadata\.generateName: Invalid value: "A-"/);
  });

  it('limits annotations to 256 KiB together', () => {
    expect(pathsOf({ annotations: { a: 'x'.repeat(262143) } })).toEqual([]);
    expect(pathsOf({ annotations: { a: 'x'.repeat(262144) } })).toEqual([
      'metadata.annotations: Too long: may not be more than 262144 bytes',
    ]);
  });

  it('allows one controller only, and no Event as owner', () => {
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: '1', controller: true };
    expect(pathsOf({ ownerReferences: [owner] })).toEqual([]);
    expect(pathsOf({ ownerReferences: [owner, { ...owner, name: 'p', uid: '2' }] })[0]).toMatch(
      /Only one reference can have Controller set to true\. Found "true" in references for ConfigMap\/o and ConfigMap\/p$/,
    );
    expect(pathsOf({ ownerReferences: [{ ...owner, kind: 'Event' }] })[0]).toMatch(
      /disallowed from being an owner$/,
    );
  });

  it('takes no new finalizer on an object that is being deleted', () => {
    const going = object({ deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a/b'] });
    const more = object({ ...going.metadata, finalizers: ['a/b', 'c/d'] });
    expect(newFinalizerProblems(more, going)).toEqual([
      {
        path: 'metadata.finalizers',
        reason: 'FieldValueForbidden',
        message:
          'Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"c/d"}',
      },
    ]);
    expect(newFinalizerProblems(more, object({}))).toEqual([]);
  });
});

describe('secrets and config maps', () => {
  const secret = (extra: object): ApiObject => ({ ...object({}), kind: 'Secret', type: 'Opaque', ...extra });
  const problems = (extra: object, previous?: ApiObject) =>
    secrets.strategy.validate(secret(extra), previous).map(({ path, message }) => `${path}: ${message}`);

  it('move stringData, encoded, into data', () => {
    const given = secret({ type: '', stringData: { a: 'b' }, data: { a: 'eA==', c: 'eA==' } });
    expect(secrets.strategy.applyDefaults(given)).toMatchObject({
      type: 'Opaque',
      data: { a: 'Yg==', c: 'eA==' },
    });
    expect(secrets.strategy.applyDefaults(given)['stringData']).toBeUndefined();
  });

  it('refuse data that is not base64', () => {
    expect(() => secrets.strategy.applyDefaults(secret({ data: { a: 'x!' } }))).toThrow(
      'illegal base64 data at input byte 1',
    );
  });

  it('need the keys of their type', () => {
    expect(problems({ type: 'kubernetes.io/tls', data: { 'tls.crt': '' } })).toEqual([
      'data[tls.key]: Required value',
    ]);
  });

  it('keep their type, and everything once immutable', () => {
    expect(problems({ type: 'x' }, secret({}))).toEqual(['type: Invalid value: "x": field is immutable']);
    expect(problems({ immutable: true, data: { a: 'eA==' } }, secret({ immutable: true }))).toEqual([
      'data: Forbidden: field is immutable when `immutable` is set',
    ]);
  });

  it('refuse keys that are no file names, and more than 1 MiB', () => {
    const texts = configMaps.strategy
      .validate({ ...object({}), data: { '..': 'x', 'a/b': 'x', big: 'x'.repeat(1024 * 1024) } }, undefined)
      .map(({ path }) => path);
    expect(texts).toEqual(['data[..]', 'data[a/b]', '']);
  });

  it('drop unknown fields and nulls, and refuse members of a wrong type', () => {
    const given = { ...object({}), data: { a: 'b', c: null }, foo: 1 };
    expect(configMaps.strategy.decode(given)).toEqual({
      object: { ...object({}), data: { a: 'b' } },
      unknown: ['foo'],
    });
    expect(() => configMaps.strategy.decode({ ...object({}), data: { a: 1 } })).toThrow(
      'json: cannot unmarshal number into Go struct field data.a of type string',
    );
  });
});
