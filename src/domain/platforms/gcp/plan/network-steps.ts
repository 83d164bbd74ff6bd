import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { cidr, overlapOf } from '../../../network/cidr.ts';
import { platformBlock } from '../../platform-rules.ts';
import type { GcpManagedInfrastructure, GcpPlatform } from '../gcp-spec.ts';
import { subnetCidrOf } from '../machine-range.ts';
import { gcpNames } from './names.ts';

/** From where kubelets may be reached. Source: hypershift, `create infra gcp`. */
const insideRange = '10.0.0.0/8';

export const managedOf = (
  request: Pick<InfrastructureRequest, 'spec'>,
): { readonly gcp: GcpPlatform; readonly infrastructure: GcpManagedInfrastructure } => {
  const { gcp } = platformBlock(request.spec, 'gcp');
  const { infrastructure } = gcp;
  if (infrastructure.mode === 'existing')
    throw new TypeError('a cluster whose infrastructure exists has no plan');
  return { gcp, infrastructure };
};

const kubeletSources = (subnetCidr: string): readonly string[] =>
  overlapOf(cidr(insideRange), cidr(subnetCidr)) === undefined ? [insideRange, subnetCidr] : [insideRange];

/** Network, subnet and the way out. Everything goes by its name, so that it can be made again. */
export const networkSteps = (request: InfrastructureRequest): readonly PlannedStep[] => {
  const { gcp, infrastructure } = managedOf(request);
  const { project, region } = gcp;
  const names = gcpNames(request.infraId);
  const subnetCidr = subnetCidrOf(infrastructure);
  return [
    {
      id: 'network',
      type: 'network',
      name: names.network,
      after: [],
      input: { project },
      hasStableId: true,
    },
    {
      id: 'firewall/allow-kubelet',
      type: 'firewall',
      name: names.kubeletFirewall,
      after: ['network'],
      input: { project, protocol: 'tcp', ports: ['10250'], sourceRanges: kubeletSources(subnetCidr) },
      hasStableId: true,
    },
    {
      id: 'subnet',
      type: 'subnet',
      name: names.subnet,
      after: ['network'],
      input: { project, region, cidr: subnetCidr },
      fixed: ['cidr'],
      hasStableId: true,
    },
    {
      id: 'router',
      type: 'router',
      name: names.router,
      after: ['network'],
      input: { project, region },
      hasStableId: true,
    },
    {
      id: 'nat',
      type: 'nat',
      name: names.nat,
      after: ['router', 'subnet'],
      input: { project, region },
      hasStableId: true,
      isLate: true,
    },
  ];
};
