import { toGoDuration } from '../shared/duration.ts';
import type { JsonObject } from '../shared/json.ts';
import { proxyTrustBundleName } from '../shared/kube-names.ts';
import { filled, filledDeep, filledMembers } from '../shared/present.ts';
import type { CompleteClusterSpec } from './cluster-defaults.ts';

type Configuration = NonNullable<CompleteClusterSpec['configuration']>;

const renderProxy = ({ proxy = {} }: Configuration, hostedClusterName: string): JsonObject | undefined =>
  filledMembers({
    httpProxy: filled(proxy.httpProxy),
    httpsProxy: filled(proxy.httpsProxy),
    noProxy: filled(proxy.noProxy),
    readinessEndpoints: filled(proxy.readinessEndpoints),
    trustedCA:
      filled(proxy.trustBundle) === undefined ? undefined : { name: proxyTrustBundleName(hostedClusterName) },
  });

const renderOperatorHub = ({
  disableDefaultCatalogSources,
  operatorhub,
}: Configuration): JsonObject | undefined =>
  filledMembers({
    disableAllDefaultSources: disableDefaultCatalogSources === true ? true : undefined,
    sources: filledDeep(operatorhub?.sources),
  });

/** `spec.configuration` of a HostedCluster. */
export const renderConfiguration = (
  { configuration = {} }: CompleteClusterSpec,
  hostedClusterName: string,
): JsonObject | undefined =>
  filledMembers({
    apiServer: filledDeep(configuration.apiServer),
    featureGate: filledMembers({ featureSet: configuration.featureSet }),
    image: filledDeep(configuration.image),
    ingress: filledDeep(configuration.ingress),
    network: filledDeep(configuration.network),
    oauth: filledDeep(configuration.oauth),
    operatorhub: renderOperatorHub(configuration),
    proxy: renderProxy(configuration, hostedClusterName),
    scheduler: filledDeep(configuration.scheduler),
  });

const scaling = { upOnly: 'ScaleUpOnly', upAndDown: 'ScaleUpAndScaleDown' } as const;

/** `spec.autoscaling` of a HostedCluster: how the autoscaler of the cluster works. */
export const renderAutoscaling = ({ autoscaling = {} }: CompleteClusterSpec): JsonObject | undefined =>
  filledMembers({
    maxNodesTotal: autoscaling.maxNodesTotal,
    maxPodGracePeriod: autoscaling.maxPodGracePeriodSeconds,
    maxNodeProvisionTime:
      autoscaling.maxNodeProvisionTime === undefined
        ? undefined
        : toGoDuration(autoscaling.maxNodeProvisionTime),
    podPriorityThreshold: autoscaling.podPriorityThreshold,
    expanders: filled(autoscaling.expanders),
    balancingIgnoredLabels: filled(autoscaling.balancingIgnoredLabels),
    maxFreeDifferenceRatioPercent: autoscaling.maxFreeDifferenceRatioPercent,
    scaling: autoscaling.scaling && scaling[autoscaling.scaling],
    scaleDown: filledDeep(autoscaling.scaleDown),
  });

/** `spec.monitoring` of a HostedCluster. */
export const renderMonitoring = ({ monitoring = {} }: CompleteClusterSpec): JsonObject | undefined =>
  filledMembers({
    metricsSet: monitoring.metricsSet,
    metricsForwarding: filledDeep(monitoring.metricsForwarding),
  });
