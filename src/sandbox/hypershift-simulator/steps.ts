/** One thing that happens to an object after it has been in its present state for `takes` simulated seconds. */
export interface Step<S> {
  readonly name: string;
  readonly takes: number;
  apply(status: S): S;
}

export interface Advance<S> {
  readonly status: S;
  readonly taken: readonly string[];
  /** Simulated seconds that the last step left over; they count towards the next one. */
  readonly left: number;
  /** Simulated seconds until the next step is due; undefined when nothing more happens by itself. */
  readonly due: number | undefined;
}

const mostSteps = 1000;

/** Takes every step that is due. The state is only in the status, so that a restarted simulator goes on from there. */
export const advance = <S>(
  start: S,
  elapsed: number,
  nextStep: (status: S) => Step<S> | undefined,
): Advance<S> => {
  let status = start;
  let left = elapsed;
  const taken: string[] = [];
  while (taken.length < mostSteps) {
    const step = nextStep(status);
    if (step === undefined) return { status, taken, left, due: undefined };
    if (step.takes > left) return { status, taken, left, due: step.takes - left };
    status = step.apply(status);
    left -= step.takes;
    taken.push(step.name);
  }
  throw new Error(`no end after ${mostSteps} steps, the last one ${taken.at(-1)}`);
};
