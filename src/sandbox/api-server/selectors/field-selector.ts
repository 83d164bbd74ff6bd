import { badRequest } from '../objects/errors.ts';
import type { Requirement, Selector } from './label-selector.ts';

const unescapeValue = (value: string): string => value.replace(/\\([\\,=])/g, '$1');

const parseTerm = (term: string, text: string): Requirement => {
  const match = /^((?:[^\\=!,]|\\.)+?)(==|=|!=)((?:[^\\,]|\\.)*)$/.exec(term);
  if (!match) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
  return {
    key: (match[1] ?? '').trim(),
    operator: match[2] === '!=' ? 'notin' : 'in',
    values: [unescapeValue((match[3] ?? '').trim())],
  };
};

/** Reads `metadata.name=x,type!=y`. Only the fields that the kind offers may stand in it; others are a 400. */
export const parseFieldSelector = (text: string | undefined, offered: readonly string[]): Selector => {
  if (text === undefined || text.trim() === '') return [];
  const terms = text.split(/(?<!\\),/).filter((term) => term.trim() !== '');
  return terms.map((term) => {
    const requirement = parseTerm(term, text);
    if (!offered.includes(requirement.key)) {
      throw badRequest(`field label not supported: ${requirement.key}`);
    }
    return requirement;
  });
};
