import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSafeText, isSafeText } from '../../../../src/domain/shared/safe-text.ts';

describe('isSafeText', () => {
  it.each(['', 'payments', 'straße', '東京', '👩 x', 'a b'])('takes %j', (text) => {
    expect(isSafeText(text)).toBe(true);
  });

  it.each([
    ['NUL', 'a\u0000'],
    ['a line break', 'a\nb'],
    ['a carriage return', 'a\rb'],
    ['an escape', '\u001b[31m'],
    ['DEL', '\u007f'],
    ['C1', '\u009b'],
    ['zero-width space', 'a\u200bb'],
    ['zero-width joiner', 'a\u200db'],
    ['soft hyphen', 'a\u00adb'],
    ['right-to-left override', 'a\u202eb'],
    ['isolate', 'a\u2066b'],
    ['Arabic letter mark', 'a\u061cb'],
    ['byte order mark', '\ufeffa'],
    ['line separator', 'a\u2028b'],
    ['Hangul filler', 'a\u3164b'],
    ['tag character', 'a\u{e0041}b'],
    ['non-character', 'a\uffffb'],
    ['lone surrogate', 'a\ud800b'],
    ['lone low surrogate', '\udc00'],
  ])('refuses %s', (_, text) => {
    expect(isSafeText(text)).toBe(false);
  });

  it('refuses every text that is not well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0xd800, max: 0xdfff }), (text, unit) => {
        const broken = `${text} ${String.fromCharCode(unit)} `;
        expect(broken.isWellFormed() || isSafeText(broken)).toBe(false);
      }),
    );
  });
});

describe('checkSafeText', () => {
  it('finds every bad text and key with its pointer', () => {
    expect(
      checkSafeText({ a: ['x', 'y\u200b'], 'k\u202e': { b: 'z\u0000' }, n: 1, t: true, z: null }, 'spec'),
    ).toEqual([
      {
        pointer: '/spec/a/1',
        code: 'unsafe-text',
        detail: 'The text holds a character that is not visible or changes the direction of text.',
      },
      {
        pointer: '/spec/k\u202e',
        code: 'unsafe-text',
        detail: 'The key holds a character that is not visible or changes the direction of text.',
      },
      {
        pointer: '/spec/k\u202e/b',
        code: 'unsafe-text',
        detail: 'The text holds a character that is not visible or changes the direction of text.',
      },
    ]);
  });

  it('finds keys that reach prototypes, at any depth', () => {
    const body = JSON.parse('{"spec":{"__proto__":{"a":1},"x":[{"constructor":1}],"prototype":null}}');
    expect(checkSafeText(body).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'forbidden-key /spec/__proto__',
      'forbidden-key /spec/x/0/constructor',
      'forbidden-key /spec/prototype',
    ]);
  });

  it('lets a trust bundle have lines and a key end in one', () => {
    expect(
      checkSafeText({ additionalTrustBundle: 'a\r\n\tb\n', sshPublicKey: 'ssh-ed25519 AAAA\n' }),
    ).toEqual([]);
    expect(checkSafeText({ proxy: { trustBundle: 'a\nb' }, openstack: { caCertificates: 'a\nb' } })).toEqual(
      [],
    );
    expect(checkSafeText({ additionalTrustBundle: 'a\u0000', sshPublicKey: 'a\nb' })).toHaveLength(2);
  });
});
