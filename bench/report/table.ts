/** Prints rows as an aligned table: text to the left, numbers to the right. */
export const printTable = (head: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  console.log(line(head));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
};

export const whole = (value: number | undefined): string =>
  value === undefined ? '–' : Math.round(value).toLocaleString('en-US');

export const milliseconds = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

export const ratio = (value: number, of: number | undefined): string =>
  of === undefined || of === 0 ? '–' : (value / of).toFixed(2);

export const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? '–' : String(Math.round(bytes / 1024 / 1024));
