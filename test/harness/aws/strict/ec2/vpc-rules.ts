import { textAt } from '../../protocol/xml.ts';
import type { StrictRule } from '../rule.ts';
import { dependencyViolation, describe } from './lookups.ts';

/** A VPC goes last: moto looks for subnets and tables only. */
export const vpcRules: StrictRule = {
  before: {
    'ec2:DeleteVpc': async ({ parameters }, { moto, estate, now }) => {
      const id = parameters.get('VpcId') ?? '';
      const gateways = await describe(moto, 'DescribeInternetGateways', { 'attachment.vpc-id': id });
      const interfaces = await describe(moto, 'DescribeNetworkInterfaces', { 'vpc-id': id });
      const groups = await describe(moto, 'DescribeSecurityGroups', { 'vpc-id': id });
      const endpoints = await describe(moto, 'DescribeVpcEndpoints', { 'vpc-id': id });
      const isHeld =
        gateways.length > 0 ||
        interfaces.length > 0 ||
        groups.some((group) => textAt(group, 'groupName') !== 'default') ||
        endpoints.some((endpoint) => textAt(endpoint, 'state') !== 'deleted') ||
        [...estate.nats.values()].some(({ vpc, goneAt }) => vpc === id && (goneAt ?? Infinity) > now());
      if (isHeld) throw dependencyViolation(`The vpc '${id}'`);
    },
  },
};
