import {
  DeleteSubnetCommand,
  DescribeNetworkInterfacesCommand,
  DetachInternetGatewayCommand,
} from '@aws-sdk/client-ec2';
import {
  CreateLoadBalancerCommand as CreateClassicCommand,
  DeleteLoadBalancerCommand as DeleteClassicCommand,
} from '@aws-sdk/client-elastic-load-balancing';
import {
  CreateLoadBalancerCommand,
  DeleteLoadBalancerCommand,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { describe, expect, it } from 'vitest';
import { clientsOf, createGateway, createSubnet, createVpc, refusal, type World } from '../world.ts';

export const describeLoadBalancers = (world: World): void => {
  describe('load balancers', () => {
    it('of both kinds put interfaces into subnets, which outlive them', async () => {
      const clients = clientsOf(world.double.settings());
      const { ec2, elb, elbv2 } = clients;
      const vpc = await createVpc(clients);
      const gateway = await createGateway(clients, vpc);
      const subnet = await createSubnet(clients, vpc);
      await elb.send(
        new CreateClassicCommand({
          LoadBalancerName: 'ingress',
          Listeners: [{ Protocol: 'TCP', LoadBalancerPort: 443, InstancePort: 30443 }],
          Subnets: [subnet],
        }),
      );
      const made = await elbv2.send(
        new CreateLoadBalancerCommand({ Name: 'api', Type: 'network', Subnets: [subnet] }),
      );
      const owners = async () =>
        (await ec2.send(new DescribeNetworkInterfacesCommand({}))).NetworkInterfaces!.map(({ Description }) =>
          Description!.replace(/\/[0-9a-f]+$/, '').replace('/app/', '/net/'),
        );
      expect((await owners()).sort()).toEqual(['ELB app/api', 'ELB ingress']);
      await elb.send(new DeleteClassicCommand({ LoadBalancerName: 'ingress' }));
      await elbv2.send(
        new DeleteLoadBalancerCommand({ LoadBalancerArn: made.LoadBalancers![0]!.LoadBalancerArn }),
      );
      const removeSubnet = () => refusal(ec2.send(new DeleteSubnetCommand({ SubnetId: subnet })));
      const detach = () =>
        refusal(ec2.send(new DetachInternetGatewayCommand({ InternetGatewayId: gateway, VpcId: vpc })));
      expect([await removeSubnet(), await detach()]).toEqual([
        '400 DependencyViolation',
        '400 DependencyViolation',
      ]);
      world.double.advance(60);
      expect([await removeSubnet(), await detach(), await owners()]).toEqual(['accepted', 'accepted', []]);
    });
  });
};
