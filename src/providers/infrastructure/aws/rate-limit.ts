/** Time as the provider sees it; tests have their own. */
export interface RateClock {
  /** Milliseconds, only going forward. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** Calls a second that an account of one region may get from this process, and how many at once after a rest. */
interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Well below what AWS grants an account, which its owner shares. Source: request throttling of the EC2 API; Route 53 grants
 * five a second to an account as a whole, and never more.
 */
const rates: Readonly<Record<string, Rate>> = {
  ec2: { perSecond: 15, burst: 40 },
  iam: { perSecond: 10, burst: 20 },
  route53: { perSecond: 4, burst: 4 },
  s3: { perSecond: 20, burst: 40 },
  usual: { perSecond: 5, burst: 10 },
};

const globalServices = ['iam', 'route53'];

interface Bucket {
  tokens: number;
  filledAt: number;
}

export interface CallPlace {
  readonly service: string;
  readonly account: string;
  readonly region: string;
}

/** One bucket of tokens an account, service and region: one tenant's clusters do not slow another's down. */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();
  private readonly clock: RateClock;

  constructor(clock: RateClock) {
    this.clock = clock;
  }

  private bucketOf({ service, account, region }: CallPlace): {
    readonly bucket: Bucket;
    readonly rate: Rate;
  } {
    const rate = rates[service] ?? rates['usual'] ?? { perSecond: 1, burst: 1 };
    const key = `${account}/${service}/${globalServices.includes(service) ? '' : region}`;
    const now = this.clock.now();
    const bucket = this.buckets.get(key) ?? { tokens: rate.burst, filledAt: now };
    const grown = ((now - bucket.filledAt) / 1000) * rate.perSecond;
    bucket.tokens = Math.min(rate.burst, bucket.tokens + Math.max(0, grown));
    bucket.filledAt = Math.max(now, bucket.filledAt);
    this.buckets.set(key, bucket);
    return { bucket, rate };
  }

  /** Waits for its turn. */
  async take(place: CallPlace): Promise<void> {
    const { bucket, rate } = this.bucketOf(place);
    bucket.tokens -= 1;
    if (bucket.tokens < 0) await this.clock.sleep((-bucket.tokens / rate.perSecond) * 1000);
  }

  /** AWS says that it was too much: the next calls wait until the bucket has come back from below. */
  slowDown(place: CallPlace): void {
    const { bucket, rate } = this.bucketOf(place);
    bucket.tokens = Math.min(bucket.tokens, -rate.perSecond);
  }
}
