import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/plugins/safe-json.ts';

const problemsOf = (text: string) => {
  const reading = readJson(text);
  return reading.ok ? [] : reading.problems.map(({ pointer, code }) => [pointer, code]);
};

describe('reading JSON', () => {
  it('gives what JSON.parse gives', () => {
    const value = { a: [1, -0.5, 1e3, 'x\n"\\', { b: null }], c: true, 'd/e~f': {} };

    expect(readJson(JSON.stringify(value, null, 2))).toEqual({ ok: true, value });
  });

  it.each([
    ['{"a":1,"a":2}', '/a', 'duplicate-key'],
    ['{"x":[{"a":1},{"b":{"a":1,"c":2,"a":1}}]}', '/x/1/b/a', 'duplicate-key'],
    ['{"\\u0061":1,"a":2}', '/a', 'duplicate-key'],
    ['{"__proto__":{"x":1}}', '/__proto__', 'reserved-key'],
    ['{"a":{"constructor":1}}', '/a/constructor', 'reserved-key'],
    ['{"a":[{"prototype":1}]}', '/a/0/prototype', 'reserved-key'],
    ['{"\\u005f_proto__":1}', '/__proto__', 'reserved-key'],
    ['{"n":9007199254740992}', '/n', 'number-too-large'],
    ['{"n":-9007199254740993}', '/n', 'number-too-large'],
    ['{"n":1e400}', '/n', 'number-too-large'],
    ['{"n":1e16}', '/n', 'number-too-large'],
    ['[0,1,1e-400]', '/2', 'number-too-precise'],
    ['{"n":0.12345678901234567891}', '/n', 'number-too-precise'],
    ['{"n":3.0000000000000000001}', '/n', 'number-too-precise'],
    ['{"s":"\\u0000"}', '/s', 'control-character'],
    ['{"s":"\\u001b[31m"}', '/s', 'control-character'],
    ['{"s":"\\u0085"}', '/s', 'control-character'],
    ['{"s":"\\ud800"}', '/s', 'unpaired-surrogate'],
    ['{"s":"\\udc00\\ud800"}', '/s', 'unpaired-surrogate'],
    ['{"s":"a\u200bb"}', '/s', 'invisible-character'],
    ['{"s":"a\\u202eb"}', '/s', 'invisible-character'],
    ['{"s":"\u2066"}', '/s', 'invisible-character'],
    ['{"s":"\ufeff"}', '/s', 'invisible-character'],
    ['{"s":"\\u2028"}', '/s', 'invisible-character'],
    ['{"s":"\u{e0041}"}', '/s', 'invisible-character'],
    ['{"s":"e\u0301"}', '/s', 'not-normalized'],
    ['{"k\\n":1}', '/k\n', 'control-character'],
    ['{"k\u200d":1}', '/k\u200d', 'invisible-character'],
    ['"\\u0007"', '', 'control-character'],
  ])('refuses %j', (text, pointer, code) => {
    expect(problemsOf(text)).toContainEqual([pointer, code]);
  });

  it.each([
    '9007199254740991',
    '-9007199254740991',
    '0',
    '-0.0',
    '0e5',
    '1.10',
    '123456.7890123456',
    '5e-324',
    '"é ü 漢字 😀"',
    '"line\\nline\\r\\n\\ttab"',
    '"say \\"{\\", \\\\"',
    '{"a":{"a":{"a":[{"a":1},{"a":2}]}}}',
  ])('takes %s', (text) => {
    expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it('reports every problem with its pointer', () => {
    expect(problemsOf('{"a":1e400,"b":{"c/d":"\\u0000","c/d":["x","\\u202e"]}}')).toEqual([
      ['/a', 'number-too-large'],
      ['/b/c~1d', 'control-character'],
      ['/b/c~1d', 'duplicate-key'],
      ['/b/c~1d/1', 'invisible-character'],
    ]);
  });

  it.each([
    ['\ufeff{}', 'byte-order-mark'],
    ['{"a":1,}', 'invalid-json'],
    ['{a:1}', 'invalid-json'],
    ['[1] x', 'invalid-json'],
    ['', 'invalid-json'],
    ['NaN', 'invalid-json'],
    ["{'a':1}", 'invalid-json'],
    ['{"s":"\n"}', 'invalid-json'],
  ])('refuses %j as a whole', (text, code) => {
    expect(problemsOf(text)).toEqual([['', code]]);
  });

  it('says where the JSON is broken, and never quotes it', () => {
    const reading = readJson('{"password":"hunter2",}');

    expect(reading).toMatchObject({ ok: false, detail: 'The body is not valid JSON (at character 22).' });
    expect(JSON.stringify(reading)).not.toContain('hunter2');
  });

  it('takes 32 levels and refuses 33', () => {
    expect(problemsOf('['.repeat(32) + ']'.repeat(32))).toEqual([]);
    expect(problemsOf('['.repeat(33) + ']'.repeat(33))).toEqual([['', 'too-deep']]);
  });

  it('takes 20,000 values and refuses more', () => {
    expect(problemsOf(`[${'1,'.repeat(19_999)}1]`)).toEqual([]);
    expect(problemsOf(`[${'1,'.repeat(20_000)}1]`)).toEqual([['', 'too-many-values']]);
  });

  it('reports at most 100 problems', () => {
    expect(problemsOf(`[${'1e400,'.repeat(500)}1]`)).toHaveLength(100);
  });

  it.each([
    ['deep', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
    ['quotes', `"${'\\"'.repeat(120_000)}"`],
    ['backslashes', `"${'\\\\'.repeat(120_000)}"`],
    ['keys', `{${Array.from({ length: 19_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['digits', '1'.repeat(250_000)],
  ])('reads 256 KiB of %s in no time', (_name, text) => {
    const before = process.cpuUsage();
    readJson(text);
    // CPU time in microseconds: what else the machine does, does not count.
    expect(process.cpuUsage(before).user).toBeLessThan(250_000);
  });
});
