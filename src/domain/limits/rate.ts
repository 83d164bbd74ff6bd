/** How much may be asked for in a window. The whole quota may be used at once; it comes back evenly over the window. */
export interface RatePolicy {
  readonly name: string;
  /** Units in a window; a request costs one or more. */
  readonly quota: number;
  readonly windowSeconds: number;
}

/** What one request takes from one bucket. */
export interface Charge {
  /** Names the bucket by ids, never by a secret. */
  readonly key: string;
  readonly policy: RatePolicy;
  /** Units; 0 only looks. */
  readonly cost: number;
}

export interface RateVerdict {
  readonly policy: RatePolicy;
  readonly allowed: boolean;
  /** Whole units that are left. */
  readonly remaining: number;
  /** Seconds until the whole quota is there again. */
  readonly resetSeconds: number;
  /** Seconds until the same request is allowed; 0 when it is. */
  readonly retryAfterSeconds: number;
}

/** Takes all charges of a request, or none when one of them is refused. */
export interface RateLimiter {
  readonly take: (charges: readonly Charge[]) => readonly RateVerdict[] | Promise<readonly RateVerdict[]>;
}

/**
 * Decides one charge by the generic cell rate algorithm (ITU-T I.371): a bucket is one number, the time in milliseconds
 * at which it is full again. A stored time beyond a whole window comes from a clock that went back, and is cut to it:
 * nobody waits longer than one window.
 */
export const decideCharge = (
  fullAt: number | undefined,
  now: number,
  { policy, cost }: Pick<Charge, 'policy' | 'cost'>,
): { readonly verdict: RateVerdict; readonly fullAt: number } => {
  const window = policy.windowSeconds * 1000;
  const unit = window / policy.quota;
  const before = Math.min(Math.max(fullAt ?? now, now), now + window);
  const after = before + unit * cost;
  const allowed = after - now <= window + unit * 1e-6;
  const kept = allowed ? after : before;
  return {
    fullAt: kept,
    verdict: {
      policy,
      allowed,
      remaining: Math.max(0, Math.floor((now + window - kept) / unit + 1e-6)),
      resetSeconds: Math.ceil((kept - now) / 1000),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((after - now - window) / 1000)),
    },
  };
};
