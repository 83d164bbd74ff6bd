/** A text as a literal of HCL: what would begin a template there does not. Source: HCL, template expressions. */
export const hclText = (text: string): string =>
  JSON.stringify(text).replaceAll('${', '$${').replaceAll('%{', '%%{');

/** Plain data as an expression of HCL: it reads JSON's notation. */
export const hclValue = (value: unknown, indent: number): string =>
  JSON.stringify(value, null, 2)
    .replaceAll('${', '$${')
    .replaceAll('%{', '%%{')
    .replaceAll('\n', `\n${' '.repeat(indent)}`);

/** A text as a literal of Bicep. Source: Bicep, data types. */
export const bicepText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('${', '\\${').replaceAll('\n', '\\n')}'`;

/** A text as one word of a POSIX shell. */
export const shellText = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
