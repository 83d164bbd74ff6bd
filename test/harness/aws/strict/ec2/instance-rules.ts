import { listOf } from '../../protocol/aws-call.ts';
import { textAt } from '../../protocol/xml.ts';
import type { StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';

/** The interfaces that an instance was made with go with it; moto leaves them. */
export const instanceRules: StrictRule = {
  after: {
    'ec2:TerminateInstances': async ({ parameters }, _answer, { moto }) => {
      const gone = listOf(parameters, 'InstanceId');
      for (const item of await describe(moto, 'DescribeNetworkInterfaces'))
        if (gone.includes(textAt(item, 'attachment', 'instanceId')))
          await moto.query('ec2', 'DeleteNetworkInterface', {
            NetworkInterfaceId: textAt(item, 'networkInterfaceId'),
          });
    },
  },
};
