import type { JsonObject } from '../../../../domain/shared/json.ts';
import type { StepContext, StepHandler } from '../../contract.ts';
import { objectsOf, textOf, textsOf } from '../../rest/json-fields.ts';
import { pathsIn } from '../compute-names.ts';
import { sameTexts } from '../http/fields.ts';
import { type ComputeType, computeHandler } from './compute-handler.ts';
import type { HandlerTools } from './tools.ts';

const inputOf = ({ planned }: StepContext, member: string): string => textOf(planned.input, member) ?? '';

const pathsOf = (step: StepContext) => pathsIn(inputOf(step, 'project'), inputOf(step, 'region'));

const network: ComputeType = {
  pathOf: (step) => pathsOf(step).network(step.planned.name),
  bodyOf: () => ({ autoCreateSubnetworks: false, routingConfig: { routingMode: 'REGIONAL' } }),
};

const firewallRule = ({ planned }: StepContext): JsonObject => ({
  direction: 'INGRESS',
  sourceRanges: textsOf(planned.input, 'sourceRanges'),
  allowed: [{ IPProtocol: textOf(planned.input, 'protocol'), ports: textsOf(planned.input, 'ports') }],
});

const firewall: ComputeType = {
  pathOf: (step) => pathsOf(step).firewall(step.planned.name),
  bodyOf: (step) => ({ network: step.idOf('network'), ...firewallRule(step) }),
  repair: (step, resource) => {
    const { input } = step.planned;
    const [allowed, ...others] = objectsOf(resource, 'allowed');
    const drift = [
      ...(sameTexts(textsOf(resource, 'sourceRanges'), textsOf(input, 'sourceRanges'))
        ? []
        : ['its source ranges are others']),
      ...(others.length === 0 &&
      textOf(allowed, 'IPProtocol') === textOf(input, 'protocol') &&
      sameTexts(textsOf(allowed, 'ports'), textsOf(input, 'ports'))
        ? []
        : ['what it allows is something else']),
      ...(resource['disabled'] === true ? ['it is disabled'] : []),
    ];
    const body = { ...firewallRule(step), disabled: false };
    return drift.length === 0 ? undefined : { drift, call: { method: 'PATCH', body } };
  },
};

const subnet: ComputeType = {
  pathOf: (step) => pathsOf(step).subnet(step.planned.name),
  bodyOf: (step) => ({
    network: step.idOf('network'),
    ipCidrRange: inputOf(step, 'cidr'),
    // Machines without public addresses reach Google's APIs.
    privateIpGoogleAccess: true,
  }),
  repair: (_step, resource) =>
    resource['privateIpGoogleAccess'] === true
      ? undefined
      : {
          drift: ['private access to Google’s APIs is off'],
          call: {
            method: 'POST',
            action: '/setPrivateIpGoogleAccess',
            body: { privateIpGoogleAccess: true },
          },
        },
};

const router: ComputeType = {
  pathOf: (step) => pathsOf(step).router(step.planned.name),
  bodyOf: (step) => ({ network: step.idOf('network') }),
};

export const networkHandlers = (tools: HandlerTools): Readonly<Record<string, StepHandler>> => ({
  network: computeHandler(tools, network),
  firewall: computeHandler(tools, firewall),
  subnet: computeHandler(tools, subnet),
  router: computeHandler(tools, router),
});
