/** What a failed start is in one sentence, for the person at the terminal. */
const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') return `port ${String(port)} is taken; choose others with PORT and ADMIN_PORT`;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
};

/** Runs the start of a program. What goes wrong is told in one line; `--trace` shows where. */
export const startProgram = async (name: string, start: () => Promise<void>): Promise<void> => {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${name} cannot start: ${describeFailure(error)}\n`);
    if (process.argv.includes('--trace') && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  }
};
