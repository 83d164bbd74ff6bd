/** A worker process that takes a ring, says so, and never ends with it: it is there to be killed. */
import { createBell, type QueueBackend } from '../../../src/queue/bell.ts';

const backend = JSON.parse(process.argv[2] ?? '') as QueueBackend;
createBell(backend, (error) => console.error(error)).answer('cluster', 1, () => {
  console.log('running');
  return new Promise(() => undefined);
});
