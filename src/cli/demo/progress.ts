import type { RestClient } from './rest-client.ts';

export type Line = (text: string) => void;

export const say: Line = (text) => {
  process.stdout.write(`${text}\n`);
};

interface OperationView {
  readonly id: string;
  readonly state: string;
  readonly progress: { readonly percent: number; readonly stage: string };
  readonly waitingOn?: { readonly party: string; readonly action: string };
  readonly error?: { readonly detail: string };
}

const clock = (startedAt: number): string =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(8);

const bar = (percent: number): string => {
  const full = Math.round(percent / 5);
  return `[${'='.repeat(full)}${' '.repeat(20 - full)}] ${String(percent).padStart(3)} %`;
};

/** Shows one operation until it has ended; each change of it is a line. Throws when it does not end well. */
export const followOperation = async (client: RestClient, id: string, startedAt: number): Promise<void> => {
  let shown = '';
  for (;;) {
    const operation = await client.get<OperationView>(`/v1/operations/${id}?wait=1s`);
    const waiting = operation.waitingOn
      ? `  waits for ${operation.waitingOn.party}: ${operation.waitingOn.action}`
      : '';
    const text = `${bar(operation.progress.percent)}  ${operation.state}  ${operation.progress.stage}${waiting}`;
    if (text !== shown) say(`${clock(startedAt)}  ${text}`);
    shown = text;
    if (operation.state === 'succeeded') return;
    if (operation.state === 'failed' || operation.state === 'cancelled') {
      throw new Error(`the operation ended as ${operation.state}: ${operation.error?.detail ?? ''}`);
    }
  }
};

/** Shows how many of many operations have ended. Throws when one does not end well, or all time is used up. */
export const followMany = async (
  client: RestClient,
  ids: readonly string[],
  what: string,
  startedAt: number,
  seconds: number,
): Promise<void> => {
  const open = new Set(ids);
  const end = performance.now() + seconds * 1000;
  while (open.size > 0) {
    const [first = ''] = open;
    await client.get(`/v1/operations/${first}?wait=1s`);
    for (const id of [...open]) {
      const operation = await client.get<OperationView>(`/v1/operations/${id}`);
      if (operation.state === 'succeeded') open.delete(id);
      if (operation.state === 'failed' || operation.state === 'cancelled') {
        throw new Error(`operation ${id} ended as ${operation.state}: ${operation.error?.detail ?? ''}`);
      }
    }
    const done = ids.length - open.size;
    say(
      `${clock(startedAt)}  ${bar(Math.floor((100 * done) / ids.length))}  ${done} of ${ids.length} ${what}`,
    );
    if (performance.now() > end)
      throw new Error(`${open.size} of ${ids.length} were not ${what} in ${seconds} s`);
  }
};
