import type { JsonObject } from '../../shared/json.ts';
import { filled, members } from '../../shared/present.ts';
import type { NodePoolRendering } from '../platform-rules.ts';
import { renderReference } from './hosted-cluster-platform.ts';

const policies = { enabled: 'Enabled', disabled: 'Disabled' } as const;

export const openstackNodePoolPlatform = ({ nodePool }: NodePoolRendering): JsonObject => {
  const { instanceType, imageName, additionalPorts } = nodePool.platform ?? {};
  return {
    openstack: members({
      flavor: instanceType,
      imageName: filled(imageName),
      availabilityZone: filled(nodePool.zone),
      additionalPorts: filled(additionalPorts)?.map((port) =>
        members({
          network: renderReference(port.network),
          description: filled(port.description),
          vnicType: filled(port.vnicType),
          portSecurityPolicy: port.portSecurity && policies[port.portSecurity],
          allowedAddressPairs: filled(port.allowedAddressPairs)?.map((ipAddress) => ({ ipAddress })),
        }),
      ),
    }),
  };
};
