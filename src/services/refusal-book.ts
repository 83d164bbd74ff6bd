import type { Actor } from '../domain/access/actor.ts';
import type { AuditOutcome, RequestOrigin } from '../domain/audit/audit-record.ts';

/** A request that changed nothing, as the audit trail is to show it. */
export interface UnchangedAnswer {
  /** Empty for callers of the fleet, and for who is unknown. */
  readonly tenantId: string;
  readonly actor: Actor;
  readonly origin: RequestOrigin;
  readonly targetKind: string;
  readonly targetId: string;
  readonly outcome: Exclude<AuditOutcome, 'accepted'>;
  readonly status: number;
  readonly code?: string | undefined;
  readonly requestId: string;
}

/** One record to be stored: an answer, or how many there were like it. */
export interface BookedAnswer extends UnchangedAnswer {
  readonly count: number;
  readonly at: string;
}

/** How many records one process stores in a minute, whatever comes. */
export interface BookLimits {
  /** Answers of one kind that have a record each. */
  readonly alonePerKind: number;
  /** Answers of one tenant that have a record each. */
  readonly alone: number;
  /** Kinds that are counted apart; all others are counted together. */
  readonly kinds: number;
}

const tenantLimits: BookLimits = { alonePerKind: 20, alone: 300, kinds: 200 };
/** Callers without credentials cost nothing to be, so they get little: their kinds are their addresses. */
const anonymousLimits: BookLimits = { alonePerKind: 5, alone: 60, kinds: 30 };

export interface BookLimitsByCaller {
  readonly tenant: BookLimits;
  readonly anonymous: BookLimits;
}

export const bookMinuteMs = 60_000;

interface Kind {
  alone: number;
  folded: number;
  last: UnchangedAnswer;
  at: string;
}

interface Chapter {
  readonly limits: BookLimits;
  readonly kinds: Map<string, Kind>;
  alone: number;
  others: Kind | undefined;
}

const kindOf = ({ actor, origin, outcome, code }: UnchangedAnswer): string =>
  actor.kind === 'anonymous'
    ? origin.sourceAddress
    : `${actor.kind} ${actor.id} ${origin.operation} ${outcome} ${code ?? ''}`;

/**
 * Decides which answers have a record each, and counts the others. The first of a kind in a minute stand alone; the rest of the
 * minute is one record with their number, so a flood is seen and does not fill the disk.
 */
export class RefusalBook {
  readonly #limits: BookLimitsByCaller;
  readonly #chapters = new Map<string, Chapter>();
  #minute = 0;
  #pending: BookedAnswer[] = [];

  constructor(limits: BookLimitsByCaller = { tenant: tenantLimits, anonymous: anonymousLimits }) {
    this.#limits = limits;
  }

  /** Adds an answer given at `at`. */
  add(answer: UnchangedAnswer, at: string): void {
    this.#turn(at);
    const chapter = this.#chapterOf(answer);
    const kind = this.#kindIn(chapter, answer, at);
    if (
      kind !== chapter.others &&
      kind.alone < chapter.limits.alonePerKind &&
      chapter.alone < chapter.limits.alone
    ) {
      kind.alone += 1;
      chapter.alone += 1;
      this.#pending.push({ ...answer, count: 1, at });
      return;
    }
    kind.folded += 1;
    kind.last = answer;
    kind.at = at;
  }

  /** What is to be stored by now: the counts of a minute come when it is over, or when `final` says that all is. */
  take(now: string, final = false): readonly BookedAnswer[] {
    this.#turn(now);
    if (final) this.#close();
    const taken = this.#pending;
    this.#pending = [];
    return taken;
  }

  #turn(at: string): void {
    const minute = Math.floor(Date.parse(at) / bookMinuteMs);
    if (minute === this.#minute) return;
    this.#close();
    this.#minute = minute;
  }

  #close(): void {
    for (const { kinds, others } of this.#chapters.values())
      for (const { folded, last, at } of [...kinds.values(), ...(others === undefined ? [] : [others])])
        if (folded > 0) this.#pending.push({ ...last, count: folded, at });
    this.#chapters.clear();
  }

  #chapterOf({ tenantId, actor }: UnchangedAnswer): Chapter {
    const isAnonymous = actor.kind === 'anonymous';
    const name = isAnonymous ? 'anonymous' : `tenant ${tenantId}`;
    const known = this.#chapters.get(name);
    if (known !== undefined) return known;
    const limits = isAnonymous ? this.#limits.anonymous : this.#limits.tenant;
    const made: Chapter = { limits, kinds: new Map(), alone: 0, others: undefined };
    this.#chapters.set(name, made);
    return made;
  }

  #kindIn(chapter: Chapter, answer: UnchangedAnswer, at: string): Kind {
    const name = kindOf(answer);
    const known = chapter.kinds.get(name);
    if (known !== undefined) return known;
    const made: Kind = { alone: 0, folded: 0, last: answer, at };
    if (chapter.kinds.size < chapter.limits.kinds) {
      chapter.kinds.set(name, made);
      return made;
    }
    chapter.others ??= made;
    return chapter.others;
  }
}
