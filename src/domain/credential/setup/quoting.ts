/** What begins a template in HCL begins none when its first character is doubled. Source: HCL, template expressions. */
const escapeTemplates = (text: string): string => text.replace(/[$%](?=\{)/g, (sign) => sign + sign);

/** A text as a literal of HCL. */
export const hclText = (text: string): string => escapeTemplates(JSON.stringify(text));

/** Plain data as an expression of HCL: it reads JSON's notation. */
export const hclValue = (value: unknown, indent: number): string =>
  escapeTemplates(JSON.stringify(value, null, 2)).replaceAll('\n', `\n${' '.repeat(indent)}`);

/** A text of one line as a literal of Bicep. Source: Bicep, data types. */
export const bicepText = (text: string): string =>
  `'${text.replace(/[\\']|\$(?=\{)/g, (sign) => `\\${sign}`)}'`;

/** A text as one word of a POSIX shell. */
export const shellText = (text: string): string => `'${text.split("'").join(`'\\''`)}'`;
