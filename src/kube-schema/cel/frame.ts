import { CelError, type CelValue } from './values.ts';

/** Thrown when the rules of one request have looped too long. */
export class BudgetSpent extends Error {}

/**
 * How many turns the loops of all rules of one request may take together. Kubernetes counts finer (its cost units), but
 * what matters is the same: a large object must not stop the process.
 */
export class Budget {
  #left: number;

  constructor(turns: number) {
    this.#left = turns;
  }

  spend(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new BudgetSpent();
  }
}

/** A value, or why it could not be had: that is an error only for an expression that uses it. */
export type Slot = CelValue | CelError;

/** The variables of one evaluation, by slot. */
export interface Frame {
  readonly slots: Slot[];
  readonly budget: Budget;
}

export const keepFailure = (read: () => CelValue): Slot => {
  try {
    return read();
  } catch (error) {
    if (error instanceof CelError) return error;
    throw error;
  }
};

export const readSlot = ({ slots }: Frame, slot: number): CelValue => {
  const value = slots[slot] ?? null;
  if (value instanceof CelError) throw value;
  return value;
};

export type Evaluate = (frame: Frame) => CelValue;

/** Names that an expression can see, each with its slot. */
export class Scope {
  readonly #slots: ReadonlyMap<string, number>;
  readonly size: number;

  constructor(slots: ReadonlyMap<string, number>, size: number) {
    this.#slots = slots;
    this.size = size;
  }

  slotOf(name: string): number | undefined {
    return this.#slots.get(name);
  }

  /** The scope inside a loop; the variables take the slots from `size` on. */
  with(...names: readonly string[]): Scope {
    const added = names.map((name, index) => [name, this.size + index] as const);
    return new Scope(new Map([...this.#slots, ...added]), this.size + names.length);
  }
}

export const rootScope = new Scope(
  new Map([
    ['self', 0],
    ['oldSelf', 1],
  ]),
  2,
);
