import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { type BenchOptions, readOptions, usage } from './options.ts';
import { startServer } from './processes/postgres.ts';
import { toMarkdown } from './report/markdown.ts';
import type { SizeResults } from './report/results.ts';
import { runSize } from './run-size.ts';

const writeReports = async (
  options: BenchOptions,
  results: readonly SizeResults[],
  circumstances: object,
): Promise<void> => {
  const report = { ...circumstances, options: { ...options, databaseUrl: undefined }, results };
  if (options.out !== undefined) await writeFile(options.out, `${JSON.stringify(report, null, 2)}\n`);
  if (options.markdown !== undefined) await writeFile(options.markdown, toMarkdown(results));
};

const main = async (): Promise<void> => {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return console.log(usage);
  const options = readOptions(args, process.env);
  const startedAt = new Date().toISOString();
  const server = await startServer(options.databaseUrl);
  const machine = {
    cores: cpus().length,
    model: cpus()[0]?.model,
    loadAverage: loadavg(),
    node: process.version,
  };
  console.log(
    `${machine.cores} cores (${machine.model}), Node ${machine.node}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(
    Object.entries(server.settings)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  );
  const results: SizeResults[] = [];
  try {
    for (const clusters of options.clusters) results.push(await runSize(server.url, clusters, options));
  } finally {
    await server.stop();
    await writeReports(options, results, { startedAt, machine, postgres: server.settings });
  }
};

await main();
// The package of the embedded server keeps a handle open.
process.exit(0);
