import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { type ArmAnswer, type ArmRequest, ok } from '../arm/answer.ts';
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
        { name: 'PremiumIO', value: 'True' },
        { name: 'EncryptionAtHostSupported', value: 'True' },
        { name: 'EphemeralOSDiskSupported', value: 'False' },
      ],
      restrictions:
        index > 0 && architecture === 'Arm64'
          ? [{ type: 'Location', values: [location], reasonCode: 'NotAvailableForSubscription' }]
          : [],
    })),
  );

const usageOf = (name: string, currentValue: number, limit: number): JsonObject => ({
  unit: 'Count',
  name: { value: name, localizedValue: name },
  currentValue,
  limit,
});

const networkUsages: readonly (readonly [name: string, type: string])[] = [
  ['VirtualNetworks', 'virtualNetworks'],
  ['NetworkSecurityGroups', 'networkSecurityGroups'],
  ['PublicIPAddresses', 'publicIPAddresses'],
  ['StandardSkuPublicIpAddresses', 'publicIPAddresses'],
  ['LoadBalancers', 'loadBalancers'],
];

const networkUsagesOf = ({ knobs, things }: ArmWorld): readonly JsonObject[] =>
  networkUsages.map(([name, type]) => {
    const used = [...things.values()].filter((thing) => thing.type === `Microsoft.Network/${type}`).length;
    return usageOf(name, used, knobs.limits[type] ?? 1000);
  });

const computeUsagesOf = ({ knobs }: ArmWorld): readonly JsonObject[] =>
  ['cores', ...new Set(sizes.map(({ family }) => family))].map((name) =>
    usageOf(name, knobs.usedCores[name] ?? 0, knobs.limits[name] ?? 100),
  );

const services: readonly string[] = [
  'Microsoft.Authorization',
  'Microsoft.Compute',
  'Microsoft.KeyVault',
  'Microsoft.ManagedIdentity',
  'Microsoft.Network',
  'Microsoft.Storage',
];

const serviceOf = ({ knobs, subscriptionId }: ArmWorld, namespace: string): JsonObject => ({
  id: `/subscriptions/${subscriptionId}/providers/${namespace}`,
  namespace,
  registrationState: knobs.unregistered.has(namespace) ? 'NotRegistered' : 'Registered',
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
  if (at.namespace !== undefined && at.types.length === 0) return ok(serviceOf(world, at.namespace));
  switch (typeKeyOf(at)) {
    case 'microsoft.resources/locations':
      return ok({
        value: world.locations.map((name) => ({ id: `${base}/locations/${name}`, name, displayName: name })),
      });
    case 'microsoft.resources/providers':
      return answerPage(
        world,
        call,
        services.map((namespace) => serviceOf(world, namespace)),
      );
    case 'microsoft.compute/skus':
      return answerPage(world, call, skusOf(world).filter(filterOf(call.query.get('$filter'))));
    case 'microsoft.compute/locations/usages':
      return ok({ value: computeUsagesOf(world) });
    case 'microsoft.network/locations/usages':
      return ok({ value: networkUsagesOf(world) });
    case 'microsoft.authorization/roleassignmentsusagemetrics':
      return ok({
        roleAssignmentsLimit: world.knobs.limits['roleAssignments'] ?? 4000,
        roleAssignmentsCurrentCount: thingsOfType(world, roleAssignmentType).length,
      });
    default:
      return undefined;
  }
};
