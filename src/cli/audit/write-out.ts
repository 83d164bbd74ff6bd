import { once } from 'node:events';

/** Where a command writes to; waited for, so that a slow reader slows it down. */
export type Write = (text: string) => void | Promise<void>;

/** Writes to standard output no faster than it is read. */
export const writeOut: Write = async (text) => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};
