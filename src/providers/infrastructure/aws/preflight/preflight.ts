import type {
  InfrastructureRequest,
  PlannedStep,
} from '../../../../domain/infrastructure/infrastructure-plan.ts';
import { checkQuotas } from '../../../../domain/infrastructure/quota-problems.ts';
import type { AwsManagedInfrastructure } from '../../../../domain/platforms/aws/aws-spec.ts';
import { quotaNeedsOf } from '../../../../domain/platforms/aws/plan/quota-needs.ts';
import { platformBlock } from '../../../../domain/platforms/platform-rules.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import type { PreflightReport } from '../../contract.ts';
import { type Accounts, vpcOwnerOf } from '../accounts.ts';
import { checkDomain, type NameServersOf } from './check-domain.ts';
import { checkKey } from './check-key.ts';
import { checkMachineTypes, checkRegion, checkZones } from './check-places.ts';
import { checkExistingIdentities } from './existing-identities.ts';
import { checkExistingNetwork } from './existing-network.ts';
import { checkExistingZones } from './existing-zones.ts';
import { inInfrastructure } from './problem.ts';
import { readQuotas } from './read-quotas.ts';

export interface PreflightSettings {
  /** A region that every account of the partition has. */
  readonly homeRegion: string;
  readonly nameServersOf?: NameServersOf;
}

type Findings = Pick<PreflightReport, 'problems' | 'quotas'>;

const lookBeforeMaking = async (
  accounts: Accounts,
  { nameServersOf }: PreflightSettings,
  request: InfrastructureRequest,
  infrastructure: AwsManagedInfrastructure,
  plan: readonly PlannedStep[],
): Promise<Findings> => {
  const { cluster } = accounts;
  const { zones, sharedVpc } = infrastructure;
  const owner = sharedVpc === undefined ? undefined : await vpcOwnerOf(accounts, request);
  const needs = quotaNeedsOf(plan);
  const wanted = zones.map((zone, index) => ({ path: inInfrastructure('zones', index), zone }));
  const zonesAccount = sharedVpc?.privateZonesInClusterAccount === true ? cluster : (owner ?? cluster);
  // What is reserved is reserved in the account of the cluster; the other one is only looked at.
  const ofOwner =
    owner === undefined
      ? []
      : await readQuotas(
          owner,
          needs.filter(({ account }) => account === 'vpcOwner'),
        );
  return {
    problems: [
      ...(await checkZones(owner ?? cluster, wanted)),
      ...(await checkDomain(cluster, zonesAccount, request, nameServersOf)),
      ...(await checkMachineTypes(cluster, request.nodePools ?? [], zones)),
      ...checkQuotas('aws', ofOwner, () => 0),
    ],
    quotas: await readQuotas(
      cluster,
      needs.filter(({ account }) => account === 'cluster'),
    ),
  };
};

const lookAtExisting = async (
  { cluster }: Accounts,
  request: InfrastructureRequest,
): Promise<readonly FieldProblem[]> => {
  const { infrastructure } = platformBlock(request.spec, 'aws').aws;
  if (infrastructure.mode !== 'existing') return [];
  const zones = infrastructure.subnets.map(({ zone }) => zone);
  return [
    ...(await checkZones(
      cluster,
      zones.map((zone, index) => ({ path: inInfrastructure('subnets', index, 'zone'), zone })),
    )),
    ...(await checkExistingNetwork(cluster, request.spec, infrastructure)),
    ...(await checkExistingIdentities(cluster, request.spec, infrastructure)),
    ...(await checkExistingZones(cluster, request.spec, infrastructure)),
    ...(await checkMachineTypes(cluster, request.nodePools ?? [], zones)),
  ];
};

/** Everything about a cluster that only its account knows. Reads only; every problem at once. */
export const preflight = async (
  accounts: Accounts,
  settings: PreflightSettings,
  request: InfrastructureRequest,
  plan: readonly PlannedStep[],
): Promise<PreflightReport> => {
  const { cluster } = accounts;
  const place = { account: cluster.accountId, region: cluster.region };
  const region = await checkRegion(cluster, settings.homeRegion);
  if (region.length > 0) return { ...place, problems: region, quotas: [] };
  const { infrastructure } = platformBlock(request.spec, 'aws').aws;
  const found: Findings =
    infrastructure.mode === 'managed'
      ? await lookBeforeMaking(accounts, settings, request, infrastructure, plan)
      : { problems: await lookAtExisting(accounts, request), quotas: [] };
  const key = await checkKey(cluster, request.spec);
  return { ...place, problems: [...found.problems, ...key], quotas: found.quotas };
};
