import { compareVersions, minorOrdinal } from './version.ts';

/** The versions of a control plane: what it shall run, and what it last completed. They differ during an upgrade. */
export interface ControlPlaneVersions {
  readonly desired: string;
  /** Absent until the first rollout is complete. */
  readonly current?: string;
}

/** The version that everything else has to fit: during an upgrade the older one, for that is still in use. */
export const lowestActiveVersion = ({ desired, current = desired }: ControlPlaneVersions): string =>
  compareVersions(current, desired) < 0 ? current : desired;

/** Minors between two versions, positive when `to` is newer; undefined when one of them has no place in the line of minors. */
export const minorsBetween = (from: string, to: string): number | undefined => {
  const [older, newer] = [minorOrdinal(from), minorOrdinal(to)];
  return older === undefined || newer === undefined ? undefined : newer - older;
};
