import type { Fault, FaultedRequest, FaultRule } from './fault.ts';

interface ActiveFault {
  /** How many requests met it. */
  hits(): number;
  remove(): void;
}

/** Faults for tests. There is no way to reach them over HTTP. */
export interface FaultSwitch {
  set(rule: FaultRule): ActiveFault;
  clear(): void;
}

export interface FaultTable extends FaultSwitch {
  /** The faults this request meets: delays, then at most one other. Uses up `times`. */
  take(request: FaultedRequest): readonly Fault[];
}

interface Entry {
  readonly rule: FaultRule;
  left: number;
  hits: number;
}

const matches = ({ when = {} }: FaultRule, request: FaultedRequest): boolean => {
  const verbs = when.verb === undefined ? undefined : [when.verb].flat();
  return (
    (when.method === undefined || when.method === request.method) &&
    (when.path === undefined || when.path.test(request.path)) &&
    (verbs === undefined || verbs.includes(request.verb)) &&
    (when.kind === undefined || when.kind === request.kind)
  );
};

export const createFaultTable = (): FaultTable => {
  let entries: readonly Entry[] = [];
  const remove = (entry: Entry): void => {
    entries = entries.filter((other) => other !== entry);
  };
  const use = (entry: Entry): Fault => {
    entry.hits += 1;
    entry.left -= 1;
    if (entry.left <= 0) remove(entry);
    return entry.rule.fault;
  };
  return {
    set: (rule) => {
      const entry: Entry = { rule, left: rule.times ?? Number.POSITIVE_INFINITY, hits: 0 };
      entries = [...entries, entry];
      return { hits: () => entry.hits, remove: () => remove(entry) };
    },
    clear: () => {
      entries = [];
    },
    take: (request) => {
      const met: Fault[] = [];
      for (const entry of entries) {
        if (!matches(entry.rule, request)) continue;
        const fault = use(entry);
        met.push(fault);
        if (fault.type !== 'delay') break;
      }
      return met;
    },
  };
};
