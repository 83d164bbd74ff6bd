import type { ClusterNetwork } from '../cluster/cluster-spec.ts';
import { filled } from '../shared/present.ts';
import { type Cidr, isCidr, parseCidr } from './cidr.ts';

/** Networks of a cluster whose spec names none: those of HyperShift. */
export const defaultNetwork = {
  type: 'OVNKubernetes',
  clusterCidrs: ['10.132.0.0/14'],
  serviceCidrs: ['172.31.0.0/16'],
} as const;

export interface InnerRange {
  readonly field: 'clusterCidrs' | 'serviceCidrs';
  readonly text: string;
  readonly range: Cidr;
}

/** Ranges of pods and services that can be read, defaults included: what is made for the machines must not touch them. */
export const innerRanges = (network: ClusterNetwork = {}): readonly InnerRange[] =>
  (['clusterCidrs', 'serviceCidrs'] as const).flatMap((field) =>
    (filled(network[field]) ?? defaultNetwork[field]).flatMap((text) => {
      const range = parseCidr(text);
      return isCidr(range) ? [{ field, text, range }] : [];
    }),
  );
