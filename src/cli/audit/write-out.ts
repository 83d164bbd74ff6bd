import { once } from 'node:events';
import type { Write } from './audit.ts';

/** Writes to standard output no faster than it is read. */
export const writeOut: Write = async (text) => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};
