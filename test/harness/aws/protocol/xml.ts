/** An element of an XML document as AWS writes them: elements or text, no comments, no mixed content. */
export interface XmlElement {
  readonly name: string;
  /** As written, with the leading blank. */
  readonly attributes: string;
  children: XmlElement[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const unescapeXml = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return entities[name] ?? whole;
  });

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const element = (name: string, content: string | XmlElement[] = []): XmlElement => ({
  name,
  attributes: '',
  children: typeof content === 'string' ? [] : content,
  text: typeof content === 'string' ? content : '',
});

/** Reads a document; throws when tags do not match. */
export const parseXml = (text: string): XmlElement => {
  const root = element('#document');
  const open: XmlElement[] = [root];
  for (const match of text.matchAll(/<\?[^>]*>|<!--.*?-->|<(\/?)([^\s/>]+)([^>]*?)(\/?)>|([^<]+)/gs)) {
    const [, closing, name, attributes = '', empty, content] = match;
    const top = open[open.length - 1] as XmlElement;
    if (content !== undefined) {
      top.text += content;
    } else if (name !== undefined && closing === '/') {
      if (top.name !== name) throw new Error(`</${name}> ends <${top.name}>`);
      top.text = top.children.length > 0 ? '' : unescapeXml(top.text);
      open.pop();
    } else if (name !== undefined) {
      const made: XmlElement = { name, attributes, children: [], text: '' };
      top.children.push(made);
      if (empty !== '/') open.push(made);
    }
  }
  const [first] = root.children;
  if (first === undefined || open.length !== 1) throw new Error('not an XML document');
  return first;
};

export const writeXml = ({ name, attributes, children, text }: XmlElement): string => {
  const content = children.length > 0 ? children.map(writeXml).join('') : escapeXml(text);
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
};

/** All elements at a path: `vpcSet`, `item`. */
export const findAll = (from: XmlElement | undefined, ...path: readonly string[]): readonly XmlElement[] => {
  let found: readonly XmlElement[] = from === undefined ? [] : [from];
  for (const name of path)
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
};

export const find = (from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  findAll(from, ...path)[0];

/** The text at a path, empty when there is none. */
export const textAt = (from: XmlElement | undefined, ...path: readonly string[]): string =>
  find(from, ...path)?.text ?? '';

/** Sets the text of a child, which is made when it is missing. */
export const setText = (parent: XmlElement, name: string, text: string): void => {
  const child = find(parent, name);
  if (child === undefined) parent.children.push(element(name, text));
  else Object.assign(child, { text, children: [] });
};

/** Every element of a name, at any depth, in order. */
export const descendants = (from: XmlElement, name: string): readonly XmlElement[] =>
  from.children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)]);
