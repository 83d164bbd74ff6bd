import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '../../harness/aws/moto-environment.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'berth-lock-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('the lock on making the environment of moto', () => {
  it('lets one in at a time and is gone afterwards', async () => {
    const lock = join(directory, 'lock');
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all([withLock(lock, work), withLock(lock, work), withLock(lock, work)]);
    expect(most).toBe(1);
    expect(await readdir(directory)).toEqual([]);
  });

  it('is taken from one who died', async () => {
    const lock = join(directory, 'lock');
    await mkdir(lock);
    // No system gives out this number.
    await writeFile(join(lock, 'pid'), '99999999');
    expect(await withLock(lock, async () => 'done')).toBe('done');
  });

  it('is let go when the work fails', async () => {
    const lock = join(directory, 'lock');
    await expect(withLock(lock, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
    expect(await withLock(lock, async () => 'done')).toBe('done');
  });
});
