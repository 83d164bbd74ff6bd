import {
  DeleteLoadBalancerCommand as DeleteClassicCommand,
  paginateDescribeLoadBalancers as paginateClassic,
} from '@aws-sdk/client-elastic-load-balancing';
import {
  DeleteLoadBalancerCommand,
  DeleteTargetGroupCommand,
  paginateDescribeLoadBalancers,
  paginateDescribeTargetGroups,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import type { AwsAccount } from '../account.ts';
import type { Sweep, SweepInVpc } from './sweep-handler.ts';

/** A load balancer or target group, and the VPC that it is in. Their lists know no filter. */
interface InVpc {
  readonly id: string;
  readonly vpcId: string;
}

export const listClassicLoadBalancers = (account: AwsAccount): Promise<readonly InVpc[]> =>
  account.remembered('classic load balancers', async () => {
    const found: InVpc[] = [];
    for await (const page of paginateClassic({ client: account.elb }, {}))
      for (const { LoadBalancerName: id = '', VPCId: vpcId = '' } of page.LoadBalancerDescriptions ?? [])
        found.push({ id, vpcId });
    return found;
  });

export const listLoadBalancers = (account: AwsAccount): Promise<readonly InVpc[]> =>
  account.remembered('load balancers', async () => {
    const found: InVpc[] = [];
    for await (const page of paginateDescribeLoadBalancers({ client: account.elbv2 }, {}))
      for (const { LoadBalancerArn: id = '', VpcId: vpcId = '' } of page.LoadBalancers ?? [])
        found.push({ id, vpcId });
    return found;
  });

export const listTargetGroups = (account: AwsAccount): Promise<readonly InVpc[]> =>
  account.remembered('target groups', async () => {
    const found: InVpc[] = [];
    for await (const page of paginateDescribeTargetGroups({ client: account.elbv2 }, {}))
      for (const { TargetGroupArn: id = '', VpcId: vpcId = '' } of page.TargetGroups ?? [])
        found.push({ id, vpcId });
    return found;
  });

export const removeClassicLoadBalancer = async ({ elb }: AwsAccount, id: string): Promise<'gone'> => {
  await elb.send(new DeleteClassicCommand({ LoadBalancerName: id }));
  return 'gone';
};

export const removeLoadBalancer = async ({ elbv2 }: AwsAccount, id: string): Promise<'gone'> => {
  await elbv2.send(new DeleteLoadBalancerCommand({ LoadBalancerArn: id }));
  return 'gone';
};

export const removeTargetGroup = async ({ elbv2 }: AwsAccount, id: string): Promise<'gone'> => {
  await elbv2.send(new DeleteTargetGroupCommand({ TargetGroupArn: id }));
  return 'gone';
};

const inVpc = (
  list: (account: AwsAccount) => Promise<readonly InVpc[]>,
  remove: (account: AwsAccount, id: string) => Promise<'gone'>,
): Sweep<SweepInVpc> => ({
  list: async ({ account, vpcId }) => (await list(account)).filter((found) => found.vpcId === vpcId),
  remove: ({ account }, id) => remove(account, id),
});

export const sweepClassicLoadBalancers = inVpc(listClassicLoadBalancers, removeClassicLoadBalancer);
export const sweepLoadBalancers = inVpc(listLoadBalancers, removeLoadBalancer);
export const sweepTargetGroups = inVpc(listTargetGroups, removeTargetGroup);
