import type { ObjectStore } from '../store/object-store.ts';
import { type Listener, type ListenerOptions, listen } from './https-listener.ts';

const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'EADDRINUSE';

/** Listens where the last start listened, so that kubeconfigs stay good, or on a free port when that one is taken. */
export const listenAgain = async (
  store: ObjectStore,
  options: Omit<ListenerOptions, 'port'>,
): Promise<Listener> => {
  const last = Number(await store.setting('port', async () => '0'));
  const listener = await listen({ ...options, port: last }).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return listen({ ...options, port: 0 });
  });
  await store.replaceSetting('port', String(listener.port));
  return listener;
};
