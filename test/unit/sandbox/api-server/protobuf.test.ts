import { describe, expect, it } from 'vitest';
import {
  decodeProtobuf,
  UnknownProtobufKind,
} from '../../../../src/sandbox/api-server/protobuf/decode-protobuf.ts';

type Field = readonly [number, bigint | string | Buffer];

const varint = (value: bigint): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
};

const message = (...fields: readonly Field[]): Buffer =>
  Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'bigint') return [varint(BigInt(number << 3)), varint(value)];
      const content = Buffer.from(value as string);
      return [varint(BigInt((number << 3) | 2)), varint(BigInt(content.length)), content];
    }),
  );

const body = (apiVersion: string, kind: string, raw: Buffer): Buffer =>
  Buffer.concat([Buffer.from('k8s\0'), message([1, message([1, apiVersion], [2, kind])], [2, raw])]);

const entry = (key: string, value: string) => message([1, key], [2, value]);

describe('protobuf bodies', () => {
  it('are read for the kinds that kubectl creates with them', () => {
    const meta = message(
      [1, 'a'],
      [3, 'ns'],
      [4, ''],
      [11, entry('app', 'x')],
      [11, entry('b', '')],
      [14, 'f/x'],
    );
    const secret = message([1, meta], [2, entry('k', 'value')], [3, 'Opaque'], [5, 1n]);
    expect(decodeProtobuf(body('v1', 'Secret', secret))).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'a', namespace: 'ns', labels: { app: 'x', b: '' }, finalizers: ['f/x'] },
      data: { k: 'dmFsdWU=' },
      type: 'Opaque',
      immutable: true,
    });
  });

  it('carry negative numbers, times and repeated messages', () => {
    const meta = message([1, 'r'], [8, message([1, 1767225600n], [2, 0n])]);
    const rule = message([1, 'get'], [1, 'list'], [2, ''], [3, 'secrets']);
    expect(
      decodeProtobuf(body('rbac.authorization.k8s.io/v1', 'Role', message([1, meta], [2, rule]))),
    ).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'r', creationTimestamp: '2026-01-01T00:00:00Z' },
      rules: [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['secrets'] }],
    });
    const options = message([1, 2n ** 64n - 1n], [2, message([1, 'uid'])], [5, 'All']);
    expect(decodeProtobuf(body('v1', 'DeleteOptions', options))).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: -1,
      preconditions: { uid: 'uid' },
      dryRun: ['All'],
    });
  });

  it('skip fields that are not known', () => {
    const fixed = Buffer.concat([
      varint(BigInt((90 << 3) | 1)),
      Buffer.alloc(8),
      varint(BigInt((91 << 3) | 5)),
      Buffer.alloc(4),
    ]);
    const raw = Buffer.concat([message([1, message([1, 'n'])], [99, 7n]), fixed]);
    expect(decodeProtobuf(body('v1', 'Namespace', raw))).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'n' },
    });
  });

  it('are refused when cut short, of another format, or of another kind', () => {
    const whole = body('v1', 'Namespace', message([1, message([1, 'n'])]));
    expect(() => decodeProtobuf(whole.subarray(0, whole.length - 1))).toThrow(RangeError);
    expect(() => decodeProtobuf(Buffer.from('{}'))).toThrow('not a Kubernetes protobuf body');
    expect(() => decodeProtobuf(body('v1', 'Pod', Buffer.alloc(0)))).toThrow(UnknownProtobufKind);
  });
});
