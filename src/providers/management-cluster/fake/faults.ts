import { ManagementClusterError, type ManagementClusterErrorKind } from '../errors.ts';
import { sleep, type Timing } from '../timing.ts';

export type FakeCall =
  | 'apply'
  | 'create'
  | 'get'
  | 'list'
  | 'mergePatch'
  | 'delete'
  | 'probe'
  /** Opening a watch stream. */
  | 'watch';

interface FaultOptions {
  /** Which calls; default: every call. */
  readonly on?: FakeCall;
  readonly times?: number;
  readonly retryAfterSeconds?: number;
  /** The server does what was asked and only the answer is lost: nobody may take that for a failure. */
  readonly afterwards?: boolean;
}

/** Bad luck on demand, for tests of what is built on the management cluster. */
export interface FakeFaults {
  failNext(kind: ManagementClusterErrorKind, options?: FaultOptions): void;
  /** From now on calls get no answer and end with `timeout` when their time is up; returns how to end it. */
  hang(): () => void;
  /** From now on every call fails so; returns how to end it. Open streams are cut as well. */
  goDown(kind?: ManagementClusterErrorKind): () => void;
}

interface PlannedFault {
  readonly kind: ManagementClusterErrorKind;
  readonly options: FaultOptions;
  remaining: number;
}

export interface FaultSwitch extends FakeFaults {
  /** Runs one call of the fake through the faults. */
  around<T>(call: FakeCall, work: () => T): Promise<T>;
}

export const createFaultSwitch = (timing: Timing, timeoutMs: number, cutStreams: () => void): FaultSwitch => {
  const planned: PlannedFault[] = [];
  let hanging = 0;
  const down: ManagementClusterErrorKind[] = [];

  const take = (call: FakeCall): PlannedFault | undefined => {
    const fault = planned.find(({ options }) => options.on === undefined || options.on === call);
    if (!fault) return undefined;
    fault.remaining -= 1;
    if (fault.remaining <= 0) planned.splice(planned.indexOf(fault), 1);
    return fault;
  };

  const errorOf = (kind: ManagementClusterErrorKind, retryAfterSeconds?: number) =>
    new ManagementClusterError(
      kind,
      `the fake was told to answer ${kind}`,
      retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
    );

  return {
    failNext: (kind, options = {}) => planned.push({ kind, options, remaining: options.times ?? 1 }),
    hang: () => {
      hanging += 1;
      return () => {
        hanging -= 1;
      };
    },
    goDown: (kind = 'unreachable') => {
      down.push(kind);
      cutStreams();
      return () => down.splice(down.indexOf(kind), 1);
    },
    around: async (call, work) => {
      if (hanging > 0) {
        await sleep(timing, timeoutMs, new AbortController().signal);
        throw errorOf('timeout');
      }
      const [outage] = down;
      if (outage) throw errorOf(outage);
      const fault = take(call);
      if (!fault) return work();
      if (fault.options.afterwards) work();
      throw errorOf(fault.kind, fault.options.retryAfterSeconds);
    },
  };
};
