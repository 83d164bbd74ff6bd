import { describe, expect, it } from 'vitest';
import { findAll, parseXml, setText, textAt, writeXml } from '../../harness/aws/protocol/xml.ts';

describe('XML of AWS', () => {
  it('is read by its paths', () => {
    const document = parseXml(
      '<?xml version="1.0"?>\n<R xmlns="urn:x">\n <set><item><id>a&amp;b</id></item><item><id>&#x41;</id></item></set>\n <empty/></R>',
    );
    expect(findAll(document, 'set', 'item', 'id').map(({ text }) => text)).toEqual(['a&b', 'A']);
    expect(textAt(document, 'empty')).toBe('');
    expect(textAt(document, 'set', 'missing')).toBe('');
  });

  it('is written as it was read, without the blanks between elements', () => {
    expect(writeXml(parseXml('<a b="1">\n<c>&lt;d&gt;</c>\n<e/></a>'))).toBe(
      '<a b="1"><c>&lt;d&gt;</c><e/></a>',
    );
  });

  it('takes a changed and a new text', () => {
    const document = parseXml('<a><state>available</state></a>');
    setText(document, 'state', 'pending');
    setText(document, 'code', 'x');
    expect(writeXml(document)).toBe('<a><state>pending</state><code>x</code></a>');
  });

  it('is refused when tags do not match', () => {
    expect(() => parseXml('<a><b></a>')).toThrow('ends');
    expect(() => parseXml('no document')).toThrow('not an XML document');
  });
});
