import {
  DeleteInternetGatewayCommand,
  DeleteNatGatewayCommand,
  DeleteRouteTableCommand,
  DeleteSubnetCommand,
  DeleteVpcCommand,
  DeleteVpcEndpointsCommand,
  DescribeInternetGatewaysCommand,
  DescribeNatGatewaysCommand,
  DescribeRouteTablesCommand,
  DescribeSubnetsCommand,
  DescribeVpcEndpointsCommand,
  DetachInternetGatewayCommand,
  DisassociateRouteTableCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import type { AwsDouble } from '../harness/aws/aws-double.ts';

/** Takes a VPC away with all that is in it, as an administrator who cleans up. */
export const wipeVpc = async (
  double: AwsDouble,
  place: { readonly account: string; readonly region: string },
  VpcId: string,
): Promise<void> => {
  const ec2 = new EC2Client(double.settings(place.account, place.region));
  const Filters = [{ Name: 'vpc-id', Values: [VpcId] }];
  const { VpcEndpoints = [] } = await ec2.send(new DescribeVpcEndpointsCommand({ Filters }));
  await ec2.send(
    new DeleteVpcEndpointsCommand({
      VpcEndpointIds: VpcEndpoints.map(({ VpcEndpointId = '' }) => VpcEndpointId),
    }),
  );
  const { NatGateways = [] } = await ec2.send(new DescribeNatGatewaysCommand({ Filter: Filters }));
  for (const { NatGatewayId } of NatGateways) await ec2.send(new DeleteNatGatewayCommand({ NatGatewayId }));
  double.advance(120);
  const { RouteTables = [] } = await ec2.send(new DescribeRouteTablesCommand({ Filters }));
  for (const { RouteTableId, Associations = [] } of RouteTables) {
    for (const { Main, RouteTableAssociationId: AssociationId } of Associations)
      if (Main !== true) await ec2.send(new DisassociateRouteTableCommand({ AssociationId }));
    if (!Associations.some(({ Main }) => Main === true))
      await ec2.send(new DeleteRouteTableCommand({ RouteTableId }));
  }
  const { Subnets = [] } = await ec2.send(new DescribeSubnetsCommand({ Filters }));
  for (const { SubnetId } of Subnets) await ec2.send(new DeleteSubnetCommand({ SubnetId }));
  const attached = [{ Name: 'attachment.vpc-id', Values: [VpcId] }];
  const { InternetGateways = [] } = await ec2.send(
    new DescribeInternetGatewaysCommand({ Filters: attached }),
  );
  for (const { InternetGatewayId } of InternetGateways) {
    await ec2.send(new DetachInternetGatewayCommand({ InternetGatewayId, VpcId }));
    await ec2.send(new DeleteInternetGatewayCommand({ InternetGatewayId }));
  }
  await ec2.send(new DeleteVpcCommand({ VpcId }));
};
