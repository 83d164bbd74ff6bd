import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAllowance } from '../../../../src/providers/outgoing-http/allowance.ts';
import { blockReasons } from '../../../../src/providers/outgoing-http/block-reasons.ts';
import { checkOutgoingUrl } from '../../../../src/providers/outgoing-http/check-outgoing-url.ts';
import { readText, section, tableRows } from '../../repository/tree.ts';
import { acceptedUrls, refusedUrls } from './urls.ts';

describe('checkOutgoingUrl', () => {
  it('has a table of some length', () => {
    expect(refusedUrls.length).toBeGreaterThanOrEqual(100);
    expect(new Set(refusedUrls.map(([url]) => url)).size).toBe(refusedUrls.length);
  });

  it.each(refusedUrls)('refuses %j: %s', (url, rule) => {
    expect(checkOutgoingUrl(url)).toEqual({ rule, detail: blockReasons[rule] });
  });

  it.each(acceptedUrls)('accepts %s', (url) => {
    expect(checkOutgoingUrl(url)).toBeUndefined();
  });

  it('accepts no number of 32 bits as a host', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), fc.constantFrom(8, 10, 16), (value, radix) => {
        const prefix = { 8: '0', 10: '', 16: '0x' }[radix];
        return checkOutgoingUrl(`https://${prefix}${value.toString(radix)}/`) !== undefined;
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        checkOutgoingUrl(text);
        checkOutgoingUrl(`https://${text}`);
      }),
    );
  });
});

describe('what the operator opened', () => {
  const rules = (entries: readonly string[], allowHttp = false) => ({
    allowance: parseAllowance(entries),
    allowHttp,
  });
  const ruleOf = (url: string, entries: readonly string[], allowHttp = false) =>
    checkOutgoingUrl(url, rules(entries, allowHttp))?.rule;

  it('is a name', () => {
    expect(ruleOf('https://keycloak/', ['keycloak'])).toBeUndefined();
    expect(ruleOf('https://keycloak:8443/', ['keycloak'])).toBeUndefined();
    expect(ruleOf('https://keycloak:9000/', ['keycloak'])).toBe('internalName');
    expect(ruleOf('https://keycloak2/', ['keycloak'])).toBe('internalName');
    expect(ruleOf('https://a.keycloak/', ['keycloak'])).toBeUndefined();
  });

  it('is a name with a port, or with all', () => {
    expect(ruleOf('https://idp.corp.internal:9000/', ['idp.corp.internal:9000'])).toBeUndefined();
    expect(ruleOf('https://idp.corp.internal/', ['idp.corp.internal:9000'])).toBe('internalName');
    expect(ruleOf('https://idp.example.com:9000/', ['IDP.example.com:9000'])).toBeUndefined();
    expect(ruleOf('https://idp.corp.internal:1/', ['idp.corp.internal:*'])).toBeUndefined();
  });

  it('is a range', () => {
    expect(ruleOf('https://10.1.2.3/', ['10.1.0.0/16'])).toBeUndefined();
    expect(ruleOf('https://[::ffff:10.1.2.3]/', ['10.1.0.0/16'])).toBeUndefined();
    expect(ruleOf('https://10.2.0.1/', ['10.1.0.0/16'])).toBe('address');
    expect(ruleOf('https://10.1.2.3:9000/', ['10.1.0.0/16'])).toBe('port');
    expect(ruleOf('https://10.1.2.3:9000/', ['10.1.0.0/16:9000'])).toBeUndefined();
    expect(ruleOf('https://[fd00:1::5]/', ['fd00:1::/64'])).toBeUndefined();
    expect(ruleOf('https://[fd00:1::5]:9000/', ['[fd00:1::/64]:9000'])).toBeUndefined();
    expect(ruleOf('https://[fd00:2::5]/', ['fd00:1::/64'])).toBe('address');
    expect(ruleOf('https://169.254.169.254/', ['169.254.169.254/32'])).toBeUndefined();
  });

  it('may be spoken to without TLS when that is allowed, too', () => {
    expect(ruleOf('http://127.0.0.1:3000/', ['127.0.0.1/32:*'], true)).toBeUndefined();
    expect(ruleOf('http://127.0.0.1:3000/', ['127.0.0.1/32:*'])).toBe('scheme');
    expect(ruleOf('http://idp.example.com/', ['127.0.0.1/32:*'], true)).toBe('scheme');
    expect(ruleOf('http://keycloak/', ['keycloak:80'], true)).toBeUndefined();
  });

  it.each([
    '',
    '10.0.0.1',
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    'fd00::1',
    'host_name',
    '*.example.com',
    'https://idp',
    'idp:0',
    'idp:65536',
    'idp:x',
    '[idp]:1',
    '10.0.0.0/8:',
    '2130706433/8',
  ])('cannot be %j', (entry) => {
    expect(() => parseAllowance([entry])).toThrow('cannot be opened for outgoing HTTP');
  });
});

it('has its rules in the README, word by word', () => {
  const rows = tableRows(section(readText('src/providers/outgoing-http/README.md'), '## Rules'));
  expect(rows).toEqual(Object.entries(blockReasons).map(([rule, text]) => [`\`${rule}\``, text]));
});
