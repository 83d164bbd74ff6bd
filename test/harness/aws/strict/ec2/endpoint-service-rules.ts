import { ec2Answer, Refusal, xmlAnswer } from '../../protocol/aws-answer.ts';
import { type AwsCall, listOf } from '../../protocol/aws-call.ts';
import { element, find, parseXml, textAt } from '../../protocol/xml.ts';
import type { EndpointConnection } from '../estate.ts';
import type { StrictRule } from '../rule.ts';

const wanted = (parameters: URLSearchParams): readonly string[] => {
  const [name] =
    [...parameters].find(([key, value]) => key.endsWith('.Name') && value === 'service-id') ?? [];
  return name === undefined ? [] : listOf(parameters, name.replace('.Name', '.Value'));
};

const connectionItem = ({ endpoint, service, account, state }: EndpointConnection): string =>
  `<item><serviceId>${service}</serviceId><vpcEndpointId>${endpoint}</vpcEndpointId><vpcEndpointOwner>${account}</vpcEndpointOwner><vpcEndpointState>${state}</vpcEndpointState></item>`;

const unsuccessful = (id: string, code: string, message: string) =>
  element('item', [
    element('error', [element('code', code), element('message', message)]),
    element('resourceId', id),
  ]);

const held = new WeakMap<AwsCall, readonly string[]>();

/** Who is connected to an endpoint service; moto knows no connections, and deletes a service under them. */
export const endpointServiceRules: StrictRule = {
  before: {
    'ec2:DescribeVpcEndpointConnections': ({ action, parameters }, { estate }) => {
      const services = wanted(parameters);
      const seen = [...estate.connections.values()].filter(
        ({ service }) => services.length === 0 || services.includes(service),
      );
      return ec2Answer(
        action,
        `<vpcEndpointConnectionSet>${seen.map(connectionItem).join('')}</vpcEndpointConnectionSet>`,
      );
    },
    'ec2:RejectVpcEndpointConnections': ({ action, parameters }, { estate }) => {
      const service = parameters.get('ServiceId') ?? '';
      if (!estate.services.has(service))
        throw new Refusal(
          'InvalidVpcEndpointServiceId.NotFound',
          `The VpcEndpointService Id '${service}' does not exist`,
        );
      for (const endpoint of listOf(parameters, 'VpcEndpointId')) {
        const connection = estate.connections.get(endpoint);
        if (connection?.service === service) connection.state = 'rejected';
      }
      return ec2Answer(action, '<unsuccessful/>');
    },
    'ec2:DeleteVpcEndpointServiceConfigurations': (call, { estate }) => {
      const ids = listOf(call.parameters, 'ServiceId');
      const used = ids.filter((id) =>
        [...estate.connections.values()].some(({ service, state }) => service === id && state !== 'rejected'),
      );
      for (const [index, id] of ids.entries())
        if (used.includes(id)) call.parameters.delete(`ServiceId.${index + 1}`);
      held.set(call, used);
      if (used.length === ids.length)
        return ec2Answer(
          call.action,
          `<unsuccessful>${used.map((id) => `<item><error><code>ExistingVpcEndpointConnections</code><message>The service ${id} has existing active VPC Endpoint connections</message></error><resourceId>${id}</resourceId></item>`).join('')}</unsuccessful>`,
        );
      return undefined;
    },
  },
  after: {
    'ec2:CreateVpcEndpointServiceConfiguration': ({ parameters }, answer, { estate }) => {
      const made = find(parseXml(answer.body.toString('utf8')), 'serviceConfiguration');
      estate.services.set(textAt(made, 'serviceId'), {
        needsAcceptance: parameters.get('AcceptanceRequired') !== 'false',
      });
    },
    'ec2:DeleteVpcEndpointServiceConfigurations': (call, answer, { estate }) => {
      for (const id of listOf(call.parameters, 'ServiceId')) estate.services.delete(id);
      const document = parseXml(answer.body.toString('utf8'));
      const set = find(document, 'unsuccessful');
      for (const id of held.get(call) ?? [])
        set?.children.push(
          unsuccessful(
            id,
            'ExistingVpcEndpointConnections',
            `The service ${id} has existing active VPC Endpoint connections`,
          ),
        );
      return xmlAnswer(200, document);
    },
    'ec2:CreateVpcEndpoint': ({ parameters, account }, answer, { estate }) => {
      const service = (parameters.get('ServiceName') ?? '').replace(/^.*\./, '');
      const known = estate.services.get(service);
      if (known === undefined) return;
      const endpoint = textAt(parseXml(answer.body.toString('utf8')), 'vpcEndpoint', 'vpcEndpointId');
      const state = known.needsAcceptance ? 'pendingAcceptance' : 'available';
      estate.connections.set(endpoint, { endpoint, service, account, state });
    },
    'ec2:DeleteVpcEndpoints': ({ parameters }, _answer, { estate }) => {
      for (const id of listOf(parameters, 'VpcEndpointId')) estate.connections.delete(id);
    },
  },
};
