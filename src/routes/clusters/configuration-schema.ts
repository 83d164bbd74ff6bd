import { Type } from 'typebox';
import {
  type OpenshiftConfiguration,
  openshiftConfigurationSchemas,
} from '../../domain/cluster/openshift-configuration.ts';
import { labelKeyPattern, labelLimits } from '../shared/label-map.ts';
import { Duration, HttpUrl, Text, TrustBundle, Word } from '../shared/text.ts';

const closed = { additionalProperties: false } as const;

const ClusterProxy = Type.Object(
  {
    httpProxy: Type.Optional(HttpUrl('Proxy of http requests.')),
    httpsProxy: Type.Optional(HttpUrl('Proxy of https requests.')),
    noProxy: Type.Optional(
      Text('^[!-~]+$', {
        maxLength: 4096,
        hint: 'a list without spaces',
        description: 'Who is reached directly.',
      }),
    ),
    readinessEndpoints: Type.Optional(
      Type.Array(HttpUrl('A URL.'), {
        maxItems: 16,
        description: 'What must answer through the proxy before it counts as good.',
      }),
    ),
    trustBundle: Type.Optional(
      TrustBundle('Certificate authorities behind the certificates that the proxy shows (PEM).'),
    ),
  },
  { ...closed, title: 'ProxyInput' },
);

/** Parts that are handed on, with the schemas that the domain has of them. */
const handedOn = <Name extends keyof OpenshiftConfiguration>(name: Name) =>
  Type.Optional(
    Type.Unsafe<NonNullable<OpenshiftConfiguration[Name]>>({ ...openshiftConfigurationSchemas[name] }),
  );

export const ClusterConfiguration = Type.Object(
  {
    proxy: Type.Optional(ClusterProxy),
    featureSet: Type.Optional(Word(['TechPreviewNoUpgrade', 'DevPreviewNoUpgrade'])),
    disableDefaultCatalogSources: Type.Optional(Type.Boolean()),
    apiServer: handedOn('apiServer'),
    image: handedOn('image'),
    ingress: handedOn('ingress'),
    network: handedOn('network'),
    oauth: handedOn('oauth'),
    operatorhub: handedOn('operatorhub'),
    scheduler: handedOn('scheduler'),
  },
  {
    ...closed,
    title: 'ClusterConfigurationInput',
    description: "OpenShift's own configuration; apiServer to scheduler in its own words.",
  },
);

const seconds = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, description }));

const percent = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description }));

const ScaleDown = Type.Object(
  {
    delayAfterAddSeconds: seconds('Pause after a node was added; 600 when absent.'),
    delayAfterDeleteSeconds: seconds('Pause after a node was removed; 0 when absent.'),
    delayAfterFailureSeconds: seconds('Pause after a removal failed; 180 when absent.'),
    unneededDurationSeconds: seconds('How long a node must have been unneeded; 600 when absent.'),
    utilizationThresholdPercent: percent('Below this a node is unneeded; 50 when absent.'),
  },
  { ...closed, title: 'ClusterScaleDownInput', description: 'When nodes are removed.' },
);

export const ClusterAutoscaling = Type.Object(
  {
    maxNodesTotal: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000 })),
    maxPodGracePeriodSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
    maxNodeProvisionTime: Type.Optional(Duration('How long a machine may take to become a node.')),
    podPriorityThreshold: Type.Optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
    expanders: Type.Optional(Type.Array(Word(['LeastWaste', 'Priority', 'Random']), { maxItems: 3 })),
    balancingIgnoredLabels: Type.Optional(
      Type.Array(Text(labelKeyPattern, { maxLength: labelLimits.key, hint: 'a label key' }), {
        maxItems: 64,
        description: 'Labels in which pools that are alike may differ.',
      }),
    ),
    maxFreeDifferenceRatioPercent: percent('How far the free room of pools that are alike may differ.'),
    scaling: Type.Optional(Word(['upOnly', 'upAndDown'], 'Which way; upAndDown when absent.')),
    scaleDown: Type.Optional(ScaleDown),
  },
  { ...closed, title: 'ClusterAutoscalingInput' },
);

const MetricsSet = (description: string) => Word(['Telemetry', 'SRE', 'All'], description);

export const ClusterMonitoring = Type.Object(
  {
    metricsSet: Type.Optional(MetricsSet('How many metrics of the control plane are kept.')),
    metricsForwarding: Type.Optional(
      Type.Object(
        {
          mode: Word(['Forward', 'None'], 'Whether they are forwarded.'),
          metricsSet: Type.Optional(MetricsSet('How many of them.')),
        },
        {
          ...closed,
          title: 'MetricsForwardingInput',
          description: 'Metrics of the control plane in the monitoring of the cluster itself.',
        },
      ),
    ),
    silenceAlerts: Type.Optional(Type.Boolean({ description: 'No alerts for this cluster.' })),
  },
  { ...closed, title: 'ClusterMonitoringInput' },
);

export const ClusterUpdates = Type.Object(
  {
    channel: Type.Optional(
      Text('^[0-9A-Za-z][-0-9A-Za-z.]*$', {
        maxLength: 100,
        hint: 'a channel such as stable-4.20',
        description: 'Channel of the update graph that the cluster shows.',
        examples: ['stable-4.20'],
      }),
    ),
    service: Type.Optional(HttpUrl('Update service instead of that of Red Hat.')),
  },
  {
    ...closed,
    title: 'ClusterUpdatesInput',
    description: 'Where the cluster itself learns of newer versions; `version` says which one it runs.',
  },
);
