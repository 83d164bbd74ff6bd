import type { ClusterSpec } from '../cluster/cluster-spec.ts';
import { minorOrdinal } from '../release/version.ts';

/** Major and minor of a version, or of a channel name such as stable-4.19; undefined when neither says it. */
const minorOf = (version: ClusterSpec['version']): string | undefined => {
  const text = typeof version === 'string' ? version : version.channel;
  const [, minor] = /(?:^|-)(\d+\.\d+)/.exec(text) ?? [];
  return minor;
};

/** Whether what is asked for is older than a minor such as 4.20. What does not say its minor is taken to be new enough. */
export const isOlderThan = (version: ClusterSpec['version'], minor: string): boolean => {
  const text = minorOf(version) ?? minor;
  // Before 4.0 there is no line of minors.
  if (Number(text.split('.')[0]) < 4) return true;
  const [asked, wanted] = [minorOrdinal(text), minorOrdinal(minor)];
  return asked !== undefined && wanted !== undefined && asked < wanted;
};
