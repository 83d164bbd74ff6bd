import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import type { NodePoolSpec } from '../../../../src/domain/node-pool/node-pool-spec.ts';
import { specOf } from '../manifests/samples.ts';
import { endedCertificate } from '../shared/certificates.ts';

/** A rule that no schema has, with a spec that breaks it and nothing else. */
export interface SemanticRule {
  /** As the page on admission has it. */
  readonly rule: string;
  readonly spec: ClusterSpec;
  readonly pool?: NodePoolSpec;
  readonly problems: readonly string[];
}

const onKubevirt = (more: Partial<ClusterSpec>): ClusterSpec => specOf('kubevirt', more);
const onAws = (more: Partial<ClusterSpec>): ClusterSpec => specOf('aws', more);
const onNodes = (more: Partial<ClusterSpec>): ClusterSpec => specOf('none', more);

const manifest = (kind: string, apiVersion: string) => ({
  apiVersion,
  kind,
  metadata: { name: 'a' },
  spec: {},
});

export const semanticRules: readonly SemanticRule[] = [
  {
    rule: 'A Route on AWS needs a host name',
    spec: onAws({ publishing: { strategy: 'route' } }),
    problems: ['required /spec/publishing/externalDnsDomain'],
  },
  {
    rule: 'Services on AWS are published by load balancer and Routes',
    spec: onAws({ publishing: { strategy: 'nodePort', apiServerAddress: '192.0.2.10' } }),
    problems: ['unsupported-value /spec/publishing/strategy'],
  },
  {
    rule: 'NodePort needs an address of the nodes',
    spec: onNodes({ publishing: {} }),
    problems: ['required /spec/publishing/apiServerAddress'],
  },
  {
    rule: 'The address of the nodes lies outside the service network',
    spec: onNodes({ publishing: { apiServerAddress: '172.31.0.10' } }),
    problems: ['overlap /spec/publishing/apiServerAddress'],
  },
  {
    rule: 'Machine, pod and service networks have no common addresses',
    spec: onKubevirt({ network: { machineCidrs: ['10.132.0.0/16'] } }),
    problems: ['overlap /spec/network/machineCidrs/0'],
  },
  {
    rule: 'They leave the networks inside OVN-Kubernetes alone',
    spec: onKubevirt({ network: { machineCidrs: ['100.66.0.0/24'] } }),
    problems: ['reserved-range /spec/network/machineCidrs/0'],
  },
  {
    rule: 'They leave the address alone at which pods reach the API server',
    spec: onKubevirt({ network: { machineCidrs: ['172.20.0.0/24'] } }),
    problems: ['reserved-range /spec/network/machineCidrs/0'],
  },
  {
    rule: 'The first networks and that address are of one family',
    spec: onKubevirt({ network: { apiServerAdvertiseAddress: 'fd00::2' } }),
    problems: ['family-mismatch /spec/network/apiServerAdvertiseAddress'],
  },
  {
    rule: 'A clusterID is a UUID',
    spec: onKubevirt({ openshiftId: 'payments' }),
    problems: ['invalid-format /spec/openshiftId'],
  },
  {
    rule: 'A trust bundle holds certificates',
    spec: onKubevirt({ additionalTrustBundle: 'none' }),
    problems: ['invalid-format /spec/additionalTrustBundle'],
  },
  {
    rule: 'The authorities of a proxy have not ended',
    spec: onKubevirt({ configuration: { proxy: { trustBundle: endedCertificate } } }),
    problems: ['expired /spec/configuration/proxy/trustBundle'],
  },
  {
    rule: 'Labels of control-plane pods are labels',
    spec: onKubevirt({ controlPlane: { labels: { team: 'a b' } } }),
    problems: ['invalid-format /spec/controlPlane/labels/team'],
  },
  {
    rule: 'Tolerations are what pods take',
    spec: onKubevirt({ controlPlane: { tolerations: [{ operator: 'Equal', value: 'x' }] } }),
    problems: ['required /spec/controlPlane/tolerations/0/key'],
  },
  {
    rule: 'Capabilities are enabled or disabled, Ingress only with Console',
    spec: onKubevirt({ capabilities: { disabled: ['Ingress'] } }),
    problems: ['required /spec/capabilities/disabled'],
  },
  {
    rule: 'Most capabilities can be disabled from 4.20 on',
    spec: onKubevirt({ version: '4.17.30', capabilities: { disabled: ['Insights'] } }),
    problems: ['unsupported-value /spec/capabilities/disabled/0'],
  },
  {
    rule: 'A further name of the API server is served from 4.19 on',
    spec: onKubevirt({ version: '4.17.30', publishing: { apiServerName: 'api.example.org' } }),
    problems: ['unsupported-value /spec/publishing/apiServerName'],
  },
  {
    rule: 'scaleDown is for a cluster that scales down',
    spec: onKubevirt({ autoscaling: { scaling: 'upOnly', scaleDown: { delayAfterAddSeconds: 60 } } }),
    problems: ['conflict /spec/autoscaling/scaleDown'],
  },
  {
    rule: 'Registries are allowed or blocked',
    spec: onKubevirt({
      configuration: { image: { registrySources: { allowedRegistries: ['a'], blockedRegistries: ['b'] } } },
    }),
    problems: ['conflict /spec/configuration/image/registrySources/blockedRegistries'],
  },
  {
    rule: 'Agents are in a namespace of their own',
    spec: specOf('agent', { platform: { type: 'agent', agent: { namespace: 'kube-system' } } }),
    problems: ['not-allowed /spec/platform/agent/namespace'],
  },
  {
    rule: 'A pool has an architecture of its platform',
    spec: onNodes({}),
    pool: { replicas: 1, arch: 'ppc64le' },
    problems: ['unsupported-value /spec/nodePools/0/arch'],
  },
  {
    rule: 'A pool can replace machines at all',
    spec: onKubevirt({}),
    pool: { replicas: 1, management: { maxSurge: 0, maxUnavailable: 0 } },
    problems: ['conflict /spec/nodePools/0/management/maxSurge'],
  },
  {
    rule: 'A pool is scaled to no machines only where that is possible',
    spec: onKubevirt({}),
    pool: { autoscaling: { min: 0, max: 3 } },
    problems: ['out-of-range /spec/nodePools/0/autoscaling/min'],
  },
  {
    rule: 'A pool is set up by objects of certain kinds',
    spec: onKubevirt({}),
    pool: { replicas: 1, configs: [manifest('Machine', 'machine.openshift.io/v1')] },
    problems: ['unsupported-value /spec/nodePools/0/configs/0/kind'],
  },
  {
    rule: 'A pool is tuned by Tuned and at most one PerformanceProfile',
    spec: onKubevirt({}),
    pool: {
      replicas: 1,
      tuning: [
        manifest('PerformanceProfile', 'performance.openshift.io/v2'),
        { ...manifest('PerformanceProfile', 'performance.openshift.io/v2'), metadata: { name: 'b' } },
      ],
    },
    problems: ['duplicate /spec/nodePools/0/tuning/1/kind'],
  },
  {
    rule: 'A pool is no newer than its control plane',
    spec: onKubevirt({ version: '4.20.3' }),
    pool: { replicas: 1, version: '4.21.0' },
    problems: ['version-skew /spec/nodePools/0/version'],
  },
  {
    rule: 'A machine of KubeVirt has at least one network',
    spec: onKubevirt({}),
    pool: { replicas: 1, platform: { attachDefaultNetwork: false } },
    problems: ['required /spec/nodePools/0/platform/additionalNetworks'],
  },
  {
    rule: 'Settings of machines are those of the platform',
    spec: onKubevirt({}),
    pool: { replicas: 1, platform: { instanceProfile: 'x' } },
    problems: ['not-allowed /spec/nodePools/0/platform/instanceProfile'],
  },
];
