import type { ClusterRendering } from '../platforms/platform-rules.ts';
import { platformOf } from '../platforms/platforms.ts';
import { onlyAllowed } from '../shared/allowed-metadata.ts';
import { formatGoDuration, parseIsoDuration } from '../shared/duration.ts';
import {
  apiServerVerbosityAnnotation,
  cleanupAnnotation,
  clusterLabels,
  gracePeriodAnnotation,
  restartAnnotation,
  sandboxLabels,
  silenceAlertsLabel,
} from '../shared/kube-names.ts';
import type { Cluster } from './cluster.ts';

type Texts = Readonly<Record<string, string>>;

const one = (name: string, value: string | undefined): Texts =>
  value === undefined ? {} : { [name]: value };

/** An instant in the one form; text that is none is not copied. */
const instant = (text: string | undefined): string | undefined => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

const duration = (text: string | undefined): string | undefined => {
  const seconds = parseIsoDuration(text ?? '');
  return seconds === undefined ? undefined : formatGoDuration(seconds);
};

/** Those that a tenant may choose the value of hold an instant, a duration or a number, never a text as it was sent. */
export const hostedClusterAnnotations = ({ spec }: Cluster, rendering: ClusterRendering): Texts => {
  const { restartedAt, apiServerVerbosity } = spec.controlPlane ?? {};
  return onlyAllowed('annotation', 'HostedCluster', {
    [cleanupAnnotation]: 'true',
    ...one(restartAnnotation, instant(restartedAt)),
    ...one(gracePeriodAnnotation, duration(spec.deletionGracePeriod)),
    ...one(
      apiServerVerbosityAnnotation,
      Number.isInteger(apiServerVerbosity) ? String(apiServerVerbosity) : undefined,
    ),
    ...platformOf(spec.platform.type).annotations?.(rendering),
  });
};

export const hostedClusterLabels = ({ id, spec, labels }: Cluster): Texts =>
  onlyAllowed('label', 'HostedCluster', {
    ...clusterLabels(id),
    ...one(silenceAlertsLabel, spec.monitoring?.silenceAlerts === true ? 'true' : undefined),
    ...sandboxLabels(labels),
  });
