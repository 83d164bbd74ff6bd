import type { MotoPlace } from '../../moto-client.ts';
import { Refusal } from '../../protocol/aws-answer.ts';
import { findAll, type XmlElement } from '../../protocol/xml.ts';

const sets = {
  DescribeAddresses: 'addressesSet',
  DescribeAvailabilityZones: 'availabilityZoneInfo',
  DescribeInstances: 'reservationSet',
  DescribeInternetGateways: 'internetGatewaySet',
  DescribeNatGateways: 'natGatewaySet',
  DescribeNetworkInterfaces: 'networkInterfaceSet',
  DescribeRegions: 'regionInfo',
  DescribeRouteTables: 'routeTableSet',
  DescribeSecurityGroups: 'securityGroupInfo',
  DescribeSnapshots: 'snapshotSet',
  DescribeSubnets: 'subnetSet',
  DescribeVolumes: 'volumeSet',
  DescribeVpcEndpointServiceConfigurations: 'serviceConfigurationSet',
  DescribeVpcEndpoints: 'vpcEndpointSet',
  DescribeVpcs: 'vpcSet',
} as const;

/** What moto has of a type, by filters, past all rules. */
export const describe = async (
  moto: MotoPlace,
  action: keyof typeof sets,
  filters: Readonly<Record<string, string>> = {},
): Promise<readonly XmlElement[]> => {
  const parameters: Record<string, string> = {};
  for (const [index, [name, value]] of Object.entries(filters).entries()) {
    parameters[`Filter.${index + 1}.Name`] = name;
    parameters[`Filter.${index + 1}.Value.1`] = value;
  }
  return findAll(await moto.query('ec2', action, parameters), sets[action], 'item');
};

export const dependencyViolation = (what: string): Refusal =>
  new Refusal('DependencyViolation', `${what} has dependencies and cannot be deleted.`);
