import { itemsOf, refusal, textsOf } from '../aws-answer.ts';
import type { RuleWorld, StrictRule } from './rule.ts';

interface Life {
  readonly madeAt: number;
  deletedAt?: number;
}

const stateOf = ({ madeAt, deletedAt }: Life, { clock, knobs }: RuleWorld): string => {
  if (deletedAt !== undefined)
    return clock() - deletedAt < knobs.natDeleteSeconds * 1000 ? 'deleting' : 'deleted';
  return clock() - madeAt < knobs.natCreateSeconds * 1000 ? 'pending' : 'available';
};

/** A NAT gateway takes minutes to come and to go, and holds its address and subnet until it is gone; moto's does so at once. */
export const createNatGatewayRule = (): StrictRule => {
  const lives = new Map<string, Life>();
  const isLeaving = (id: string, world: RuleWorld): boolean => {
    const life = lives.get(id);
    return life !== undefined && stateOf(life, world) === 'deleting';
  };
  /** What those that are on their way out still hold. */
  const held = new Map<string, readonly string[]>();
  return {
    refuse: (call, world) => {
      if (call.service !== 'ec2') return undefined;
      const gateway = call.parameters.get('NatGatewayId') ?? '';
      const life = lives.get(gateway);
      if (call.action === 'CreateRoute' && life !== undefined && stateOf(life, world) !== 'available')
        return refusal(
          call,
          400,
          'InvalidNatGatewayID.NotFound',
          `The natGateway ID '${gateway}' does not exist`,
        );
      const wanted = ['SubnetId', 'AllocationId'].flatMap((name) => call.parameters.get(name) ?? []);
      const isRemoval = call.action === 'DeleteSubnet' || call.action === 'ReleaseAddress';
      if (!isRemoval) return undefined;
      const holder = [...held].find(
        ([id, things]) => isLeaving(id, world) && things.some((thing) => wanted.includes(thing)),
      );
      if (holder === undefined) return undefined;
      return call.action === 'DeleteSubnet'
        ? refusal(
            call,
            400,
            'DependencyViolation',
            `The subnet '${wanted[0]}' has dependencies and cannot be deleted.`,
          )
        : refusal(call, 400, 'AuthFailure', 'You do not have permission to access the specified resource.');
    },
    amend: (call, answer, world) => {
      if (call.service !== 'ec2' || answer.status !== 200) return answer;
      if (call.action === 'CreateNatGateway') {
        const [id = ''] = textsOf(answer.body, 'natGatewayId');
        if (!lives.has(id)) lives.set(id, { madeAt: world.clock() });
        held.set(id, [call.parameters.get('SubnetId') ?? '', call.parameters.get('AllocationId') ?? '']);
      }
      if (call.action === 'DeleteNatGateway') {
        const life = lives.get(call.parameters.get('NatGatewayId') ?? '');
        if (life !== undefined) life.deletedAt ??= world.clock();
      }
      if (call.action !== 'CreateNatGateway' && call.action !== 'DescribeNatGateways') return answer;
      let { body } = answer;
      for (const item of call.action === 'CreateNatGateway' ? [body] : itemsOf(body, 'natGatewaySet')) {
        const life = lives.get(textsOf(item, 'natGatewayId')[0] ?? '');
        if (life === undefined) continue;
        body = body.replace(
          item,
          item.replace(/<state>[^<]*<\/state>/, `<state>${stateOf(life, world)}</state>`),
        );
      }
      return { ...answer, body };
    },
    reset: () => {
      lives.clear();
      held.clear();
    },
  };
};
