/** A type of thing that lists may not show yet, or still show. */
export interface Kind {
  readonly name: string;
  /** `ec2:CreateVpc`. */
  readonly create: string;
  /** Where the id stands in the answer of the create. */
  readonly made: readonly string[];
  readonly delete: string;
  /** Parameter of the delete: `VpcId`. */
  readonly deleted: string;
  /** The list, the set in its answer and the id of an item in it. */
  readonly list: string;
  readonly set: string;
  readonly id: string;
  /** Parameter by which the list names single ones: `VpcId.1`. */
  readonly named: string;
  /** What is said of one that is not there. */
  readonly notFound: string;
}

const ec2Kind = (
  name: string,
  made: readonly string[],
  list: string,
  set: string,
  notFound: string,
  special: Partial<Kind> = {},
): Kind => {
  const id = made[made.length - 1] ?? '';
  const parameter = id.replace(/^./, (first) => first.toUpperCase());
  return {
    name,
    create: `ec2:Create${name}`,
    made,
    delete: `ec2:Delete${name}`,
    deleted: parameter,
    list: `ec2:${list}`,
    set,
    id,
    named: parameter,
    notFound,
    ...special,
  };
};

/** Types of EC2. Codes: EC2, error codes of the API. */
export const ec2Kinds: readonly Kind[] = [
  ec2Kind('Vpc', ['vpc', 'vpcId'], 'DescribeVpcs', 'vpcSet', 'InvalidVpcID.NotFound'),
  ec2Kind('Subnet', ['subnet', 'subnetId'], 'DescribeSubnets', 'subnetSet', 'InvalidSubnetID.NotFound'),
  ec2Kind(
    'InternetGateway',
    ['internetGateway', 'internetGatewayId'],
    'DescribeInternetGateways',
    'internetGatewaySet',
    'InvalidInternetGatewayID.NotFound',
  ),
  ec2Kind('Address', ['allocationId'], 'DescribeAddresses', 'addressesSet', 'InvalidAllocationID.NotFound', {
    create: 'ec2:AllocateAddress',
    delete: 'ec2:ReleaseAddress',
  }),
  ec2Kind(
    'NatGateway',
    ['natGateway', 'natGatewayId'],
    'DescribeNatGateways',
    'natGatewaySet',
    'NatGatewayNotFound',
  ),
  ec2Kind(
    'RouteTable',
    ['routeTable', 'routeTableId'],
    'DescribeRouteTables',
    'routeTableSet',
    'InvalidRouteTableID.NotFound',
  ),
  ec2Kind(
    'VpcEndpoint',
    ['vpcEndpoint', 'vpcEndpointId'],
    'DescribeVpcEndpoints',
    'vpcEndpointSet',
    'InvalidVpcEndpointId.NotFound',
    { delete: 'ec2:DeleteVpcEndpoints', deleted: 'VpcEndpointId.1' },
  ),
  ec2Kind(
    'VpcEndpointServiceConfiguration',
    ['serviceConfiguration', 'serviceId'],
    'DescribeVpcEndpointServiceConfigurations',
    'serviceConfigurationSet',
    'InvalidVpcEndpointServiceId.NotFound',
    { delete: 'ec2:DeleteVpcEndpointServiceConfigurations', deleted: 'ServiceId.1' },
  ),
  ec2Kind(
    'SecurityGroup',
    ['groupId'],
    'DescribeSecurityGroups',
    'securityGroupInfo',
    'InvalidGroup.NotFound',
  ),
  ec2Kind(
    'NetworkInterface',
    ['networkInterface', 'networkInterfaceId'],
    'DescribeNetworkInterfaces',
    'networkInterfaceSet',
    'InvalidNetworkInterfaceID.NotFound',
  ),
  ec2Kind('Volume', ['volumeId'], 'DescribeVolumes', 'volumeSet', 'InvalidVolume.NotFound'),
  ec2Kind('Snapshot', ['snapshotId'], 'DescribeSnapshots', 'snapshotSet', 'InvalidSnapshot.NotFound'),
];
