import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import type { InfrastructureOutputs } from '../../../infrastructure/infrastructure-record.ts';
import { filled } from '../../../shared/present.ts';
import type { ManagedInfrastructure } from '../../platform-rules.ts';
import type { GcpServiceAccounts } from '../gcp-spec.ts';
import { subnetCidrOf } from '../machine-range.ts';
import { gcpIdentities } from './identities.ts';
import { identitySteps } from './identity-steps.ts';
import { ownershipLabels } from './marks.ts';
import { accountEmail, gcpNames } from './names.ts';
import { managedOf, networkSteps } from './network-steps.ts';
import { sweepSteps } from './sweep-steps.ts';

/** The project's number stands in the names of principals; a region has no zone that all regions have. */
const foundSteps = (request: InfrastructureRequest): readonly PlannedStep[] => {
  const { gcp, infrastructure } = managedOf(request);
  const { project, region } = gcp;
  const number = filled(infrastructure.projectNumber);
  return [
    {
      id: 'project',
      type: 'project',
      name: project,
      after: [],
      input: { project, ...(number === undefined ? {} : { number }) },
      role: 'found',
    },
    ...(filled(infrastructure.zones) === undefined
      ? [
          {
            id: 'zone',
            type: 'zone',
            name: region,
            after: [],
            input: { project, region },
            role: 'found' as const,
          },
        ]
      : []),
  ];
};

const planGcp = (request: InfrastructureRequest): readonly PlannedStep[] => [
  ...foundSteps(request),
  ...networkSteps(request),
  ...identitySteps(request),
  ...sweepSteps(request),
];

const serviceAccountsOf = (infraId: string, project: string): GcpServiceAccounts =>
  Object.fromEntries(
    gcpIdentities.map(({ account, suffix }) => [account, accountEmail(infraId, suffix, project)]),
  ) as Readonly<Record<keyof GcpServiceAccounts, string>>;

/** Ids: of the project its number, of the zone its name; all other names follow from the prefix. */
const gcpOutputs = (
  request: InfrastructureRequest,
  idOf: (step: string) => string,
): InfrastructureOutputs => {
  const { gcp, infrastructure } = managedOf(request);
  const names = gcpNames(request.infraId);
  return {
    issuerUrl: request.issuerUrl,
    machineCidrs: [subnetCidrOf(infrastructure)],
    gcp: {
      network: names.network,
      privateServiceConnectSubnet: names.subnet,
      workloadIdentity: {
        projectNumber: idOf('project'),
        poolId: names.pool,
        providerId: names.provider,
      },
      serviceAccounts: serviceAccountsOf(request.infraId, gcp.project),
      zones: filled(infrastructure.zones) ?? [idOf('zone')],
      ownershipLabels: ownershipLabels(request),
    },
  };
};

export const gcpManaged: ManagedInfrastructure = { plan: planGcp, outputs: gcpOutputs };
