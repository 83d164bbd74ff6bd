import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type Bell, createBell, type QueueBackend, type Wake } from '../../../src/queue/bell.ts';

const wakeOf = (n: number): Wake => ({ tenantId: `ten_${n % 3}`, targetId: `cl_${n}` });

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);

const hangingWorker = fileURLToPath(new URL('hanging-worker.ts', import.meta.url));

const soon = { timeout: 15_000, interval: 20 };

/** What every backend of the bell must do. `backendOf` gives a backend that no other test has used. */
export const describeBell = (name: string, backendOf: () => Promise<QueueBackend>): void => {
  describe(`the bell on ${name}`, () => {
    const opened: Bell[] = [];
    const errors: Error[] = [];

    afterEach(async () => {
      await Promise.all(opened.splice(0).map((bell) => bell.close()));
      errors.length = 0;
    });

    const open = (backend: QueueBackend): Bell => {
      const bell = createBell(backend, (error) => errors.push(error));
      opened.push(bell);
      return bell;
    };

    it('hands over what was rung, as it was', async () => {
      const bell = open(await backendOf());
      const heard: Wake[] = [];
      bell.answer('cluster', 2, async (wake) => void heard.push(wake));
      const wake = { tenantId: 'ten_1', targetId: 'cl_1', traceparent: '00-trace-span-01' };
      await bell.ring('cluster', [wake]);
      await expect.poll(() => heard, soon).toEqual([wake]);
      await expect.poll(() => bell.handled(), soon).toBe(1);
    });

    it('keeps the queues apart', async () => {
      const bell = open(await backendOf());
      const heard: string[] = [];
      bell.answer('cluster', 1, async ({ targetId }) => void heard.push(`cluster ${targetId}`));
      bell.answer('node-pool', 1, async ({ targetId }) => void heard.push(`node-pool ${targetId}`));
      await bell.ring('node-pool', [wakeOf(1)]);
      await bell.ring('cluster', [wakeOf(2)]);
      await expect.poll(() => [...heard].sort(), soon).toEqual(['cluster cl_2', 'node-pool cl_1']);
    });

    it('keeps a ring until somebody answers', async () => {
      const backend = await backendOf();
      await open(backend).ring('access', [wakeOf(1)]);
      const heard: Wake[] = [];
      open(backend).answer('access', 1, async (wake) => void heard.push(wake));
      await expect.poll(() => heard, soon).toEqual([wakeOf(1)]);
    });

    it('shares many rings among those who answer, each ring to one of them', async () => {
      const backend = await backendOf();
      const heard: string[] = [];
      const bells = [open(backend), open(backend)];
      for (const bell of bells) bell.answer('cluster', 5, async ({ targetId }) => void heard.push(targetId));
      await bells[0]?.ring('cluster', range(300).map(wakeOf));
      await expect.poll(() => heard.length, soon).toBe(300);
      expect(new Set(heard).size).toBe(300);
      await expect.poll(() => bells.reduce((sum, bell) => sum + bell.handled(), 0), soon).toBe(300);
    });

    it('answers as many at once as it was told, and no more', async () => {
      const bell = open(await backendOf());
      const mayEnd = Promise.withResolvers<void>();
      let running = 0;
      let most = 0;
      bell.answer('cluster', 3, async () => {
        running += 1;
        most = Math.max(most, running);
        await mayEnd.promise;
        running -= 1;
      });
      await bell.ring('cluster', range(9).map(wakeOf));
      await expect.poll(() => running, soon).toBe(3);
      mayEnd.resolve();
      await expect.poll(() => bell.handled(), soon).toBe(9);
      expect(most).toBe(3);
    });

    it('reports a handler that fails and goes on, without trying it again', async () => {
      const bell = open(await backendOf());
      const heard: string[] = [];
      bell.answer('cluster', 1, async ({ targetId }) => {
        heard.push(targetId);
        if (targetId === 'cl_1') throw new Error('cannot do cl_1');
      });
      await bell.ring('cluster', range(3).map(wakeOf));
      await expect.poll(() => bell.handled(), soon).toBe(3);
      expect([...heard].sort()).toEqual(['cl_0', 'cl_1', 'cl_2']);
      await expect.poll(() => errors.map(({ message }) => message), soon).toEqual(['cannot do cl_1']);
    });

    it('rings for a target each time, also after it has failed', async () => {
      const bell = open(await backendOf());
      let heard = 0;
      bell.answer('cluster', 1, async () => {
        heard += 1;
        throw new Error(`failure ${heard}`);
      });
      for (const times of [1, 2, 3]) {
        await bell.ring('cluster', [wakeOf(1)]);
        await expect.poll(() => bell.handled(), soon).toBe(times);
      }
      expect(heard).toBe(3);
    });

    it('lets what runs end before it is closed', async () => {
      const backend = await backendOf();
      const bell = createBell(backend, (error) => errors.push(error));
      const running = Promise.withResolvers<void>();
      const mayEnd = Promise.withResolvers<void>();
      const order: string[] = [];
      bell.answer('cluster', 1, async () => {
        running.resolve();
        await mayEnd.promise;
        order.push('ended');
      });
      await bell.ring('cluster', [wakeOf(1)]);
      await running.promise;
      const closed = bell.close().then(() => order.push('closed'));
      // While another is rung and answered, the first would have had time to close.
      const other = open(backend);
      other.answer('access', 1, async () => void order.push('answered'));
      await other.ring('access', [wakeOf(2)]);
      await expect.poll(() => order, soon).toEqual(['answered']);
      mayEnd.resolve();
      await closed;
      expect(order).toEqual(['answered', 'ended', 'closed']);
      expect(bell.handled()).toBe(1);
    });

    it('gives the rings of a killed worker to another within thirty seconds', {
      timeout: 60_000,
    }, async () => {
      const backend = await backendOf();
      const doomed = spawn(process.execPath, [hangingWorker, JSON.stringify(backend)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const bell = open(backend);
      await bell.ring('cluster', [wakeOf(1)]);
      await once(doomed.stdout, 'data');
      doomed.kill('SIGKILL');
      await once(doomed, 'exit');
      const heard: Wake[] = [];
      bell.answer('cluster', 1, async (wake) => void heard.push(wake));
      await expect.poll(() => heard, { timeout: 30_000, interval: 100 }).toEqual([wakeOf(1)]);
    });
  });
};
