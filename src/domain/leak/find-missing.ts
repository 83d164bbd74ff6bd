import { plusSeconds } from '../shared/time.ts';
import { type LeakRules, type LeakThing, resourceKeyOf } from './leak.ts';

/** Something that the database says is there, and since when it has said so. */
export interface RecordedThing extends LeakThing {
  readonly recordedAt: string;
}

/** What a list of a place can show at all. */
export interface Visibility {
  /** Types that the provider says it lists whole, under the ids that the database has. */
  readonly declared: readonly string[] | 'every';
  /** Types of which an earlier list has shown a recorded thing. */
  readonly learnt: readonly string[];
}

/** Types that this list shows under recorded ids (by their keys); they are remembered for the next one. */
export const learnTypes = (
  recorded: readonly RecordedThing[],
  listedKeys: ReadonlySet<string>,
  learnt: readonly string[],
): readonly string[] =>
  [
    ...new Set([
      ...learnt,
      ...recorded.filter((thing) => listedKeys.has(resourceKeyOf(thing))).map(({ type }) => type),
    ]),
  ].sort();

/**
 * What is recorded and was not listed. A type that no list has ever shown says nothing: the cloud may have no list of it. What was
 * recorded only shortly before the scan may not be visible yet.
 */
export const findMissing = (
  recorded: readonly RecordedThing[],
  listedKeys: ReadonlySet<string>,
  scan: { readonly startedAt: string; readonly visibility: Visibility },
  rules: LeakRules,
): readonly LeakThing[] => {
  const { declared, learnt } = scan.visibility;
  const visible = new Set(learnTypes(recorded, listedKeys, learnt));
  const isVisible = (type: string): boolean =>
    declared === 'every' || declared.includes(type) || visible.has(type);
  const latest = plusSeconds(scan.startedAt, -rules.lag);
  return recorded
    .filter(
      (thing) =>
        !listedKeys.has(resourceKeyOf(thing)) &&
        isVisible(thing.type) &&
        Date.parse(thing.recordedAt) <= Date.parse(latest),
    )
    .map(({ recordedAt: _, ...thing }) => thing);
};

/** Why a list is not believed; undefined: it is. An account in which clusters stand is not empty. */
export const doubtList = (listed: number, recorded: number): string | undefined =>
  listed === 0 && recorded > 0
    ? `The list came back empty, and the database has ${recorded} things there.`
    : undefined;
