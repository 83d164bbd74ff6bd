import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { compareSamples, type MachineSample, type MachineUse, memoryOf, sampleMachine } from '../machine.ts';
import type { LoadFigures, LoadJob, LoadMessage } from './generator.ts';

export interface LoadResult extends LoadFigures {
  readonly machine: MachineUse<'api' | 'generator'> | undefined;
  /** Resident memory of each API process at the end, the largest first. Bytes. */
  readonly memory: readonly number[];
}

const generator = fileURLToPath(new URL('./generator.ts', import.meta.url));

/** Runs one load in a process of its own. */
export const runLoad = async (job: LoadJob, apiPid: number): Promise<LoadResult> => {
  const child = fork(generator, { execArgv: [] });
  const exited = once(child, 'exit');
  let before: MachineSample | undefined;
  const result = Promise.withResolvers<LoadResult>();
  child.on('message', (message: LoadMessage) => {
    if (message.kind === 'measuring') {
      before = sampleMachine();
      return;
    }
    const { kind: _kind, ...figures } = message;
    const machine = compareSamples(before, sampleMachine(), { api: apiPid, generator: child.pid ?? 0 });
    result.resolve({ ...figures, machine, memory: memoryOf(apiPid) });
  });
  child.once('exit', (code) => result.reject(new Error(`the load generator ended with ${code}`)));
  child.send(job);
  const value = await result.promise;
  await exited;
  return value;
};

/** What the generator reaches against a server that does nothing: no figure above it can be measured. */
export const measureGenerator = async (job: Omit<LoadJob, 'url' | 'scenario'>): Promise<LoadResult> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '2' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const result = await runLoad({ ...job, url, scenario: undefined }, process.pid);
  server.closeAllConnections();
  server.close();
  return result;
};
