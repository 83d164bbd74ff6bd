import type { PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { internetGatewayStep, vpcStep } from './network-plan.ts';
import type { PlanFrame } from './plan-frame.ts';
import { type AwsAccountName, type AwsSweepType, awsStep } from './step-inputs.ts';
import { publicRecordNamesOf } from './zone-names.ts';
import { publicZoneStep } from './zone-plan.ts';

interface Sweep {
  readonly key: string;
  readonly type: AwsSweepType;
  readonly what: string;
  /** What stands in the VPC goes by membership, the rest by the tag of the cluster. */
  readonly isInVpc?: true;
  /** Sweeps that come after this one. */
  readonly before: readonly string[];
}

/**
 * What in-cluster controllers make and their clean-up may leave. Machines first: they hold interfaces and volumes; then
 * load balancers and endpoints, whose interfaces go by themselves some minutes later; then security groups.
 */
const sweeps: readonly Sweep[] = [
  {
    key: 'instances',
    type: 'sweepInstances',
    what: 'machines',
    before: ['classicLoadBalancers', 'loadBalancers', 'endpoints', 'networkInterfaces', 'volumes'],
  },
  {
    key: 'endpointServices',
    type: 'sweepEndpointServices',
    what: 'endpoint services',
    before: ['loadBalancers'],
  },
  {
    key: 'classicLoadBalancers',
    type: 'sweepClassicLoadBalancers',
    what: 'classic load balancers',
    isInVpc: true,
    before: ['networkInterfaces'],
  },
  {
    key: 'loadBalancers',
    type: 'sweepLoadBalancers',
    what: 'load balancers',
    isInVpc: true,
    before: ['targetGroups', 'networkInterfaces'],
  },
  { key: 'targetGroups', type: 'sweepTargetGroups', what: 'target groups', isInVpc: true, before: [] },
  {
    key: 'endpoints',
    type: 'sweepEndpoints',
    what: 'endpoints of controllers',
    isInVpc: true,
    before: ['networkInterfaces'],
  },
  {
    key: 'networkInterfaces',
    type: 'sweepNetworkInterfaces',
    what: 'network interfaces',
    isInVpc: true,
    before: ['securityGroups'],
  },
  { key: 'securityGroups', type: 'sweepSecurityGroups', what: 'security groups', isInVpc: true, before: [] },
  { key: 'volumes', type: 'sweepVolumes', what: 'volumes', before: ['snapshots'] },
  { key: 'snapshots', type: 'sweepSnapshots', what: 'snapshots', before: [] },
];

/** Own steps that things in the VPC hold fast. */
const isHeld = ({ id, type }: PlannedStep): boolean =>
  ['subnet', 'resourceShare'].includes(type) || [vpcStep, internetGatewayStep].includes(id);

/** Machines still act with their identities until they are gone. */
const isIdentity = ({ type }: PlannedStep): boolean =>
  ['role', 'instanceProfile', 'oidcProvider'].includes(type);

const idOf = (account: AwsAccountName, key: string): string =>
  account === 'cluster' ? `sweep/${key}` : `sweep/vpcOwner/${key}`;

const sweepsIn = (
  frame: PlanFrame,
  own: readonly PlannedStep[],
  account: AwsAccountName,
): readonly PlannedStep[] => {
  const held = own.filter(isHeld).map(({ id }) => id);
  const identities = own.filter(isIdentity).map(({ id }) => id);
  return sweeps.map(({ key, type, what, isInVpc, before }) =>
    awsStep({
      id: idOf(account, key),
      type,
      name: `${what} of ${frame.infraId}`,
      after: [
        ...before.map((other) => idOf(account, other)),
        ...(isInVpc === true ? held : []),
        ...(key === 'instances' ? identities : []),
      ],
      input: { account, ...(isInVpc === true ? { vpcStep, vpcAccount: frame.network } : {}) },
      role: 'sweep',
    }),
  );
};

/** Zones of the cluster's account stood on a VPC of their own for the moment of their making. */
const temporaryVpcSweep = (frame: PlanFrame): readonly PlannedStep[] =>
  frame.zones === frame.network
    ? []
    : [
        awsStep({
          id: 'sweep/temporaryVpcs',
          type: 'sweepTemporaryVpcs',
          name: `temporary VPCs of ${frame.infraId}`,
          after: [],
          input: { account: frame.zones },
          role: 'sweep',
        }),
      ];

/** Removal of what others made for the cluster; `after` says what it must precede. */
export const sweepSteps = (frame: PlanFrame, own: readonly PlannedStep[]): readonly PlannedStep[] => {
  const temporary = temporaryVpcSweep(frame);
  const accounts: readonly AwsAccountName[] =
    frame.network === 'cluster' ? ['cluster'] : ['cluster', 'vpcOwner'];
  return [
    ...accounts.flatMap((account) => sweepsIn(frame, own, account)),
    awsStep({
      id: 'sweep/records',
      type: 'sweepRecords',
      name: `public records of ${frame.infraId}`,
      after: [publicZoneStep],
      input: { account: 'cluster', zoneStep: publicZoneStep, names: publicRecordNamesOf(frame.request) },
      role: 'sweep',
    }),
    awsStep({
      id: 'sweep/buckets',
      type: 'sweepBuckets',
      name: `registry buckets of ${frame.infraId}`,
      after: [],
      input: { account: 'cluster', prefix: `${frame.infraId}-image-registry-` },
      role: 'sweep',
    }),
    ...temporary,
  ];
};
