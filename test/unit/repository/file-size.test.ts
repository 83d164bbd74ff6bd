import { expect, it } from 'vitest';
import { listSources, readText } from './tree.ts';

const linesOf = (path: string): number => readText(path).trimEnd().split('\n').length;

/** The value that the given share of the sorted numbers does not exceed. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? 0;

const sized = listSources('src', 'test', 'bench')
  .map((path) => ({ path, lines: linesOf(path) }))
  .sort((left, right) => left.lines - right.lines);
const lengths = sized.map(({ lines }) => lines);
const longest = sized.at(-1);

it('finds the sources', () => {
  expect(sized.length).toBeGreaterThan(500);
});

it('keeps files short enough to be read at once', () => {
  const median = quantile(lengths, 0.5);
  const p90 = quantile(lengths, 0.9);
  console.log(
    `${sized.length} files: median ${median} lines, p90 ${p90}, longest ${longest?.lines} (${longest?.path})`,
  );
  expect(median).toBeLessThanOrEqual(90);
  expect(p90).toBeLessThanOrEqual(250);
  expect(sized.filter(({ lines }) => lines > 400)).toEqual([]);
});
