import { type AwsAnswer, keepItems, refusal, textsOf } from '../aws-answer.ts';
import type { StrictRule } from './rule.ts';

interface Kind {
  readonly create: string;
  readonly describe: string;
  readonly set: string;
  readonly id: string;
  /** What a look at one that is not visible says. */
  readonly notFound: string;
  /** Parameter of a look that names one: `VpcId.1`. */
  readonly parameter: string;
}

const kinds: readonly Kind[] = [
  {
    create: 'CreateVpc',
    describe: 'DescribeVpcs',
    set: 'vpcSet',
    id: 'vpcId',
    notFound: 'InvalidVpcID.NotFound',
    parameter: 'VpcId',
  },
  {
    create: 'CreateSubnet',
    describe: 'DescribeSubnets',
    set: 'subnetSet',
    id: 'subnetId',
    notFound: 'InvalidSubnetID.NotFound',
    parameter: 'SubnetId',
  },
  {
    create: 'CreateInternetGateway',
    describe: 'DescribeInternetGateways',
    set: 'internetGatewaySet',
    id: 'internetGatewayId',
    notFound: 'InvalidInternetGatewayID.NotFound',
    parameter: 'InternetGatewayId',
  },
  {
    create: 'AllocateAddress',
    describe: 'DescribeAddresses',
    set: 'addressesSet',
    id: 'allocationId',
    notFound: 'InvalidAllocationID.NotFound',
    parameter: 'AllocationId',
  },
  {
    create: 'CreateNatGateway',
    describe: 'DescribeNatGateways',
    set: 'natGatewaySet',
    id: 'natGatewayId',
    notFound: 'NatGatewayNotFound',
    parameter: 'NatGatewayId',
  },
  {
    create: 'CreateRouteTable',
    describe: 'DescribeRouteTables',
    set: 'routeTableSet',
    id: 'routeTableId',
    notFound: 'InvalidRouteTableID.NotFound',
    parameter: 'RouteTableId',
  },
  {
    create: 'CreateVpcEndpoint',
    describe: 'DescribeVpcEndpoints',
    set: 'vpcEndpointSet',
    id: 'vpcEndpointId',
    notFound: 'InvalidVpcEndpointId.NotFound',
    parameter: 'VpcEndpointId',
  },
];

/** New things of EC2 are hidden from lists and looks for a while. Calls that name them by id work. */
export const createVisibilityRule = (): StrictRule => {
  const madeAt = new Map<string, number>();
  return {
    amend: (call, answer, { clock, knobs }): AwsAnswer => {
      if (call.service !== 'ec2' || answer.status !== 200) return answer;
      const made = kinds.find(({ create }) => create === call.action);
      const [id] = made === undefined ? [] : textsOf(answer.body, made.id);
      if (id !== undefined && !madeAt.has(id)) madeAt.set(id, clock());
      const kind = kinds.find(({ describe }) => describe === call.action);
      if (kind === undefined || knobs.hideSeconds === 0) return answer;
      const isSeen = (name: string | undefined): boolean => {
        const since = name === undefined ? undefined : madeAt.get(name);
        return since === undefined || clock() - since >= knobs.hideSeconds * 1000;
      };
      const named = [...call.parameters]
        .filter(([name]) => name.startsWith(`${kind.parameter}.`))
        .map(([, value]) => value);
      const hidden = named.find((name) => !isSeen(name));
      if (hidden !== undefined) return refusal(call, 400, kind.notFound, `The ID '${hidden}' does not exist`);
      return {
        ...answer,
        body: keepItems(answer.body, kind.set, (item) => isSeen(textsOf(item, kind.id)[0])),
      };
    },
    reset: () => madeAt.clear(),
  };
};
