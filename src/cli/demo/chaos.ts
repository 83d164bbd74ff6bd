import { setTimeout as delay } from 'node:timers/promises';
import { say } from './progress.ts';
import type { Stack } from './stack.ts';

export interface Chaos {
  /** How often the worker was killed so far. */
  kills(): number;
  /** Goes on until `least` kills are done, then stops. */
  stop(least: number): Promise<void>;
}

const between = (least: number, most: number): number => least + Math.random() * (most - least);

/** Kills the worker with SIGKILL at random moments, and the API once. */
export const startChaos = (stack: Stack): Chaos => {
  let kills = 0;
  let isApiKilled = false;
  let enough = Number.POSITIVE_INFINITY;
  const run = async (): Promise<void> => {
    while (kills < enough) {
      await delay(between(4000, 10_000));
      stack.worker.kill();
      kills += 1;
      say(`          killed the worker (${kills})`);
      if (kills < 3 || isApiKilled) continue;
      isApiKilled = true;
      stack.api.kill();
      say('          killed the API');
    }
  };
  const running = run();
  return {
    kills: () => kills,
    stop: async (least) => {
      enough = Math.max(least, kills);
      await running;
    },
  };
};
