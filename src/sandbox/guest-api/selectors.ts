import type { KubeObject } from '../../domain/shared/kube-object.ts';
import { GuestError } from './guest-error.ts';

type Test = (object: KubeObject) => boolean;

const labelTest = (term: string): Test => {
  const match = /^(!?)([^=!]+?)(?:(==|=|!=)(.*))?$/.exec(term.trim());
  if (!match) throw new GuestError(400, 'BadRequest', `unable to parse label selector: ${term}`);
  const [, not, label = '', operator, value] = match;
  return ({ metadata }) => {
    const found = metadata.labels?.[label.trim()];
    if (operator === undefined) return (found !== undefined) === (not === '');
    return operator === '!=' ? found !== value : found === value;
  };
};

const fieldTest = (term: string): Test => {
  const [field, value] = term.split(/==?/);
  if (field === 'metadata.name') return ({ metadata }) => metadata.name === value;
  if (field === 'metadata.namespace') return ({ metadata }) => metadata.namespace === value;
  // Fields of pods and events, of which there are none.
  return () => false;
};

const termsOf = (selector: string | undefined): readonly string[] =>
  (selector ?? '').split(',').filter((term) => term.trim() !== '');

/** Equality and existence of labels, name and namespace of fields: what kubectl sends by itself. */
export const selectorOf = (labels: string | undefined, fields: string | undefined): Test => {
  const tests = [...termsOf(labels).map(labelTest), ...termsOf(fields).map(fieldTest)];
  return (object) => tests.every((test) => test(object));
};
