import { isAmount } from '../platforms/rollout-checks.ts';
import { onlyAllowed } from '../shared/allowed-metadata.ts';
import { formatGoDuration, parseIsoDuration } from '../shared/duration.ts';
import { clusterLabels, healthCheckAnnotations, nodePoolIdLabel } from '../shared/kube-names.ts';
import type { NodePoolRepair } from './node-pool-spec.ts';

type Texts = Readonly<Record<string, string>>;

/** The labels that every object of a pool carries. */
export const nodePoolLabels = (clusterId: string, nodePoolId: string): Texts => ({
  ...clusterLabels(clusterId),
  [nodePoolIdLabel]: nodePoolId,
});

const goDuration = (isoDuration: string | undefined): string | undefined => {
  const seconds = parseIsoDuration(isoDuration ?? '');
  return seconds === undefined ? undefined : formatGoDuration(seconds);
};

/** When a machine counts as lost. Durations and amounts in their one form; what is none is not copied. */
export const repairAnnotations = ({ timeout, startupTimeout, maxUnhealthy }: NodePoolRepair = {}): Texts => {
  const values = {
    timeout: goDuration(timeout),
    startupTimeout: goDuration(startupTimeout),
    maxUnhealthy: maxUnhealthy !== undefined && isAmount(maxUnhealthy) ? String(maxUnhealthy) : undefined,
  };
  const annotations = (Object.keys(values) as (keyof typeof values)[]).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[healthCheckAnnotations[name], value]];
  });
  return onlyAllowed('annotation', 'NodePool', Object.fromEntries(annotations));
};
