import { Refusal } from '../../protocol/aws-answer.ts';
import { descendants, textAt } from '../../protocol/xml.ts';
import type { StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';

/** A group stays while another group or an interface names it, and the default one always; moto lets all go. */
export const securityGroupRules: StrictRule = {
  before: {
    'ec2:DeleteSecurityGroup': async ({ parameters }, { moto }) => {
      const id = parameters.get('GroupId') ?? '';
      const groups = await describe(moto, 'DescribeSecurityGroups');
      const group = groups.find((item) => textAt(item, 'groupId') === id);
      if (textAt(group, 'groupName') === 'default')
        throw new Refusal(
          'CannotDelete',
          `the specified group: "${id}" name: "default" cannot be deleted by a user`,
        );
      const isNamed = groups.some(
        (item) => item !== group && descendants(item, 'groupId').some(({ text }) => text === id),
      );
      const interfaces = await describe(moto, 'DescribeNetworkInterfaces', { 'group-id': id });
      if (isNamed || interfaces.length > 0)
        throw new Refusal('DependencyViolation', `resource ${id} has a dependent object`);
    },
  },
};
