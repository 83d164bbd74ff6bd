import { listOf } from '../../protocol/aws-call.ts';
import { descendants, findAll, textAt, type XmlElement } from '../../protocol/xml.ts';

const lowerFirst = (text: string): string => text.replace(/^./, (first) => first.toLowerCase());

const matchesFilter = (item: XmlElement, name: string, values: readonly string[]): boolean => {
  const tags = findAll(item, 'tagSet', 'item');
  if (name === 'tag-key') return tags.some((tag) => values.includes(textAt(tag, 'key')));
  if (name.startsWith('tag:'))
    return tags.some((tag) => textAt(tag, 'key') === name.slice(4) && values.includes(textAt(tag, 'value')));
  const field = lowerFirst(
    name
      .replace(/^.*\./, '')
      .split('-')
      .map((word) => word.replace(/^./, (first) => first.toUpperCase()))
      .join(''),
  );
  return descendants(item, field).some(({ text }) => values.includes(text));
};

/** Whether an item passes the filters of a call: tags, and fields by their name (`vpc-id`, `attachment.vpc-id`). */
export const matchesCall = (item: XmlElement, parameters: URLSearchParams): boolean =>
  [...parameters]
    .filter(([key]) => /^Filter\.\d+\.Name$/.test(key))
    .every(([key, name]) => matchesFilter(item, name, listOf(parameters, key.replace('.Name', '.Value'))));
