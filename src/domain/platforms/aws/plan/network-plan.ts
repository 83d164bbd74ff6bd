import type { PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { cidr, formatCidr } from '../../../network/cidr.ts';
import { machineCidrOf } from '../aws-machine-range.ts';
import { type PlanFrame, tagsOf } from './plan-frame.ts';
import { awsStep } from './step-inputs.ts';

/** Each zone has a /20 of the lower half of the VPC for its public subnet, and one of the upper half for its private one. */
const subnetPrefix = 20;

const subnetCidr = (vpcCidr: string, index: number): string => {
  const { family, base } = cidr(vpcCidr);
  return formatCidr({ family, base: base + BigInt(index) * 4096n, prefix: subnetPrefix });
};

const privateOffset = 8;

export const vpcStep = 'vpc';
export const internetGatewayStep = 'internetGateway';
const publicRouteTableStep = 'routeTable/public';
const gatewayEndpointStep = 'endpoint/s3';
const publicSubnetStep = (zone: string): string => `subnet/public/${zone}`;
const privateSubnetStep = (zone: string): string => `subnet/private/${zone}`;
const addressStep = (zone: string): string => `address/${zone}`;
const natGatewayStep = (zone: string): string => `natGateway/${zone}`;
const privateRouteTableStep = (zone: string): string => `routeTable/private/${zone}`;

const madeOf = (frame: PlanFrame, name: string, further?: Readonly<Record<string, string>>) => ({
  account: frame.network,
  tags: tagsOf(frame, name, further),
});

const vpcSteps = (frame: PlanFrame): readonly PlannedStep[] => {
  const { infraId, infrastructure } = frame;
  const vpc = `${infraId}-vpc`;
  const gateway = `${infraId}-igw`;
  return [
    awsStep({
      id: vpcStep,
      type: 'vpc',
      name: vpc,
      after: [],
      input: { ...madeOf(frame, vpc), cidr: machineCidrOf(infrastructure) },
      fixed: ['cidr'],
    }),
    awsStep({
      id: internetGatewayStep,
      type: 'internetGateway',
      name: gateway,
      after: [vpcStep],
      input: { ...madeOf(frame, gateway), vpcStep },
    }),
  ];
};

const subnetSteps = (frame: PlanFrame): readonly PlannedStep[] => {
  const { infraId, infrastructure } = frame;
  const { zones, publicOnly = false } = infrastructure;
  const vpcCidr = machineCidrOf(infrastructure);
  // Karpenter puts machines where the tag is.
  const machines = { 'karpenter.sh/discovery': infraId };
  const step = (
    id: string,
    name: string,
    zone: string,
    index: number,
    tags: Readonly<Record<string, string>>,
  ): PlannedStep =>
    awsStep({
      id,
      type: 'subnet',
      name,
      after: [vpcStep],
      input: { ...madeOf(frame, name, tags), vpcStep, zone, cidr: subnetCidr(vpcCidr, index) },
      fixed: ['zone', 'cidr'],
    });
  return zones.flatMap((zone, index) => [
    ...(publicOnly
      ? []
      : [
          step(privateSubnetStep(zone), `${infraId}-private-${zone}`, zone, privateOffset + index, {
            'kubernetes.io/role/internal-elb': '1',
            ...machines,
          }),
        ]),
    step(publicSubnetStep(zone), `${infraId}-public-${zone}`, zone, index, {
      'kubernetes.io/role/elb': '1',
      ...(publicOnly ? machines : {}),
    }),
  ]);
};

/** Zones that have a NAT gateway of their own. */
const natZonesOf = ({ infrastructure }: PlanFrame): readonly string[] => {
  const { zones, publicOnly = false, egress = 'natGateway', natGateways = 'perZone' } = infrastructure;
  if (publicOnly || egress === 'proxy') return [];
  return natGateways === 'single' ? zones.slice(0, 1) : zones;
};

const natSteps = (frame: PlanFrame): readonly PlannedStep[] =>
  natZonesOf(frame).flatMap((zone) => {
    const address = `${frame.infraId}-eip-${zone}`;
    const gateway = `${frame.infraId}-nat-${zone}`;
    return [
      awsStep({
        id: addressStep(zone),
        type: 'address',
        name: address,
        // An internet gateway is not detached while addresses of its VPC are in use.
        after: [internetGatewayStep],
        input: madeOf(frame, address),
      }),
      awsStep({
        id: natGatewayStep(zone),
        type: 'natGateway',
        name: gateway,
        after: [addressStep(zone), publicSubnetStep(zone), internetGatewayStep],
        input: {
          ...madeOf(frame, gateway),
          subnetStep: publicSubnetStep(zone),
          addressStep: addressStep(zone),
        },
        isLate: true,
      }),
    ];
  });

const privateTableSteps = (frame: PlanFrame): readonly PlannedStep[] => {
  const { infraId, infrastructure } = frame;
  if (infrastructure.publicOnly === true) return [];
  const natZones = natZonesOf(frame);
  return infrastructure.zones.map((zone) => {
    const name = `${infraId}-private-${zone}`;
    const natZone = natZones.includes(zone) ? zone : natZones[0];
    const nat = natZone === undefined ? [] : [natGatewayStep(natZone)];
    return awsStep({
      id: privateRouteTableStep(zone),
      type: 'routeTable',
      name,
      after: [vpcStep, privateSubnetStep(zone), ...nat],
      input: {
        ...madeOf(frame, name),
        vpcStep,
        ...(nat[0] === undefined ? {} : { natGatewayStep: nat[0] }),
        subnetSteps: [privateSubnetStep(zone)],
      },
      isLate: true,
    });
  });
};

const publicTableStep = (frame: PlanFrame): PlannedStep => {
  const name = `${frame.infraId}-public`;
  const subnets = frame.infrastructure.zones.map(publicSubnetStep);
  return awsStep({
    id: publicRouteTableStep,
    type: 'publicRouteTable',
    name,
    after: [vpcStep, internetGatewayStep, ...subnets],
    input: { ...madeOf(frame, name), vpcStep, internetGatewayStep, subnetSteps: subnets },
  });
};

const endpointStep = (frame: PlanFrame, routeTableSteps: readonly string[]): PlannedStep => {
  const name = `${frame.infraId}-s3`;
  return awsStep({
    id: gatewayEndpointStep,
    type: 'gatewayEndpoint',
    name,
    after: [vpcStep, ...routeTableSteps],
    input: {
      ...madeOf(frame, name),
      vpcStep,
      service: `com.amazonaws.${frame.aws.region}.s3`,
      routeTableSteps,
    },
    isLate: true,
  });
};

/** VPC, subnets, gateways and routes. Steps that are late hang on NAT gateways, which take minutes. */
export const networkSteps = (frame: PlanFrame): readonly PlannedStep[] => {
  const privateTables = privateTableSteps(frame);
  const publicTable = publicTableStep(frame);
  return [
    ...vpcSteps(frame),
    ...subnetSteps(frame),
    ...natSteps(frame),
    ...privateTables,
    publicTable,
    endpointStep(
      frame,
      [...privateTables, publicTable].map(({ id }) => id),
    ),
  ];
};

/** Steps of the subnets in which machines stand, one a zone. */
export const machineSubnetStep = ({ infrastructure }: PlanFrame, zone: string): string =>
  infrastructure.publicOnly === true ? publicSubnetStep(zone) : privateSubnetStep(zone);
