import type { ClusterSpec } from '../../../../domain/cluster/cluster-spec.ts';
import type { AwsExistingInfrastructure } from '../../../../domain/platforms/aws/aws-spec.ts';
import { filled } from '../../../../domain/shared/present.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import type { AwsAccount } from '../account.ts';
import { listZones } from '../hosted-zones.ts';
import { vpcsOfZone } from '../zone-settings.ts';
import { inInfrastructure, problem } from './problem.ts';

type Path = readonly (string | number)[];

const checkPrivateZone = async (
  account: AwsAccount,
  id: string,
  vpcId: string,
  path: Path,
): Promise<readonly FieldProblem[]> => {
  const zone = (await listZones(account)).find((seen) => seen.id === id);
  if (zone === undefined)
    return [problem(path, 'not-found', `Account ${account.accountId} has no zone ${id}.`)];
  if (!zone.isPrivate) return [problem(path, 'conflict', `Zone ${id} is public.`)];
  const vpcs = await vpcsOfZone(account, id);
  return vpcs.some(({ VPCId }) => VPCId === vpcId)
    ? []
    : [problem(path, 'conflict', `Names of zone ${id} are not answered in ${vpcId}: associate the two.`)];
};

const checkPublicZone = async (account: AwsAccount, id: string): Promise<readonly FieldProblem[]> => {
  const path = ['spec', 'dns', 'publicZoneId'];
  const zone = (await listZones(account)).find((seen) => seen.id === id);
  if (zone === undefined)
    return [problem(path, 'not-found', `Account ${account.accountId} has no zone ${id}.`)];
  return zone.isPrivate ? [problem(path, 'conflict', `Zone ${id} is private.`)] : [];
};

/** Zones as the user gave them. With a shared VPC the private ones may be in its account, out of sight. */
export const checkExistingZones = async (
  account: AwsAccount,
  { dns }: ClusterSpec,
  { vpcId, sharedVpc }: AwsExistingInfrastructure,
): Promise<readonly FieldProblem[]> => {
  const publicZoneId = filled(dns?.publicZoneId);
  const privateZoneId = filled(dns?.privateZoneId);
  const isVisible = async (id: string): Promise<boolean> =>
    sharedVpc === undefined || (await listZones(account)).some((zone) => zone.id === id);
  return [
    ...(publicZoneId === undefined ? [] : await checkPublicZone(account, publicZoneId)),
    ...(privateZoneId === undefined || !(await isVisible(privateZoneId))
      ? []
      : await checkPrivateZone(account, privateZoneId, vpcId, ['spec', 'dns', 'privateZoneId'])),
    ...(sharedVpc === undefined || !(await isVisible(sharedVpc.localZoneId))
      ? []
      : await checkPrivateZone(
          account,
          sharedVpc.localZoneId,
          vpcId,
          inInfrastructure('sharedVpc', 'localZoneId'),
        )),
  ];
};
