import { ec2Answer } from '../aws-answer.ts';
import type { StrictRule } from './rule.ts';

/** Actions that moto does not have, answered as an account answers in which there is nothing of it. */
export const missingActionRule: StrictRule = {
  refuse: (call) => {
    if (call.service === 'ec2' && call.action === 'DescribeVpcEndpointConnections')
      return ec2Answer(call.action, '<vpcEndpointConnectionSet/>');
    if (call.service === 'ec2' && call.action === 'RejectVpcEndpointConnections')
      return ec2Answer(call.action, '<unsuccessful/>');
    if (call.service === 'route53' && call.action.endsWith('VPCAssociationAuthorization'))
      return {
        status: 200,
        headers: { 'content-type': 'text/xml' },
        body: `<?xml version="1.0"?>\n<${call.action}Response xmlns="https://route53.amazonaws.com/doc/2013-04-01/"/>`,
      };
    return undefined;
  },
};
