import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { managedOf } from './network-steps.ts';

interface Sweep {
  /** Chooses the handler, and is the id behind `others/`. */
  readonly type: string;
  /** Steps that may go only when nothing of this kind is left. */
  readonly holds: readonly string[];
}

/**
 * What controllers of the cluster make in its network, or mark as the cluster's. The operators take it away when a cluster is
 * deleted, but give up after ten minutes. Firewall rules name the load balancers that they belong to, so they go last.
 */
const sweeps: readonly Sweep[] = [
  { type: 'instance', holds: ['others/disk', 'others/address', 'subnet'] },
  {
    type: 'forwardingRule',
    holds: [
      'others/targetPool',
      'others/backendService',
      'others/address',
      'others/foreignFirewall',
      'subnet',
    ],
  },
  { type: 'targetPool', holds: ['others/foreignFirewall'] },
  { type: 'backendService', holds: ['others/instanceGroup', 'others/foreignFirewall'] },
  { type: 'instanceGroup', holds: ['network'] },
  { type: 'address', holds: ['others/foreignFirewall', 'subnet'] },
  { type: 'foreignFirewall', holds: ['network'] },
  { type: 'route', holds: ['network'] },
  { type: 'managedZone', holds: ['network'] },
  { type: 'disk', holds: [] },
  { type: 'snapshot', holds: [] },
  { type: 'bucket', holds: [] },
];

const words: Readonly<Record<string, string>> = {
  forwardingRule: 'forwarding rules',
  targetPool: 'target pools',
  backendService: 'backend services',
  instanceGroup: 'instance groups',
  address: 'addresses',
  foreignFirewall: 'further firewall rules',
  managedZone: 'DNS zones',
};

export const sweepSteps = (request: InfrastructureRequest): readonly PlannedStep[] => {
  const { project, region } = managedOf(request).gcp;
  return sweeps.map(({ type, holds }) => ({
    id: `others/${type}`,
    type,
    name: `${words[type] ?? `${type}s`} of ${request.infraId}`,
    after: holds,
    input: { project, region },
    role: 'sweep',
  }));
};
