/** What is wrong with a text that cannot be shown, logged or compared safely. */
export interface TextProblem {
  readonly code: 'control-character' | 'invisible-character' | 'unpaired-surrogate' | 'not-normalized';
  readonly detail: string;
}

// C0 without tab, line feed and carriage return (certificates and key files have lines), delete, C1.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controlInValue = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controlInKey = /[\u0000-\u001f\u007f-\u009f]/;

// Zero-width, bidirectional and other characters without a shape of their own, line and paragraph
// separators, noncharacters: two texts that look the same would differ.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

const nonAscii = /[\u0080-\uffff]/;

/** Checks a text of a request. Keys may have no line breaks; values may. */
export const checkText = (text: string, kind: 'key' | 'value'): TextProblem | undefined => {
  const control = kind === 'key' ? controlInKey : controlInValue;
  if (control.test(text))
    return { code: 'control-character', detail: 'Control characters are not allowed here.' };
  if (!nonAscii.test(text)) return undefined;
  if (!text.isWellFormed())
    return {
      code: 'unpaired-surrogate',
      detail: 'The text is not valid Unicode: a surrogate has no partner.',
    };
  if (invisible.test(text))
    return {
      code: 'invisible-character',
      detail: 'Zero-width, bidirectional and other invisible characters are not allowed.',
    };
  if (text !== text.normalize('NFC'))
    return { code: 'not-normalized', detail: 'The text must be in Unicode normalization form C.' };
  return undefined;
};
