import { describe, expect, it } from 'vitest';
import { findFormat } from '../../../src/kube-schema/formats/formats.ts';

describe('formats', () => {
  it.each([
    ['bsonobjectid', ['507f1f77bcf86cd799439011'], ['x']],
    ['uri', ['http://a', '/a', '*', 'http:x'], ['a', 'http://a b', 'http://a/%zz', 'http://a:b', '']],
    ['email', ['a@b', 'A <a@b.c>', '"a b"@c.d', 'a@[1.2.3.4]'], ['x', 'a@', '@b', 'a b@c', 'a..b@c']],
    [
      'hostname',
      ['a', 'a.bc', '1', 'é.com', `${'a'.repeat(63)}.com`],
      ['-a', 'a_b', 'a..b', 'a.b.', '', 'a'.repeat(64)],
    ],
    ['ipv4', ['1.2.3.4', '01.02.03.004', '::ffff:1.2.3.4'], ['1.2.3', '256.0.0.1', '::1']],
    ['ipv6', ['::1', '::ffff:1.2.3.4'], ['1.2.3.4', 'fe80::1%eth0', '1::2::3', '::ffff:01.2.3.4']],
    ['cidr', ['1.2.3.4/8', '01.2.3.4/8', '::/0'], ['1.2.3.4', '1.2.3.4/33', '::/129', 'x/8']],
    ['mac', ['01:23:45:67:89:ab', '0123.4567.89ab', '0123456789ab'], ['01:23-45:67:89:ab', '01:23:45', '']],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'], ['x']],
    ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-42d3-c456-426614174000']],
    ['isbn', ['0321751043', '978-0321751041'], ['978-0321751042', '0321751044']],
    ['isbn10', ['080442957X'], ['0804429571', '9780321751041']],
    ['creditcard', ['4111 1111 1111 1111', '378282246310005'], ['4111111111111112', 'x']],
    ['ssn', ['123-45-6789', '123 45 6789'], ['123456789', '12-345-6789']],
    ['hexcolor', ['#fff', 'FFFFFF'], ['#ffff']],
    ['rgbcolor', ['rgb(1,2,3)', 'rgb( 255 , 0 , 9 )'], ['rgb(256,0,0)', 'rgb(01,2,3)']],
    ['byte', ['YQ==', 'YWJj'], ['YQ', 'a-b_', '']],
    ['password', ['', 'x'], []],
    ['date', ['2020-02-29'], ['2021-02-29', '2021-1-01', '2021-13-01']],
    ['duration', ['1h30m', '-1.5s', '0', '3 days', '2 hours', '1µs'], ['', 'x', '1hh1', '.s']],
    [
      'date-time',
      ['2020-01-01T00:00:00Z', '2020-01-01t23:59:59.5+25:00'],
      ['2020-01-01', '2020-01-01T24:00:00Z'],
    ],
    ['k8s-short-name', ['a-b'], ['A', '-a', 'a.b', 'a'.repeat(64)]],
    ['k8s-long-name', ['a.b-c'], ['a..b', 'A', 'a'.repeat(254)]],
  ])('%s', (format, right, wrong) => {
    const check = findFormat(format);
    expect(right.filter((text) => !check?.(text))).toEqual([]);
    expect(wrong.filter((text) => check?.(text))).toEqual([]);
  });

  it('that Kubernetes does not check are not checked', () => {
    expect(['int32', 'int64', 'double', 'made-up'].map(findFormat)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
