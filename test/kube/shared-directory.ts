import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const besideRepository = resolve(import.meta.dirname, '..', '..', '..', 'shared');

/** Upstream's CRDs and validation suites: not ours, so they lie beside the repository (or BERTH_SHARED_DIR). */
export const hypershiftDirectory = join(process.env['BERTH_SHARED_DIR'] ?? besideRepository, 'hypershift');
export const crdDirectory = join(hypershiftDirectory, 'crds');
export const suiteDirectory = join(hypershiftDirectory, 'cel-suites');

export function hasHypershiftDirectory(): boolean {
  return existsSync(crdDirectory) && existsSync(suiteDirectory);
}
