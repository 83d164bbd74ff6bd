import type { InfrastructureRequest, PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { ownershipTags } from '../../../infrastructure/infrastructure-plan.ts';
import type { InfrastructureOutputs } from '../../../infrastructure/infrastructure-record.ts';
import type { ManagedInfrastructure } from '../../platform-rules.ts';
import { machineCidrOf } from '../aws-machine-range.ts';
import type { AwsRoles } from '../aws-spec.ts';
import { identitySteps, roleStep } from './identity-plan.ts';
import { machineSubnetStep, networkSteps, vpcStep } from './network-plan.ts';
import { karpenterRole, kmsRole, operatorRoles } from './operator-roles.ts';
import { frameOf, type PlanFrame } from './plan-frame.ts';
import { sharedEndpointStep, sharedRoute53Step, sharedVpcSteps } from './shared-vpc-plan.ts';
import { sweepSteps } from './sweep-plan.ts';
import { localZoneStep, privateZoneStep, publicZoneStep, zoneSteps } from './zone-plan.ts';

const plan = (request: InfrastructureRequest): readonly PlannedStep[] => {
  const frame = frameOf(request);
  const network = networkSteps(frame);
  const own = [...network, ...zoneSteps(frame), ...identitySteps(frame), ...sharedVpcSteps(frame, network)];
  return [...own, ...sweepSteps(frame, own)];
};

type IdOf = (step: string) => string;

const rolesOf = (frame: PlanFrame, idOf: IdOf): AwsRoles => {
  const roles = operatorRoles(frame);
  const arnOf = (name: keyof AwsRoles): string => idOf(roleStep(roles[name].suffix));
  return {
    ingress: arnOf('ingress'),
    imageRegistry: arnOf('imageRegistry'),
    storage: arnOf('storage'),
    network: arnOf('network'),
    kubeCloudController: arnOf('kubeCloudController'),
    nodePoolManagement: arnOf('nodePoolManagement'),
    controlPlaneOperator: arnOf('controlPlaneOperator'),
  };
};

const outputs = (request: InfrastructureRequest, idOf: IdOf): InfrastructureOutputs => {
  const frame = frameOf(request);
  const { infrastructure, infraId } = frame;
  const kms = kmsRole(frame);
  const karpenter = karpenterRole(frame);
  return {
    issuerUrl: request.issuerUrl,
    machineCidrs: [machineCidrOf(infrastructure)],
    publicZoneId: idOf(publicZoneStep),
    privateZoneId: idOf(privateZoneStep),
    aws: {
      vpcId: idOf(vpcStep),
      subnets: infrastructure.zones.map((zone) => ({ id: idOf(machineSubnetStep(frame, zone)), zone })),
      roles: rolesOf(frame, idOf),
      instanceProfile: `${infraId}-worker`,
      ...(kms === undefined ? {} : { kmsRoleArn: idOf(roleStep(kms.suffix)) }),
      ...(karpenter === undefined ? {} : { karpenterRoleArn: idOf(roleStep(karpenter.suffix)) }),
      ...(infrastructure.sharedVpc === undefined
        ? {}
        : {
            sharedVpc: {
              localZoneId: idOf(localZoneStep),
              ingressRoleArn: idOf(sharedRoute53Step),
              controlPlaneRoleArn: idOf(sharedEndpointStep),
            },
          }),
      ownershipTags: ownershipTags(request),
    },
  };
};

/** Network and identities of a cluster on AWS, one table for making, checking and removing. */
export const awsManaged: ManagedInfrastructure = { plan, outputs };
