import type { PlannedStep } from '../../../infrastructure/infrastructure-plan.ts';
import { filled } from '../../../shared/present.ts';
import { vpcStep } from './network-plan.ts';
import { type PlanFrame, tagsOf } from './plan-frame.ts';
import { awsStep } from './step-inputs.ts';
import { clusterDomainOf, localDomainOf } from './zone-names.ts';

export const publicZoneStep = 'zone/public';
export const privateZoneStep = 'zone/private';
export const localZoneStep = 'zone/local';

const privateZone = (frame: PlanFrame, id: string, domain: string): PlannedStep =>
  awsStep({
    id,
    type: 'privateZone',
    name: domain,
    after: [vpcStep],
    input: {
      account: frame.zones,
      tags: tagsOf(frame, domain),
      domain,
      vpcStep,
      vpcAccount: frame.network,
      region: frame.aws.region,
    },
    fixed: ['domain'],
  });

/** The public zone is the user's: it is only looked up. */
export const zoneSteps = (frame: PlanFrame): readonly PlannedStep[] => {
  const { dns } = frame.request.spec;
  const domain = dns?.baseDomain ?? '';
  const zoneId = filled(dns?.publicZoneId);
  return [
    awsStep({
      id: publicZoneStep,
      type: 'publicZone',
      name: domain,
      after: [],
      input: { account: 'cluster', domain, ...(zoneId === undefined ? {} : { zoneId }) },
      role: 'found',
    }),
    privateZone(frame, privateZoneStep, clusterDomainOf(frame.request)),
    privateZone(frame, localZoneStep, localDomainOf(frame.request)),
  ];
};
