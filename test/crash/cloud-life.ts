import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../src/domain/infrastructure/infrastructure-plan.ts';
import { CloudError, type CloudSession } from '../../src/providers/infrastructure/contract.ts';
import {
  createInfrastructureLife,
  MemoryJournal,
  WorkerKilled,
} from '../harness/infrastructure/infrastructure-life.ts';

/** One call to a cloud, as its double sees it. */
export interface CloudCall {
  readonly action: string;
  readonly isWrite: boolean;
  readonly phase: 'before' | 'after';
}

/** What the double does to a call: it passes, is never made, or is made and its reply lost. */
export type CallFate = 'pass' | 'drop' | 'loseReply';

/** A double of a cloud in which a cluster's infrastructure lives from its creation to its end. */
export interface LifeCloud {
  readonly name: string;
  /** An empty account with what a customer has in it beforehand; lists lag by so many seconds. */
  reset(options: { readonly lagSeconds: number }): Promise<void>;
  readonly request: InfrastructureRequest;
  readonly plan: readonly PlannedStep[];
  /** After a change of the spec, such as a further zone; undefined when nothing of it can change. */
  readonly changed?: { readonly request: InfrastructureRequest; readonly plan: readonly PlannedStep[] };
  /** A session for one pass. */
  open(phase: 'create' | 'destroy'): Promise<CloudSession>;
  /** Milliseconds. */
  clock(): number;
  advance(seconds: number): Promise<void> | void;
  /** Asked around each call; undefined: let all pass. */
  watch(decide: ((call: CloudCall) => CallFate) | undefined): void;
  /** Everything in the account that is not the cloud's own, by type and name, sorted. */
  census(): Promise<readonly string[]>;
  /** Ends what the double runs. */
  stop?(): Promise<void>;
}

export const mishaps = ['kill before', 'kill after', 'lose reply'] as const;
export type Mishap = (typeof mishaps)[number];

export interface Armed {
  /** Counted from 1 over all calls of a life. */
  readonly call: number;
  readonly mishap: Mishap;
}

export interface LifeReport {
  readonly calls: number;
  /** Those of them that change something, by their numbers. */
  readonly writes: readonly number[];
  readonly problems: readonly string[];
  /** What was there when all was made. */
  readonly made: readonly string[];
}

/** A worker that was killed: the call that it was in ends in an error, and nothing of it is stored or asked any more. */
class Grave {
  isDead = false;

  guard(): void {
    if (this.isDead) throw new WorkerKilled('killed');
  }
}

/** What is in one list oftener than in the other. */
const surplus = (list: readonly string[], other: readonly string[]): readonly string[] => {
  const rest = [...other];
  return list.filter((line) => {
    const index = rest.indexOf(line);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
};

/**
 * One life: made, looked at, changed, looked at, taken away; with one mishap at one call. Whoever dies is replaced by a worker that
 * knows only what is stored.
 */
export const runLife = async (
  cloud: LifeCloud,
  options: { readonly lagSeconds: number; readonly armed?: Armed; readonly expected?: readonly string[] },
): Promise<LifeReport> => {
  await cloud.reset({ lagSeconds: options.lagSeconds });
  const before = await cloud.census();
  let calls = 0;
  const writes: number[] = [];
  const grave = new Grave();
  const { armed } = options;
  cloud.watch(({ phase, isWrite }) => {
    // The dead do not call.
    if (grave.isDead) return 'drop';
    if (phase === 'before') calls += 1;
    if (phase === 'before' && isWrite) writes.push(calls);
    if (armed === undefined || calls !== armed.call) return 'pass';
    if (armed.mishap === 'lose reply') return phase === 'after' && isWrite ? 'loseReply' : 'pass';
    if (armed.mishap !== `kill ${phase}`) return 'pass';
    grave.isDead = true;
    return phase === 'before' ? 'drop' : 'loseReply';
  });
  const journal = new MemoryJournal();
  journal.around = (save) => {
    grave.guard();
    save();
  };
  const lifeOf = ({ request, plan }: Pick<LifeCloud, 'request' | 'plan'>) =>
    createInfrastructureLife({
      request,
      plan,
      open: cloud.open,
      clock: cloud.clock,
      journal,
      assertHeld: async () => grave.guard(),
      onKilled: () => {
        grave.isDead = false;
      },
      advance: cloud.advance,
    });
  const problems: string[] = [];
  const demand = (what: string, found: readonly string[], wanted: readonly string[]): void => {
    const missing = surplus(wanted, found);
    const extra = surplus(found, wanted);
    if (missing.length + extra.length > 0)
      problems.push(
        `${what}: missing ${missing.join(', ') || 'nothing'}; too much ${extra.join(', ') || 'nothing'}`,
      );
  };
  let made: readonly string[] = [];
  try {
    let life = lifeOf(cloud);
    await life.create();
    if (cloud.changed !== undefined) {
      life = lifeOf(cloud.changed);
      await life.create();
    }
    await life.checkUntilDone();
    made = await cloud.census();
    demand('made', made, options.expected ?? made);
    await life.destroy();
    demand('taken away', await cloud.census(), before);
  } catch (error) {
    problems.push(
      error instanceof CloudError ? `${error.kind} ${error.code}: ${error.message}` : String(error),
    );
  } finally {
    cloud.watch(undefined);
  }
  return { calls, writes, problems, made };
};
