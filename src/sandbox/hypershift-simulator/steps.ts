/** One thing that happens to an object after it has waited for it for `takes` simulated seconds. */
export interface Step<S> {
  readonly name: string;
  readonly takes: number;
  apply(status: S): S;
}

/** Stands for a wait that is not remembered: the time counts for whatever comes next. */
export const anyStep = '*';

export interface Waited {
  /** What the object was waiting for; undefined when it was at rest. */
  readonly step: string | undefined;
  /** Simulated seconds. */
  readonly seconds: number;
}

/** Time spent at rest, or in wait for something else, does not count. */
const waitedFor = (waited: Waited, step: string): number =>
  waited.step === anyStep || waited.step === step ? waited.seconds : 0;

export interface Due {
  readonly step: string;
  /** Simulated seconds until then. */
  readonly seconds: number;
  /** Simulated seconds that already count. */
  readonly waited: number;
}

/** Undefined when the time has come. */
export const dueAfter = (waited: Waited, step: string, takes: number): Due | undefined => {
  const seconds = waitedFor(waited, step);
  return seconds < takes ? { step, seconds: takes - seconds, waited: seconds } : undefined;
};

export interface Advance<S> {
  readonly status: S;
  readonly taken: readonly string[];
  /** Undefined when nothing more happens by itself. */
  readonly due: Due | undefined;
}

const mostSteps = 1000;

/** Takes every step that is due. How far an object is, is only in its status, so that a restarted simulator goes on from there. */
export const advance = <S>(
  start: S,
  waited: Waited,
  nextStep: (status: S) => Step<S> | undefined,
): Advance<S> => {
  let status = start;
  let step = nextStep(status);
  let left = step ? waitedFor(waited, step.name) : 0;
  const taken: string[] = [];
  while (taken.length < mostSteps) {
    if (step === undefined) return { status, taken, due: undefined };
    const { name, takes } = step;
    if (takes > left) return { status, taken, due: { step: name, seconds: takes - left, waited: left } };
    status = step.apply(status);
    left -= takes;
    taken.push(name);
    step = nextStep(status);
  }
  throw new Error(`no end after ${mostSteps} steps, the last one ${taken.at(-1)}`);
};
