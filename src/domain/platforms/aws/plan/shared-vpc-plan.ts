import type { PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { roleOf, roleStep } from './identity-plan.ts';
import { vpcStep } from './network-plan.ts';
import { operatorRoles, sharedEndpointSuffix, sharedRoute53Suffix } from './operator-roles.ts';
import { type PlanFrame, tagsOf } from './plan-frame.ts';
import { endpoint, zoneOfSharedVpc } from './policies.ts';
import { awsStep, inputOf } from './step-inputs.ts';

const shareStep = 'share';
export const sharedRoute53Step = 'sharedRole/route53';
export const sharedEndpointStep = 'sharedRole/endpoint';

/** What a cluster needs in the account of its VPC when that is another one. */
export const sharedVpcSteps = (frame: PlanFrame, network: readonly PlannedStep[]): readonly PlannedStep[] => {
  const { infraId, infrastructure } = frame;
  if (infrastructure.sharedVpc === undefined) return [];
  const { ingress, controlPlaneOperator } = operatorRoles(frame);
  const ingressStep = roleStep(ingress.suffix);
  const controlPlaneStep = roleStep(controlPlaneOperator.suffix);
  const name = `${infraId}-share`;
  const subnets = network
    .filter(({ type }) => type === 'subnet')
    .map((step) => ({ step: step.id, tags: inputOf('subnet', step).tags }));
  return [
    awsStep({
      id: shareStep,
      type: 'resourceShare',
      name,
      after: [vpcStep, ...subnets.map(({ step }) => step)],
      input: { account: 'vpcOwner', tags: tagsOf(frame, name), vpcStep, subnets },
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
