/** Tables of the reference of the command line, and the flags in them. It abbreviates: `--a-{b,c}`, `--root-volume-type/-size`. */

/** The text between two headings. */
export const sectionOf = (reference: string, from: string, to: string): string => {
  const start = reference.indexOf(from);
  const end = reference.indexOf(to, start + from.length);
  if (start < 0 || end < 0) throw new Error(`the reference has no section ${from} before ${to}`);
  return reference.slice(start, end);
};

/** First cells of the rows of the tables of a section, heads and lines left out. */
export const firstCellsOf = (section: string): readonly string[] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| flag'))
    .map((line) => line.slice(2).split(' | ')[0] ?? '')
    // `no --base-domain` says what comes of a flag that is elsewhere.
    .filter((cell) => !cell.startsWith('no '));

const expandBraces = (text: string): readonly string[] => {
  const [, before = '', choices = '', after = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(text) ?? [];
  return choices === '' ? [text] : choices.split(',').map((choice) => `${before}${choice.trim()}${after}`);
};

/** What a flag may be called that is written as an ending of the one before it. */
const endingsOf = (base: string, ending: string): readonly string[] => {
  const parts = base.split('-');
  return Array.from({ length: Math.max(0, parts.length - 3) }, (_, index) =>
    parts
      .slice(0, parts.length - 1 - index)
      .join('-')
      .concat(ending),
  );
};

/**
 * The flags of a cell. Each is a list of names of which one must be meant: an ending may replace one word of the flag before it,
 * or several.
 */
export const flagsIn = (cell: string): readonly (readonly string[])[] => {
  const words = [...cell.matchAll(/`([^`]+)`/g)]
    .flatMap(([, code = '']) =>
      code.replace(/\{[^}]*\}/g, (braces) => braces.replaceAll(' ', '')).split(/\s+/),
    )
    .flatMap((word) => word.split('/'))
    .flatMap(expandBraces);
  const flags: (readonly string[])[] = [];
  let base = '';
  for (const [index, word] of words.entries()) {
    if (/^--[A-Za-z0-9-]*[A-Za-z0-9]$/.test(word)) {
      base = word;
      flags.push([word]);
    } else if (/^--[a-z]+-$/.test(word)) {
      // `--enable-`, `--disable-cluster-capabilities`: it ends as the next one does.
      const next = words[index + 1] ?? '';
      flags.push([word + next.split('-').slice(3).join('-')]);
    } else if (/^-[a-z][A-Za-z0-9-]*$/.test(word)) flags.push(endingsOf(base, word));
  }
  return flags;
};
