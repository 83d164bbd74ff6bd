import { type Charge, decideCharge, type RateLimiter, type RateVerdict } from './rate.ts';

export interface ProcessRateLimiterOptions {
  /** Milliseconds of a clock that does not go back. */
  readonly now: () => number;
  /** Of how many processes this is one: each grants its part. */
  readonly processes: number;
  /** Buckets that are kept at most; the one that was used longest ago goes first. */
  readonly maxBuckets: number;
}

export interface ProcessRateLimiter extends RateLimiter {
  readonly take: (charges: readonly Charge[]) => readonly RateVerdict[];
  readonly size: () => number;
}

/** Counts in the memory of this process. Its table is bounded, so that many names cannot fill the memory. */
export const createProcessRateLimiter = ({
  now,
  processes,
  maxBuckets,
}: ProcessRateLimiterOptions): ProcessRateLimiter => {
  const buckets = new Map<string, number>();

  const partOf = (charge: Charge): Charge => {
    if (processes === 1) return charge;
    // Never less than what the request costs: a part that small would refuse it for ever.
    const quota = Math.max(1, charge.cost, Math.floor(charge.policy.quota / processes));
    return { ...charge, policy: { ...charge.policy, quota } };
  };

  const store = (key: string, fullAt: number): void => {
    buckets.delete(key);
    if (buckets.size >= maxBuckets) buckets.delete(buckets.keys().next().value ?? '');
    buckets.set(key, fullAt);
  };

  const take = (charges: readonly Charge[]): readonly RateVerdict[] => {
    const time = now();
    const decided = charges.map((charge) => decideCharge(buckets.get(charge.key), time, partOf(charge)));
    if (decided.every(({ verdict }) => verdict.allowed))
      for (const [index, { key, cost }] of charges.entries())
        if (cost > 0) store(key, decided[index]?.fullAt ?? time);
    return decided.map(({ verdict }) => verdict);
  };

  return { take, size: () => buckets.size };
};
