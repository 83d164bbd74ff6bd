import { describe, expect, it } from 'vitest';
import { certificateEnds } from '../../../../src/domain/shared/certificate.ts';
import { endedCertificate, lastingCertificate } from './certificates.ts';

const wrap = (text: string): string => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;

describe('certificateEnds', () => {
  it('reads the end of every certificate of a bundle, in both forms of time', () => {
    expect(certificateEnds(`# proxy\n${endedCertificate}${lastingCertificate}`)).toEqual([
      '2021-01-01T00:00:00Z',
      '2099-01-01T00:00:00Z',
    ]);
    expect(certificateEnds('')).toEqual([]);
  });

  it('counts a UTCTime from 1950 on', () => {
    // A certificate of version 1 with nothing in it but its validity: 990101000000Z.
    const der = [
      0x30,
      0x2c,
      0x30,
      0x2a,
      0x02,
      0x01,
      0x01,
      0x30,
      0x00,
      0x30,
      0x00,
      0x30,
      0x1e,
      0x17,
      0x0d,
      ...[...'500101000000Z'].map((c) => c.charCodeAt(0)),
      0x17,
      0x0d,
      ...[...'990101000000Z'].map((c) => c.charCodeAt(0)),
    ];
    der[1] = der.length - 2;
    der[3] = der.length - 4;
    expect(certificateEnds(wrap(btoa(String.fromCharCode(...der))))).toEqual(['1999-01-01T00:00:00Z']);
  });

  it.each([
    ['MIIB'],
    ['A'],
    ['====='],
    [btoa('\x30\x80')],
    [btoa('\x30\x85\x01\x01\x01\x01\x01')],
    [btoa('\x30\x02\x02\x00')],
    [btoa('\x30\x04\x30\x02\x02\x05')],
    [btoa('\x30\x0a\x30\x08\x02\x00\x30\x00\x30\x00\x30\x00')],
    [btoa('\x30\x0e\x30\x0c\x02\x00\x30\x00\x30\x00\x30\x04\x17\x00\x17\x00')],
  ])('reads nothing of %s', (text) => {
    expect(certificateEnds(wrap(text))).toEqual([undefined]);
  });
});
