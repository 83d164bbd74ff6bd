import type { Principal } from '../access/principal.ts';
import type { Charge, RatePolicy } from './rate.ts';

/** Units a minute. 0 switches a limit off. */
export interface RequestLimits {
  readonly reads: number;
  readonly writes: number;
  readonly tenantReads: number;
  readonly tenantWrites: number;
  /** Of each principal of the fleet, for reads and for writes. */
  readonly fleet: number;
  /** Refused attempts to authenticate, of one source address. */
  readonly failures: number;
}

const windowSeconds = 60;

const policy = (name: string, quota: number): RatePolicy => ({ name, quota, windowSeconds });

/** What a request of a principal takes from which buckets; those that are switched off are left out. */
export const chargesFor = (
  limits: RequestLimits,
  { id, tenantId }: Pick<Principal, 'id' | 'tenantId'>,
  kind: 'read' | 'write',
  cost: number,
): readonly Charge[] => {
  const isRead = kind === 'read';
  const charge = (scope: string, owner: string, quota: number): Charge[] =>
    quota === 0
      ? []
      : [
          {
            key: `${scope}-${kind}:${owner}`,
            policy: policy(`${scope}-${kind}`, Math.max(quota, cost)),
            cost,
          },
        ];
  if (tenantId === undefined) return charge('fleet', id, limits.fleet);
  return [
    // A principal of an identity provider may have the same name in two tenants.
    ...charge('principal', `${tenantId}/${id}`, isRead ? limits.reads : limits.writes),
    ...charge('tenant', tenantId, isRead ? limits.tenantReads : limits.tenantWrites),
  ];
};

/** What a refused attempt to authenticate takes from the bucket of its source address; 0 only looks. */
export const failureCharge = (limits: RequestLimits, source: string, cost: 0 | 1): Charge => ({
  key: `failures:${source}`,
  policy: policy('failures', limits.failures),
  cost,
});
