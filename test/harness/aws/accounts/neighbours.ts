import type { MotoPlace } from '../moto-client.ts';
import { textAt } from '../protocol/xml.ts';
import { createZone } from './public-zone.ts';

/** Whom the neighbours look like. */
export interface LookedAt {
  readonly infraId: string;
  readonly clusterName: string;
  readonly instance: string;
}

type Tags = Readonly<Record<string, string>>;

const tagged = (type: string, tags: Tags): Record<string, string> => ({
  'TagSpecification.1.ResourceType': type,
  ...Object.fromEntries(
    Object.entries(tags).flatMap(([key, value], index) => [
      [`TagSpecification.1.Tag.${index + 1}.Key`, key],
      [`TagSpecification.1.Tag.${index + 1}.Value`, value],
    ]),
  ),
});

const marks = (instance: string, infraId: string): Tags => ({
  [`kubernetes.io/cluster/${infraId}`]: 'owned',
  'hypershift.openshift.io/infra-id': infraId,
  'berth-instance': instance,
});

const trust = JSON.stringify({
  Version: '2012-10-17',
  Statement: { Effect: 'Allow', Principal: { Service: 'ec2.amazonaws.com' }, Action: 'sts:AssumeRole' },
});

const createVpc = async (place: MotoPlace, tags: Tags): Promise<string> =>
  textAt(
    await place.query('ec2', 'CreateVpc', { CidrBlock: '10.0.0.0/16', ...tagged('vpc', tags) }),
    'vpc',
    'vpcId',
  );

/**
 * Things of others that look like a cluster's: its names without our marks, our marks of another installation, and a cluster of ours
 * whose id begins with that of this one. Whoever takes the cluster away must leave all of them: compare the census.
 */
export const createNeighbours = async (
  place: MotoPlace,
  { infraId, clusterName, instance }: LookedAt,
): Promise<void> => {
  const sameName = await createVpc(place, { Name: `${infraId}-vpc` });
  const otherInstance = await createVpc(place, {
    Name: `${infraId}-vpc`,
    ...marks(`${instance}-other`, infraId),
  });
  await place.query('ec2', 'CreateSubnet', {
    VpcId: otherInstance,
    CidrBlock: '10.0.128.0/20',
    ...tagged('subnet', {
      Name: `${infraId}-private-${place.region}a`,
      ...marks(`${instance}-other`, infraId),
    }),
  });
  const longerId = { Name: `${infraId}2`, ...marks(instance, `${infraId}2`) };
  await place.query('ec2', 'CreateVolume', {
    AvailabilityZone: `${place.region}a`,
    Size: '1',
    ...tagged('volume', longerId),
  });
  await place.query('ec2', 'CreateSecurityGroup', {
    GroupName: `${infraId}-default-sg`,
    GroupDescription: 'of a neighbour',
    VpcId: sameName,
  });
  await place.query('iam', 'CreateRole', {
    RoleName: `${infraId}2-worker-role`,
    Path: `/berth/${instance}/`,
    AssumeRolePolicyDocument: trust,
  });
  await place.query('iam', 'CreateRole', {
    RoleName: `${infraId}-admin`,
    AssumeRolePolicyDocument: trust,
  });
  await place.query('iam', 'CreateOpenIDConnectProvider', {
    Url: `https://oidc.example.com/${infraId}2`,
    'ClientIDList.member.1': 'openshift',
    'ThumbprintList.member.1': 'A9D53002E97E00E043244F3D170D6F4C414104FD',
  });
  await createZone(place, `${clusterName}.hypershift.local`, { vpc: sameName, reference: 'of a neighbour' });
};
