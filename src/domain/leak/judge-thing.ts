import type { LeakReason, LeakRules, LeakThing, LeakVerdict, Sighting } from './leak.ts';

/**
 * What the database and the management clusters know of what a thing belongs to. Read after the list that shows it, as a row is
 * always committed before what is made for it.
 *
 * - `live`: the database has its cluster (or node pool).
 * - `referred`: it has not, but a HostedCluster goes by the infraID.
 * - `elsewhere`: it has its cluster, on another management cluster.
 * - `unreadable`: it has not, and not every management cluster could be asked.
 * - `deleted`: it remembers that the cluster was deleted.
 * - `unknown`: it has never heard of it.
 */
export type Owner = 'live' | 'referred' | 'elsewhere' | 'unreadable' | 'deleted' | 'unknown';

export interface ThingHistory {
  readonly firstSeenAt: string;
  readonly scans: number;
}

export interface Judgement {
  readonly verdict: LeakVerdict;
  readonly reasons: readonly LeakReason[];
  readonly isRemembered: boolean;
}

interface Gate extends LeakReason {
  readonly verdict: LeakVerdict;
}

const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000;

const words = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
};

/** A mark that is empty or cut off may be read as a time long ago; nothing of ours is from before this. */
const firstBelieved = Date.parse('2024-01-01T00:00:00Z');

const ageGates = (thing: LeakThing, now: string, rules: LeakRules): readonly Gate[] => {
  const age = secondsBetween(thing.createdAt ?? '', now);
  if (Number.isNaN(age) || Date.parse(thing.createdAt ?? '') < firstBelieved)
    return [{ verdict: 'uncertain', code: 'no-age', detail: 'It does not say when it was made.' }];
  const least = thing.side === 'cloud' ? rules.cloudAge : rules.objectAge;
  if (age >= least) return [];
  const detail = `It was made ${words(Math.max(0, age))} ago; nothing is removed before ${words(least)}.`;
  return [{ verdict: 'young', code: 'young', detail }];
};

const doubtGates = (thing: LeakThing): readonly Gate[] => {
  if (thing.doubt !== undefined) return [{ verdict: 'uncertain', code: 'doubtful', detail: thing.doubt }];
  const isNameless = (thing.infraId ?? '') === '' && (thing.clusterId ?? '') === '';
  if (!isNameless) return [];
  return [{ verdict: 'uncertain', code: 'no-owner', detail: 'Its marks name no cluster.' }];
};

const ownerGates: Readonly<Record<Owner, readonly Gate[]>> = {
  live: [{ verdict: 'active', code: 'cluster-lives', detail: 'Its cluster lives.' }],
  referred: [
    {
      verdict: 'active',
      code: 'hosted-cluster-refers',
      detail: 'The database does not have its cluster, but a HostedCluster goes by its infraID.',
    },
  ],
  elsewhere: [
    {
      verdict: 'uncertain',
      code: 'placed-elsewhere',
      detail: 'Its cluster lives on another management cluster.',
    },
  ],
  unreadable: [
    {
      verdict: 'uncertain',
      code: 'management-clusters-unknown',
      detail: 'Not every management cluster could be asked for a HostedCluster that needs it.',
    },
  ],
  deleted: [],
  unknown: [],
};

const confirmationGates = (
  { firstSeenAt, scans }: ThingHistory,
  now: string,
  rules: LeakRules,
): readonly Gate[] => {
  const seconds = secondsBetween(firstSeenAt, now);
  if (scans >= 2 && seconds >= rules.confirmation) return [];
  const seen = scans === 1 ? 'once' : `${scans} times over ${words(seconds)}`;
  const detail = `Seen ${seen}; it takes two scans that are ${words(rules.confirmation)} apart.`;
  return [{ verdict: 'unconfirmed', code: 'unconfirmed', detail }];
};

const whyDead = (owner: Owner): LeakReason =>
  owner === 'deleted'
    ? { code: 'cluster-deleted', detail: 'The database remembers that its cluster was deleted.' }
    : {
        code: 'never-known',
        detail: 'The database has never known its cluster; it is removed only when it is named by its id.',
      };

/**
 * Judges one thing with our mark. The first gate that is closed decides, all that are closed are told: protected → does not say
 * enough of itself → too young → active → not every witness was heard → not confirmed → leaked. `now`: start of the scan.
 */
export const judgeThing = (
  thing: LeakThing,
  owner: Owner,
  history: ThingHistory,
  now: string,
  rules: LeakRules,
): Judgement => {
  const gates: readonly Gate[] = [
    ...(thing.isProtected
      ? [{ verdict: 'protected' as const, code: 'protected', detail: 'It is marked not to be deleted.' }]
      : []),
    ...doubtGates(thing),
    ...ageGates(thing, now, rules),
    ...ownerGates[owner],
    ...confirmationGates(history, now, rules),
  ];
  const reasons = gates.map(({ code, detail }) => ({ code, detail }));
  const isRemembered = owner === 'deleted';
  const [first] = gates;
  if (first !== undefined) return { verdict: first.verdict, reasons, isRemembered };
  return { verdict: 'leaked', reasons: [whyDead(owner)], isRemembered };
};

/** Whether a thing that was found leaked still is, by what is known just before its removal. */
export const isStillLeaked = (
  sighting: Sighting,
  seen: LeakThing,
  owner: Owner,
  now: string,
  rules: LeakRules,
): Judgement =>
  judgeThing(seen, owner, { firstSeenAt: sighting.firstSeenAt, scans: sighting.scans }, now, rules);
