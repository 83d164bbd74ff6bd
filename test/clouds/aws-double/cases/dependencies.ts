import {
  AttachInternetGatewayCommand,
  AuthorizeSecurityGroupIngressCommand,
  CreateInternetGatewayCommand,
  CreateNetworkInterfaceCommand,
  CreateSecurityGroupCommand,
  CreateVpcEndpointCommand,
  DeleteNetworkInterfaceCommand,
  DeleteSecurityGroupCommand,
  DeleteSubnetCommand,
  DeleteVpcCommand,
  DescribeNetworkInterfacesCommand,
  DescribeSecurityGroupsCommand,
  DetachInternetGatewayCommand,
  RunInstancesCommand,
  TerminateInstancesCommand,
} from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import {
  clientsOf,
  createGateway,
  createNat,
  createSubnet,
  createVpc,
  refusal,
  type World,
} from '../world.ts';

export const describeDependencies = (world: World): void => {
  describe('what stands on something', () => {
    const start = () => clientsOf(world.double.settings());
    const group = async ({ ec2 }: ReturnType<typeof start>, VpcId: string, GroupName: string) =>
      (await ec2.send(new CreateSecurityGroupCommand({ VpcId, GroupName, Description: 'test' }))).GroupId!;

    it('keeps a VPC: internet gateway, group, endpoint', async () => {
      const clients = start();
      const { ec2 } = clients;
      const remove = (VpcId: string) => refusal(ec2.send(new DeleteVpcCommand({ VpcId })));
      const withGateway = await createVpc(clients);
      await createGateway(clients, withGateway);
      const withGroup = await createVpc(clients);
      await group(clients, withGroup, 'a');
      const withEndpoint = await createVpc(clients);
      await ec2.send(
        new CreateVpcEndpointCommand({ VpcId: withEndpoint, ServiceName: 'com.amazonaws.us-east-1.s3' }),
      );
      expect([await remove(withGateway), await remove(withGroup), await remove(withEndpoint)]).toEqual([
        '400 DependencyViolation',
        '400 DependencyViolation',
        '400 DependencyViolation',
      ]);
      expect(await remove(await createVpc(clients))).toBe('accepted');
    });

    it('keeps a security group: another group, an interface; the default one stays always', async () => {
      const clients = start();
      const { ec2 } = clients;
      const remove = (GroupId: string) => refusal(ec2.send(new DeleteSecurityGroupCommand({ GroupId })));
      const vpc = await createVpc(clients);
      const subnet = await createSubnet(clients, vpc);
      const [first, second] = [await group(clients, vpc, 'a'), await group(clients, vpc, 'b')];
      const IpPermissions = [{ IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: second }] }];
      await ec2.send(new AuthorizeSecurityGroupIngressCommand({ GroupId: first, IpPermissions }));
      const made = await ec2.send(new CreateNetworkInterfaceCommand({ SubnetId: subnet, Groups: [first] }));
      const { SecurityGroups } = await ec2.send(
        new DescribeSecurityGroupsCommand({ Filters: [{ Name: 'vpc-id', Values: [vpc] }] }),
      );
      const normal = SecurityGroups!.find(({ GroupName }) => GroupName === 'default')!.GroupId!;
      expect([await remove(second), await remove(first), await remove(normal)]).toEqual([
        '400 DependencyViolation',
        '400 DependencyViolation',
        '400 CannotDelete',
      ]);
      const NetworkInterfaceId = made.NetworkInterface!.NetworkInterfaceId;
      await ec2.send(new DeleteNetworkInterfaceCommand({ NetworkInterfaceId }));
      expect([await remove(first), await remove(second)]).toEqual(['accepted', 'accepted']);
    });

    it('keeps a subnet: an instance in it', async () => {
      const clients = start();
      const { ec2 } = clients;
      const subnet = await createSubnet(clients, await createVpc(clients));
      const run = { ImageId: 'ami-12345678', MinCount: 1, MaxCount: 1, SubnetId: subnet, ClientToken: 'one' };
      const first = await ec2.send(new RunInstancesCommand(run));
      const again = await ec2.send(new RunInstancesCommand(run));
      const id = first.Instances![0]!.InstanceId!;
      expect(again.Instances![0]!.InstanceId).toBe(id);
      const remove = () => refusal(ec2.send(new DeleteSubnetCommand({ SubnetId: subnet })));
      expect(await remove()).toBe('400 DependencyViolation');
      await ec2.send(new TerminateInstancesCommand({ InstanceIds: [id] }));
      expect(await remove()).toBe('accepted');
    });

    it('cannot be pulled away from under a service: its interface is in use', async () => {
      const clients = start();
      await createNat(clients);
      const { NetworkInterfaces } = await clients.ec2.send(new DescribeNetworkInterfacesCommand({}));
      expect(NetworkInterfaces![0]).toMatchObject({ RequesterManaged: true, Status: 'in-use' });
      const { NetworkInterfaceId } = NetworkInterfaces![0]!;
      expect(await refusal(clients.ec2.send(new DeleteNetworkInterfaceCommand({ NetworkInterfaceId })))).toBe(
        '400 InvalidParameterValue',
      );
    });

    it('is one internet gateway per VPC, detached once', async () => {
      const clients = start();
      const { ec2 } = clients;
      const vpc = await createVpc(clients);
      const gateway = await createGateway(clients, vpc);
      const other = (await ec2.send(new CreateInternetGatewayCommand({}))).InternetGateway!
        .InternetGatewayId!;
      const attach = new AttachInternetGatewayCommand({ InternetGatewayId: other, VpcId: vpc });
      expect(await refusal(ec2.send(attach))).toBe('400 InvalidParameterValue');
      const detach = () =>
        refusal(ec2.send(new DetachInternetGatewayCommand({ InternetGatewayId: gateway, VpcId: vpc })));
      expect([await detach(), await detach()]).toEqual(['accepted', '400 Gateway.NotAttached']);
    });
  });
};
