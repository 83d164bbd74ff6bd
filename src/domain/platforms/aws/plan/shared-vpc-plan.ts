import type { PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { roleOf, roleStep } from './identity-plan.ts';
import { machineSubnetStep, publicSubnetStep, vpcStep } from './network-plan.ts';
import { operatorRoles, sharedEndpointSuffix, sharedRoute53Suffix } from './operator-roles.ts';
import { type PlanFrame, tagsOf } from './plan-frame.ts';
import { endpoint, zoneOfSharedVpc } from './policies.ts';
import { awsStep } from './step-inputs.ts';

export const shareStep = 'share';
export const sharedRoute53Step = 'sharedRole/route53';
export const sharedEndpointStep = 'sharedRole/endpoint';

/** What a cluster needs in the account of its VPC when that is another one. */
export const sharedVpcSteps = (frame: PlanFrame): readonly PlannedStep[] => {
  const { infraId, infrastructure } = frame;
  if (infrastructure.sharedVpc === undefined) return [];
  const { ingress, controlPlaneOperator } = operatorRoles(frame);
  const ingressStep = roleStep(ingress.suffix);
  const controlPlaneStep = roleStep(controlPlaneOperator.suffix);
  const name = `${infraId}-share`;
  const subnetSteps = [
    ...new Set(
      infrastructure.zones.flatMap((zone) => [machineSubnetStep(frame, zone), publicSubnetStep(zone)]),
    ),
  ];
  return [
    awsStep({
      id: shareStep,
      type: 'resourceShare',
      name,
      after: [vpcStep, ...subnetSteps],
      input: { account: 'vpcOwner', tags: tagsOf(frame, name), vpcStep, subnetSteps },
    }),
    roleOf(frame, {
      id: sharedRoute53Step,
      suffix: sharedRoute53Suffix,
      account: frame.zones,
      trust: { kind: 'roles', steps: [ingressStep, controlPlaneStep] },
      statements: zoneOfSharedVpc,
      after: [ingressStep, controlPlaneStep],
    }),
    roleOf(frame, {
      id: sharedEndpointStep,
      suffix: sharedEndpointSuffix,
      account: 'vpcOwner',
      trust: { kind: 'roles', steps: [controlPlaneStep] },
      statements: endpoint,
      after: [controlPlaneStep],
    }),
  ];
};
