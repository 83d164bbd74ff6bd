/** Milliseconds for which an answer is given from memory: what is revoked is refused within it. */
const freshFor = 4000;
/** Answers remembered at most; the oldest goes first. */
const remembered = 10_000;

/** Answers that a process remembers for a moment, so that not every request asks the database who it is from. */
export interface ShortMemory<Answer> {
  /** The remembered answer, or what `look` finds. A failure is not remembered. */
  recall(name: string, look: () => Promise<Answer>): Promise<Answer>;
}

export const createShortMemory = <Answer>(monotonic: () => number): ShortMemory<Answer> => {
  const known = new Map<string, { readonly at: number; readonly answer: Promise<Answer> }>();
  return {
    recall: (name, look) => {
      const entry = known.get(name);
      if (entry !== undefined && monotonic() - entry.at < freshFor) return entry.answer;
      const answer = look();
      known.delete(name);
      known.set(name, { at: monotonic(), answer });
      const [oldest] = known.keys();
      if (known.size > remembered && oldest !== undefined) known.delete(oldest);
      answer.catch(() => known.delete(name));
      return answer;
    },
  };
};
