import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds used so far, and memory, from /proc; only Linux tells. */
export interface MachineSample {
  readonly at: number;
  /** Of the whole machine. */
  readonly busySeconds: number;
  readonly processes: ReadonlyMap<number, ProcessSample>;
}

interface ProcessSample {
  readonly parent: number;
  readonly name: string;
  readonly cpuSeconds: number;
  readonly rssBytes: number;
}

/** USER_HZ is 100 on every Linux that Node runs on; pages are of 4 KiB on x64. */
const ticksPerSecond = 100;
const pageBytes = 4096;

// proc(5): the name is in brackets and may hold anything, so fields are counted from behind the last bracket.
const readProcess = (pid: number): ProcessSample | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    return {
      parent: Number(fields[1]),
      name: text.slice(text.indexOf('(') + 1, end),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
      rssBytes: Number(fields[21]) * pageBytes,
    };
  } catch {
    return undefined;
  }
};

const readBusySeconds = (): number => {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1).map(Number) ?? [];
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = fields;
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond;
};

export const sampleMachine = (): MachineSample | undefined => {
  if (process.platform !== 'linux') return undefined;
  const processes = new Map<number, ProcessSample>();
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry);
    const sample = Number.isInteger(pid) ? readProcess(pid) : undefined;
    if (sample !== undefined) processes.set(pid, sample);
  }
  return { at: performance.now(), busySeconds: readBusySeconds(), processes };
};

const isWithin = ({ processes }: MachineSample, pid: number, ancestor: number): boolean => {
  for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === ancestor) return true;
  return false;
};

const cpuBetween = (before: MachineSample, after: MachineSample, belongs: (pid: number) => boolean): number =>
  [...after.processes]
    .filter(([pid]) => belongs(pid))
    .reduce(
      (sum, [pid, { cpuSeconds }]) => sum + cpuSeconds - (before.processes.get(pid)?.cpuSeconds ?? 0),
      0,
    );

export interface MachineUse<Program extends string> {
  /** CPU seconds of each program and its children. */
  readonly programs: Readonly<Record<Program, number>>;
  readonly postgres: number;
  /** Cores that others kept busy: 0 is a quiet machine. */
  readonly otherCores: number;
}

/** Who used the processors between two samples. Everything of ours descends from this process. */
export const compareSamples = <Program extends string>(
  before: MachineSample | undefined,
  after: MachineSample | undefined,
  pids: Readonly<Record<Program, number>>,
): MachineUse<Program> | undefined => {
  if (before === undefined || after === undefined) return undefined;
  const used = Object.entries<number>(pids).map(([program, ancestor]) => [
    program,
    cpuBetween(before, after, (pid) => isWithin(after, pid, ancestor)),
  ]);
  const postgres = cpuBetween(before, after, (pid) => after.processes.get(pid)?.name === 'postgres');
  const ours = cpuBetween(before, after, (pid) => isWithin(after, pid, process.pid));
  const seconds = (after.at - before.at) / 1000;
  return {
    programs: Object.fromEntries(used) as Record<Program, number>,
    postgres,
    otherCores: Math.max(0, (after.busySeconds - before.busySeconds - ours) / seconds),
  };
};

/** Resident memory of each process of a program, the largest first. */
export const memoryOf = (pid: number): readonly number[] => {
  const sample = sampleMachine();
  if (sample === undefined) return [];
  return [...sample.processes]
    .filter(([candidate]) => isWithin(sample, candidate, pid))
    .map(([, { rssBytes }]) => rssBytes)
    .sort((a, b) => b - a);
};
