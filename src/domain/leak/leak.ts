/** What is held against the database: things in cloud accounts, and objects on management clusters. */
export const leakSides = ['cloud', 'managementCluster'] as const;
export type LeakSide = (typeof leakSides)[number];

/**
 * What a scan says of one thing. Only what is `leaked` is ever removed.
 *
 * - `protected`: marked not to be deleted.
 * - `uncertain`: something that the judgement needs is not known.
 * - `young`: made too short a while ago.
 * - `active`: of a cluster that lives.
 * - `unconfirmed`: not seen often or long enough.
 * - `leaked`: ours, and nothing that lives needs it.
 * - `missing`: recorded, and not there.
 */
export const leakVerdicts = [
  'protected',
  'uncertain',
  'young',
  'active',
  'unconfirmed',
  'leaked',
  'missing',
] as const;
export type LeakVerdict = (typeof leakVerdicts)[number];

/** Something with our mark that a scan has shown, or something recorded that it has not. */
export interface LeakThing {
  readonly side: LeakSide;
  /** The provider's own word, or the kind of an object: `natGateway`, `Namespace`. */
  readonly type: string;
  /** The cloud's id; of an object its name, with its namespace in front: `hc-…/payments`. */
  readonly id: string;
  /** What it is told apart by where that is not its id as it is written; see `withResourceKey`. */
  readonly key?: string;
  readonly name?: string;
  readonly region?: string;
  readonly infraId?: string;
  readonly tenantId?: string;
  readonly clusterId?: string;
  readonly nodePoolId?: string;
  /** By its mark, or by the server that has it. RFC 3339. */
  readonly createdAt?: string;
  readonly isProtected: boolean;
  /** Of an object: deletes carry it. */
  readonly uid?: string;
  /** Step of the plan that a recorded thing belongs to. */
  readonly step?: string;
  /** Why it cannot be judged, in words. */
  readonly doubt?: string;
}

/** One gate that a thing did not pass, or what speaks for its removal. */
export interface LeakReason {
  /** Stable word: `young`. */
  readonly code: string;
  /** For people. */
  readonly detail: string;
}

/** What is stored of a thing that is out of place. */
export interface Sighting {
  /** Absent before it is stored. */
  readonly leakId?: string;
  readonly thing: LeakThing;
  readonly verdict: LeakVerdict;
  readonly reasons: readonly LeakReason[];
  /** The database remembers that what it belonged to was deleted. */
  readonly isRemembered: boolean;
  /** Start of the first and of the last scan that showed it so. */
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  /** Scans that showed it so. */
  readonly scans: number;
}

/** Tells things of one type and place apart. */
export const resourceKeyOf = ({ id, key }: Pick<LeakThing, 'id' | 'key'>): string => key ?? id;

/** Tells things of one place apart. */
export const thingKey = (thing: Pick<LeakThing, 'type' | 'id' | 'key'>): string =>
  `${thing.type} ${resourceKeyOf(thing)}`;

export interface LeakRules {
  /** Seconds since `berth-created-at` before a thing in a cloud may be called leaked. */
  readonly cloudAge: number;
  /** The same for objects on management clusters, by their creation timestamp. */
  readonly objectAge: number;
  /** Seconds between the first and the last of at least two scans that show it. */
  readonly confirmation: number;
  /** Seconds during which not seeing what was just made proves nothing. */
  readonly lag: number;
  /** Seconds for which what a management cluster has shown is good enough to call things in clouds dead. */
  readonly managementKnown: number;
}

export const leakRules: LeakRules = {
  cloudAge: 24 * 3600,
  objectAge: 3600,
  confirmation: 3600,
  lag: 60,
  managementKnown: 24 * 3600,
};
