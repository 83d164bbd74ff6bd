import { type AwsCall, listOf } from '../protocol/aws-call.ts';
import { parseXml, textAt } from '../protocol/xml.ts';
import { describe } from './ec2/lookups.ts';
import type { Scene, StrictRule } from './rule.ts';

interface Balancer {
  /** As interfaces name it: `ELB net/name/id`, `ELB name`. */
  readonly owner: string;
  readonly subnets: readonly string[];
  readonly groups: readonly string[];
  readonly isPublic: boolean;
}

/** Interfaces of each balancer, by account, region and its name or ARN. */
const held = new WeakMap<Scene['estate'], Map<string, readonly string[]>>();

const heldOf = ({ estate }: Scene): Map<string, readonly string[]> => {
  const found = held.get(estate) ?? new Map();
  held.set(estate, found);
  return found;
};

const keyOf = ({ account, region }: AwsCall, name: string): string => `${account} ${region} ${name}`;

/** Puts an interface of the balancer into each of its subnets; moto puts none. */
const placeInterfaces = async (balancer: Balancer, { moto, estate }: Scene): Promise<readonly string[]> => {
  const made: string[] = [];
  for (const subnet of balancer.subnets) {
    const groups = balancer.groups.map((group, index) => [`SecurityGroupId.${index + 1}`, group]);
    const reply = await moto.query('ec2', 'CreateNetworkInterface', {
      SubnetId: subnet,
      Description: balancer.owner,
      ...Object.fromEntries(groups),
    });
    const id = textAt(reply, 'networkInterface', 'networkInterfaceId');
    estate.interfaces.set(id, {
      owner: balancer.owner,
      type: balancer.owner.startsWith('ELB net/') ? 'network_load_balancer' : 'interface',
      isPublic: balancer.isPublic,
    });
    made.push(id);
  }
  return made;
};

/** The interfaces of a deleted balancer stay for a while. */
const removeInterfaces = (key: string, scene: Scene): void => {
  const { estate, knobs, moto, now } = scene;
  const ids = heldOf(scene).get(key);
  if (ids === undefined) return;
  heldOf(scene).delete(key);
  estate.due.add({
    at: now() + knobs.interfaceSeconds * 1000,
    run: async () => {
      for (const id of ids) {
        estate.interfaces.delete(id);
        const there = await describe(moto, 'DescribeNetworkInterfaces', { 'network-interface-id': id });
        if (there.length > 0) await moto.query('ec2', 'DeleteNetworkInterface', { NetworkInterfaceId: id });
      }
    },
  });
};

const isPublic = ({ parameters }: AwsCall): boolean => parameters.get('Scheme') !== 'internal';

/** Load balancers stand in subnets with interfaces, which outlive them: what blocks the deletion of a network most often. */
export const loadBalancerRules: StrictRule = {
  after: {
    'elb:CreateLoadBalancer': async (call, _answer, scene) => {
      const name = call.parameters.get('LoadBalancerName') ?? '';
      const balancer: Balancer = {
        owner: `ELB ${name}`,
        subnets: listOf(call.parameters, 'Subnets'),
        groups: listOf(call.parameters, 'SecurityGroups'),
        isPublic: isPublic(call),
      };
      heldOf(scene).set(keyOf(call, name), await placeInterfaces(balancer, scene));
    },
    'elb:DeleteLoadBalancer': (call, _answer, scene) =>
      removeInterfaces(keyOf(call, call.parameters.get('LoadBalancerName') ?? ''), scene),
    'elbv2:CreateLoadBalancer': async (call, answer, scene) => {
      const reply = parseXml(answer.body.toString('utf8'));
      const arn = textAt(reply, 'CreateLoadBalancerResult', 'LoadBalancers', 'member', 'LoadBalancerArn');
      const mapped = [...call.parameters].filter(([key]) =>
        /^SubnetMappings\.member\.\d+\.SubnetId$/.test(key),
      );
      const balancer: Balancer = {
        owner: `ELB ${arn.replace(/^.*:loadbalancer\//, '')}`,
        subnets: [...listOf(call.parameters, 'Subnets'), ...mapped.map(([, subnet]) => subnet)],
        groups: listOf(call.parameters, 'SecurityGroups'),
        isPublic: isPublic(call),
      };
      heldOf(scene).set(keyOf(call, arn), await placeInterfaces(balancer, scene));
    },
    'elbv2:DeleteLoadBalancer': (call, _answer, scene) =>
      removeInterfaces(keyOf(call, call.parameters.get('LoadBalancerArn') ?? ''), scene),
  },
};
