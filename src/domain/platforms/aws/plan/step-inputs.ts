import type { PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../shared/json.ts';

/** Where a step is carried out: in the account of the cluster, or in that of the VPC when that is shared. */
export type AwsAccountName = 'cluster' | 'vpcOwner';

/** What every step of a thing that Berth makes says. */
type Made = { readonly account: AwsAccountName; readonly tags: Readonly<Record<string, string>> };

/** A thing that a statement is about: an ARN, or the hosted zone of a step, whose id is not known before. */
export type PolicyResource = string | { readonly hostedZone: string };

export type PolicyStatement = {
  readonly actions: readonly string[];
  /** `*` when absent. */
  readonly resources?: readonly PolicyResource[];
  readonly condition?: JsonObject;
};

/** Who may assume a role. */
export type RoleTrust =
  | { readonly kind: 'webIdentity'; readonly issuerUrl: string; readonly serviceAccounts: readonly string[] }
  | { readonly kind: 'service'; readonly service: string }
  /** Roles of other steps. */
  | { readonly kind: 'roles'; readonly steps: readonly string[] };

/** Inputs by type of step; members that end in `Step` and `Steps` hold ids of other steps. */
export type AwsStepInputs = {
  readonly vpc: Made & { readonly cidr: string };
  readonly internetGateway: Made & { readonly vpcStep: string };
  readonly subnet: Made & { readonly vpcStep: string; readonly zone: string; readonly cidr: string };
  readonly address: Made;
  readonly natGateway: Made & { readonly subnetStep: string; readonly addressStep: string };
  /** Without a NAT gateway there is no default route. */
  readonly routeTable: Made & {
    readonly vpcStep: string;
    readonly natGatewayStep?: string;
    readonly subnetSteps: readonly string[];
  };
  /** Becomes the main table of the VPC. */
  readonly publicRouteTable: Made & {
    readonly vpcStep: string;
    readonly internetGatewayStep: string;
    readonly subnetSteps: readonly string[];
  };
  readonly gatewayEndpoint: Made & {
    readonly vpcStep: string;
    readonly service: string;
    readonly routeTableSteps: readonly string[];
  };
  /** Subnets of one account for another one. */
  readonly resourceShare: Made & {
    readonly vpcStep: string;
    /** Tags do not go along: they are set again where the subnets are shared to. */
    readonly subnets: readonly { readonly step: string; readonly tags: Readonly<Record<string, string>> }[];
  };
  readonly publicZone: {
    readonly account: AwsAccountName;
    readonly domain: string;
    /** Which of several zones of that name. */
    readonly zoneId?: string;
  };
  readonly privateZone: Made & {
    readonly domain: string;
    readonly vpcStep: string;
    readonly vpcAccount: AwsAccountName;
    readonly region: string;
  };
  readonly oidcProvider: Made & {
    readonly issuerUrl: string;
    readonly audiences: readonly string[];
    /** SHA-1 of the issuer's certificate authority; AWS finds it by itself when empty. */
    readonly thumbprints: readonly string[];
  };
  readonly role: Made & {
    readonly path: string;
    readonly trust: RoleTrust;
    readonly statements: readonly PolicyStatement[];
    readonly managedPolicyArn?: string;
    readonly permissionsBoundaryArn?: string;
  };
  readonly instanceProfile: Made & { readonly path: string; readonly roleStep: string };
  /** Things of others by the tag of the cluster, or by their place in the VPC. */
  readonly sweep: {
    readonly account: AwsAccountName;
    readonly vpcStep?: string;
    /** Account in which the VPC carries its marks. */
    readonly vpcAccount?: AwsAccountName;
  };
  readonly sweepRecords: {
    readonly account: AwsAccountName;
    readonly zoneStep: string;
    readonly names: readonly string[];
  };
  readonly sweepBuckets: { readonly account: AwsAccountName; readonly prefix: string };
};

/** Which input a type of step has: the sweeps but two share one. */
type InputKeyOf<Type extends string> = Type extends keyof AwsStepInputs ? Type : 'sweep';

export type AwsSweepType =
  | 'sweepInstances'
  | 'sweepEndpointServices'
  | 'sweepClassicLoadBalancers'
  | 'sweepLoadBalancers'
  | 'sweepTargetGroups'
  | 'sweepEndpoints'
  | 'sweepNetworkInterfaces'
  | 'sweepSecurityGroups'
  | 'sweepVolumes'
  | 'sweepSnapshots'
  | 'sweepTemporaryVpcs';

export type AwsStepType = Exclude<keyof AwsStepInputs, 'sweep'> | AwsSweepType;

export type AwsInput<Type extends AwsStepType> = AwsStepInputs[InputKeyOf<Type>];

/** A step whose input has the form that its type asks for. */
export const awsStep = <Type extends AwsStepType>(
  step: Omit<PlannedStep, 'type' | 'input' | 'fixed'> & {
    readonly type: Type;
    readonly input: AwsInput<Type>;
    readonly fixed?: readonly (keyof AwsInput<Type> & string)[];
  },
): PlannedStep => step;

/** The input of a step of the plan, by its type. */
export const inputOf = <Type extends AwsStepType>(_type: Type, { input }: PlannedStep): AwsInput<Type> =>
  input as unknown as AwsInput<Type>;
