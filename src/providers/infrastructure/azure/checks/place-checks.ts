import type { NodePoolSpec } from '../../../../domain/node-pool/node-pool-spec.ts';
import type { AzurePlatform } from '../../../../domain/platforms/azure/azure-spec.ts';
import { azureNodePoolDefaults } from '../../../../domain/platforms/azure/node-pool-platform.ts';
import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import { filled } from '../../../../domain/shared/present.ts';
import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';
import { textOf } from '../../rest/json-fields.ts';
import type { ArmApi } from '../http/arm-api.ts';
import { at, problem } from './problems.ts';
import type { VmSize } from './vm-sizes.ts';

/** Services without which nothing of a cluster can be made. */
const namespaces: readonly string[] = [
  'Microsoft.Compute',
  'Microsoft.ManagedIdentity',
  'Microsoft.Network',
  'Microsoft.Storage',
];

export const checkLocation = async (
  api: ArmApi,
  { subscriptionId, location }: AzurePlatform,
): Promise<readonly FieldProblem[]> => {
  const locations = await api.list(`/subscriptions/${subscriptionId}/locations`, apiVersions.subscription);
  const names = locations.flatMap((entry) => textOf(entry, 'name') ?? []);
  if (names.includes(location)) return [];
  return [
    {
      ...problem(at('location'), 'unsupported-value', `The subscription has no location ${location}.`),
      allowed: names.toSorted().slice(0, 100),
    },
  ];
};

/** A subscription knows a service only when somebody has registered it. */
export const checkServices = async (
  api: ArmApi,
  { subscriptionId }: AzurePlatform,
): Promise<readonly FieldProblem[]> => {
  const services = await api.list(`/subscriptions/${subscriptionId}/providers`, apiVersions.resources);
  const registered = services
    .filter((service) => textOf(service, 'registrationState') === 'Registered')
    .flatMap((service) => textOf(service, 'namespace') ?? []);
  return namespaces
    .filter((namespace) => !registered.some((name) => name.toLowerCase() === namespace.toLowerCase()))
    .map((namespace) =>
      problem(
        at('subscriptionId'),
        'not-registered',
        `The subscription has not registered ${namespace}: az provider register --namespace ${namespace}`,
      ),
    );
};

/** What a size of machines has not, and the pool asks for. */
const checkSize = (
  pool: NodePoolSpec,
  size: VmSize,
  pointer: (...parts: readonly string[]) => string,
): readonly FieldProblem[] => {
  const { arch = 'amd64', zone } = pool;
  const { platform = {} } = pool;
  const { rootVolume: volume } = azureNodePoolDefaults(pool);
  const { name } = size;
  const found: readonly (FieldProblem | undefined)[] = [
    size.architecture === arch
      ? undefined
      : problem(
          pointer('platform', 'instanceType'),
          'conflict',
          `${name} has processors of ${size.architecture}; the pool is of ${arch}.`,
        ),
    zone !== undefined && !size.zones.includes(zone)
      ? {
          ...problem(
            pointer('zone'),
            'unsupported-value',
            `Zone ${zone} has no ${name} for the subscription.`,
          ),
          allowed: size.zones,
        }
      : undefined,
    volume?.type?.startsWith('Premium') && !size.hasPremiumDisks
      ? problem(
          pointer('platform', 'rootVolume', 'type'),
          'conflict',
          `${name} takes no disks of type ${volume.type}.`,
        )
      : undefined,
    volume?.persistence === 'Ephemeral' && !size.hasEphemeralDisk
      ? problem(
          pointer('platform', 'rootVolume', 'persistence'),
          'conflict',
          `${name} has no room for an ephemeral disk.`,
        )
      : undefined,
    platform.encryptionAtHost !== false && !size.hasHostEncryption
      ? problem(
          pointer('platform', 'encryptionAtHost'),
          'conflict',
          `${name} has no encryption at the host, which is on unless the pool says false.`,
        )
      : undefined,
    filled(platform.imageId) === undefined && !size.generations.includes(platform.imageGeneration ?? 'Gen2')
      ? {
          ...problem(
            pointer('platform', 'imageGeneration'),
            'conflict',
            `${name} starts no images of ${platform.imageGeneration ?? 'Gen2'}.`,
          ),
          allowed: size.generations,
        }
      : undefined,
  ];
  return found.filter((entry) => entry !== undefined);
};

/** Sizes and zones of the pools that are asked for with the cluster. */
export const checkPools = (
  sizes: ReadonlyMap<string, VmSize>,
  location: string,
  pools: readonly NodePoolSpec[],
): readonly FieldProblem[] =>
  pools.flatMap((pool, index) => {
    const pointer = (...parts: readonly string[]) => pointerOf('spec', 'nodePools', index, ...parts);
    const name = azureNodePoolDefaults(pool).instanceType ?? '';
    const size = sizes.get(name.toLowerCase());
    if (size === undefined)
      return [
        problem(
          pointer('platform', 'instanceType'),
          'unsupported-value',
          `Location ${location} has no machines of size ${name}.`,
        ),
      ];
    if (size.refusal !== undefined)
      return [
        problem(
          pointer('platform', 'instanceType'),
          'unsupported-value',
          `The subscription gets no machines of size ${name} in ${location}: ${size.refusal}.`,
        ),
      ];
    return checkSize(pool, size, pointer);
  });
