import type { InfrastructureRequest } from '../../src/domain/infrastructure/infrastructure-plan.ts';
import { ownershipTags } from '../../src/domain/infrastructure/infrastructure-plan.ts';
import type { MotoPlace } from '../harness/aws/moto-client.ts';
import { findAll, textAt } from '../harness/aws/protocol/xml.ts';
import { describe } from '../harness/aws/strict/ec2/lookups.ts';

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

const mark = async (place: MotoPlace, id: string, tags: Tags): Promise<string> => {
  const numbered = Object.entries(tags).flatMap(([key, value], index) => [
    [`Tag.${index + 1}.Key`, key],
    [`Tag.${index + 1}.Value`, value],
  ]);
  await place.query('ec2', 'CreateTags', { 'ResourceId.1': id, ...Object.fromEntries(numbered) });
  return id;
};

/** The tags of `spec.platform.aws.resourceTags`, which in-cluster controllers put on what they make. */
const controllerTags = (request: InfrastructureRequest): Tags => ({
  ...ownershipTags(request),
  [`kubernetes.io/cluster/${request.infraId}`]: 'owned',
});

/** What in-cluster controllers make in the VPC of a cluster: one of every type. Answers with ids by type. */
export const createChildren = async (
  place: MotoPlace,
  request: InfrastructureRequest,
): Promise<ReadonlyMap<string, string>> => {
  const tags = controllerTags(request);
  const own = (items: Awaited<ReturnType<typeof describe>>, id: string): string => {
    const item = items.find((one) =>
      findAll(one, 'tagSet', 'item').some((tag) => textAt(tag, 'value') === request.clusterId),
    );
    return item === undefined ? '' : textAt(item, id);
  };
  const vpc = own(await describe(place, 'DescribeVpcs'), 'vpcId');
  const subnet = own(await describe(place, 'DescribeSubnets'), 'subnetId');
  const { region, account } = place;
  const zone = `${region}a`;
  const group = textAt(
    await place.query('ec2', 'CreateSecurityGroup', {
      GroupName: `${request.infraId}-default-sg`,
      GroupDescription: 'workers',
      VpcId: vpc,
    }),
    'groupId',
  );
  await mark(place, group, tags);
  const face = textAt(
    await place.query('ec2', 'CreateNetworkInterface', { SubnetId: subnet, 'SecurityGroupId.1': group }),
    'networkInterface',
    'networkInterfaceId',
  );
  await mark(place, face, tags);
  const run = await place.query('ec2', 'RunInstances', {
    ImageId: 'ami-12c6146b',
    MinCount: '1',
    MaxCount: '1',
    InstanceType: 'm6i.large',
    SubnetId: subnet,
    ...tagged('instance', tags),
  });
  const [instance] = findAll(run, 'instancesSet', 'item');
  const volume = textAt(
    await place.query('ec2', 'CreateVolume', {
      AvailabilityZone: zone,
      Size: '8',
      ...tagged('volume', tags),
    }),
    'volumeId',
  );
  const snapshot = textAt(
    await place.query('ec2', 'CreateSnapshot', { VolumeId: volume, ...tagged('snapshot', tags) }),
    'snapshotId',
  );
  await place.query('elb', 'CreateLoadBalancer', {
    LoadBalancerName: 'a-classic-one',
    'Subnets.member.1': subnet,
    'Listeners.member.1.Protocol': 'TCP',
    'Listeners.member.1.LoadBalancerPort': '443',
    'Listeners.member.1.InstancePort': '30443',
  });
  const balancer = textAt(
    await place.query('elbv2', 'CreateLoadBalancer', {
      Name: 'a-network-one',
      Type: 'network',
      'Subnets.member.1': subnet,
    }),
    'CreateLoadBalancerResult',
    'LoadBalancers',
    'member',
    'LoadBalancerArn',
  );
  const targets = textAt(
    await place.query('elbv2', 'CreateTargetGroup', {
      Name: 'a-target-group',
      Protocol: 'TCP',
      Port: '443',
      VpcId: vpc,
    }),
    'CreateTargetGroupResult',
    'TargetGroups',
    'member',
    'TargetGroupArn',
  );
  const service = textAt(
    await place.query('ec2', 'CreateVpcEndpointServiceConfiguration', {
      'NetworkLoadBalancerArn.1': balancer,
      ...tagged('vpc-endpoint-service', tags),
    }),
    'serviceConfiguration',
    'serviceId',
  );
  const bucket = `${request.infraId}-image-registry-${region}-${account}`;
  await place.rest(
    's3',
    'PUT',
    `/${bucket}`,
    `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`,
  );
  const tagSet = Object.entries(tags)
    .map(([key, value]) => `<Tag><Key>${key}</Key><Value>${value}</Value></Tag>`)
    .join('');
  await place.rest(
    's3',
    'PUT',
    `/${bucket}?tagging`,
    `<Tagging xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><TagSet>${tagSet}</TagSet></Tagging>`,
  );
  return new Map([
    ['securityGroup', group],
    ['networkInterface', face],
    ['instance', instance === undefined ? '' : textAt(instance, 'instanceId')],
    ['volume', volume],
    ['snapshot', snapshot],
    ['classicLoadBalancer', 'a-classic-one'],
    ['loadBalancer', balancer],
    ['targetGroup', targets],
    ['endpointService', service],
    ['bucket', bucket],
  ]);
};
