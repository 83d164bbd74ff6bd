import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { type ArmAnswer, type ArmRequest, ok } from '../arm/answer.ts';
import { placeOf } from '../arm/fields.ts';
import { type ArmPath, typeKeyOf } from '../arm/resource-id.ts';
import { thingsOfType } from '../arm/things.ts';
import type { ArmWorld } from '../arm/world.ts';
import { roleAssignmentType } from '../kinds/role-assignments.ts';
import { answerPage, filterOf } from './lists.ts';

const sizes = [
  { name: 'Standard_D4s_v5', family: 'standardDSv5Family', architecture: 'x64', cores: 4 },
  { name: 'Standard_D8s_v5', family: 'standardDSv5Family', architecture: 'x64', cores: 8 },
  { name: 'Standard_D4ps_v5', family: 'standardDPSv5Family', architecture: 'Arm64', cores: 4 },
] as const;

/** Zones of a location; the second one has none, and not every size. */
const skusOf = (world: ArmWorld): readonly JsonObject[] =>
  sizes.flatMap(({ name, family, architecture, cores }) =>
    world.locations.map((location, index) => ({
      resourceType: 'virtualMachines',
      name,
      family,
      location,
      locations: [location],
      locationInfo: [{ location, zones: index === 0 ? ['1', '2', '3'] : [] }],
      capabilities: [
        { name: 'CpuArchitectureType', value: architecture },
        { name: 'vCPUs', value: String(cores) },
        { name: 'HyperVGenerations', value: 'V1,V2' },
      ],
      restrictions:
        index > 0 && architecture === 'Arm64'
          ? [{ type: 'Location', values: [location], reasonCode: 'NotAvailableForSubscription' }]
          : [],
    })),
  );

const usageOf = (world: ArmWorld, name: string, type: string): JsonObject => ({
  unit: 'Count',
  name: { value: name, localizedValue: name },
  currentValue: thingsOfType(world, type).length,
  limit: world.knobs.limits[type.split('/')[1] ?? ''] ?? 1000,
});

/** The subscription and what it offers: there without anybody having made it. Undefined for other paths. */
export const answerPlace = (world: ArmWorld, call: ArmRequest, at: ArmPath): ArmAnswer | undefined => {
  const base = `/subscriptions/${world.subscriptionId}`;
  if (at.group !== undefined) return undefined;
  if (at.namespace === undefined && at.types.length === 0)
    return ok({
      id: base,
      subscriptionId: world.subscriptionId,
      tenantId: world.tenantId,
      displayName: 'Clusters',
      state: 'Enabled',
    });
  if (at.namespace !== undefined && at.types.length === 0)
    return ok({
      id: call.path,
      namespace: at.namespace,
      registrationState: world.knobs.unregistered.has(at.namespace) ? 'NotRegistered' : 'Registered',
    });
  switch (typeKeyOf(at)) {
    case 'microsoft.resources/locations':
      return ok({
        value: world.locations.map((name) => ({ id: `${base}/locations/${name}`, name, displayName: name })),
      });
    case 'microsoft.compute/skus':
      return answerPage(world, call, skusOf(world).filter(filterOf(call.query.get('$filter'))));
    case 'microsoft.compute/locations/usages':
      return ok({
        value: [
          {
            unit: 'Count',
            name: { value: 'cores' },
            currentValue: 0,
            limit: world.knobs.limits['cores'] ?? 100,
          },
        ],
      });
    case 'microsoft.network/locations/usages':
      return ok({
        value: [
          usageOf(world, 'PublicIPAddresses', 'Microsoft.Network/publicIPAddresses'),
          usageOf(world, 'VirtualNetworks', 'Microsoft.Network/virtualNetworks'),
          usageOf(world, 'LoadBalancers', 'Microsoft.Network/loadBalancers'),
          usageOf(world, 'NetworkSecurityGroups', 'Microsoft.Network/networkSecurityGroups'),
        ].map((usage) => ({ ...usage, id: `${base}/${placeOf(at.names[0])}` })),
      });
    case 'microsoft.authorization/roleassignmentsusagemetrics':
      return ok({
        roleAssignmentsLimit: world.knobs.limits['roleAssignments'] ?? 4000,
        roleAssignmentsCurrentCount: thingsOfType(world, roleAssignmentType).length,
      });
    default:
      return undefined;
  }
};
