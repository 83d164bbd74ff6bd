import { Refusal } from '../../protocol/aws-answer.ts';
import { textAt } from '../../protocol/xml.ts';
import type { StrictRule } from '../rule.ts';
import { dependencyViolation, describe } from './lookups.ts';

/** A subnet stays while an interface is in it: of a NAT gateway, an endpoint, a load balancer, an instance. Moto lets it go. */
export const subnetRules: StrictRule = {
  before: {
    'ec2:CreateSubnet': async ({ parameters }, { moto }) => {
      const zone = parameters.get('AvailabilityZone');
      if (zone === null) return;
      const zones = (await describe(moto, 'DescribeAvailabilityZones')).map((item) =>
        textAt(item, 'zoneName'),
      );
      // Moto refuses too, but names the zones of all regions.
      if (!zones.includes(zone))
        throw new Refusal(
          'InvalidParameterValue',
          `Value (${zone}) for parameter availabilityZone is invalid. Subnets can currently only be created in the following availability zones: ${zones.join(', ')}.`,
        );
    },
    'ec2:DeleteSubnet': async ({ parameters }, { moto }) => {
      const id = parameters.get('SubnetId') ?? '';
      const interfaces = await describe(moto, 'DescribeNetworkInterfaces', { 'subnet-id': id });
      if (interfaces.length > 0) throw dependencyViolation(`The subnet '${id}'`);
    },
  },
};
