/** How the double differs from an account that answers at once and has no limits. Times are in seconds of the double's clock. */
export interface StrictKnobs {
  /** For so long lists and looks do not show what was just made. */
  hideSeconds: number;
  /**
   * What a lagging cloud refuses to take as a reference: `known`, the cases on record (a NAT gateway in a new subnet, a route to a new
   * NAT gateway, an endpoint on a new table); `every`, whatever names a thing that is still hidden, deletes apart.
   */
  lagReaches: 'known' | 'every';
  /** For so long lists and looks still show what was just deleted. */
  lingerSeconds: number;
  /** Until a NAT gateway is available, and until a deleted one is gone and lets go of its address and subnet. */
  natCreateSeconds: number;
  natDeleteSeconds: number;
  /** For so long the interfaces of a deleted load balancer or interface endpoint stay. */
  interfaceSeconds: number;
  /** For so long a new role can neither be assumed nor be named in a trust policy. */
  iamSeconds: number;
  /** Whether sessions end on the double's clock. Off: clients look at the wall clock when they renew theirs. */
  sessionsEnd: boolean;
  /** Whether sessions may only do what the policies of their role, and their own, allow. */
  enforcePolicies: boolean;
  /** Actions that nobody may do whatever the policies say: `ec2:CreateVpc`, `iam:*`. */
  readonly denied: Set<string>;
  /** Calls to Route 53 per second and account; AWS allows 5. Undefined: any number. */
  route53PerSecond: number | undefined;
  /** No list gives more than so many at once; callers have to ask for the next page. Undefined: what they ask for. */
  pageSize: number | undefined;
  /** How many an account may have, by the action that makes one; per region for EC2, per zone for NAT gateways. Absent: any number. */
  readonly limits: Record<string, number>;
}

/** What AWS grants a new account. */
const usualLimits: Readonly<Record<string, number>> = {
  CreateVpc: 5,
  CreateInternetGateway: 5,
  AllocateAddress: 5,
  CreateNatGateway: 5,
  CreateRole: 1000,
  CreateInstanceProfile: 1000,
  CreateOpenIDConnectProvider: 100,
  CreateHostedZone: 500,
};

export const usualKnobs = (): StrictKnobs => ({
  hideSeconds: 0,
  lagReaches: 'known',
  lingerSeconds: 0,
  natCreateSeconds: 100,
  natDeleteSeconds: 50,
  interfaceSeconds: 60,
  iamSeconds: 0,
  sessionsEnd: false,
  enforcePolicies: true,
  denied: new Set(),
  route53PerSecond: undefined,
  pageSize: undefined,
  limits: { ...usualLimits },
});

/** Turns all knobs of an object back, so that whoever holds it sees it. */
export const resetKnobs = (knobs: StrictKnobs): void => {
  const { denied: _none, limits, ...rest } = usualKnobs();
  Object.assign(knobs, rest);
  knobs.denied.clear();
  for (const action of Object.keys(knobs.limits)) delete knobs.limits[action];
  Object.assign(knobs.limits, limits);
};
