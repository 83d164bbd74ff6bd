import type { FieldProblem } from '../../shared/problem.ts';
import { parseQuantity } from '../../shared/quantity.ts';
import { checkLabelMap } from '../label-checks.ts';
import {
  type NamespaceReference,
  type NodePoolInput,
  platformBlock,
  type SpecPath,
} from '../platform-rules.ts';
import type { NodePoolPlatform } from '../platform-specs.ts';
import {
  checkFormat,
  collect,
  duplicate,
  invalidFormat,
  outOfRange,
  required,
  specRoot,
} from '../problems.ts';

const gibibyte = 1024n ** 3n;

/** Below this the operating system of a node does not come up. */
const leastMemoryGiB = 2n;
const leastRootVolumeGiB = 16;

const networkName = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?\/[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?$/;
const deviceName = /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const checkMemory = (memory: string | undefined, at: SpecPath): FieldProblem | undefined => {
  if (memory === undefined) return undefined;
  const bytes = parseQuantity(memory);
  if (bytes === undefined) return invalidFormat(at, 'Give a quantity of bytes such as 8Gi.');
  return bytes < leastMemoryGiB * gibibyte
    ? outOfRange(at, `A node needs at least ${leastMemoryGiB}Gi.`)
    : undefined;
};

const checkNetworks = (platform: NodePoolPlatform, at: SpecPath): readonly FieldProblem[] => {
  const networks = platform.additionalNetworks ?? [];
  const path = [...at, 'additionalNetworks'];
  if (platform.attachDefaultNetwork === false && networks.length === 0)
    return [required(path, 'Without the default network a pool needs at least one other.')];
  return networks.flatMap((name, index) =>
    collect(
      checkFormat(
        name,
        networkName,
        [...path, index],
        'Give NAMESPACE/NAME of a network attachment definition.',
      ),
      networks.indexOf(name) < index
        ? duplicate([...path, index], `Network ${name} is listed before.`)
        : undefined,
    ),
  );
};

const checkDevices = ({ hostDevices = [] }: NodePoolPlatform, at: SpecPath): readonly FieldProblem[] =>
  hostDevices.flatMap(({ name, count }, index) =>
    collect(
      checkFormat(
        name,
        deviceName,
        [...at, index, 'name'],
        'Give the resource name of a device: vendor.com/MODEL.',
      ),
      count !== undefined && count < 1 ? outOfRange([...at, index, 'count'], 'Give at least 1.') : undefined,
      hostDevices.findIndex((device) => device.name === name) < index
        ? duplicate([...at, index, 'name'], `Device ${name} is listed before; raise its count.`)
        : undefined,
    ),
  );

export const checkKubevirtNodePool = (
  { nodePool }: NodePoolInput,
  at: SpecPath = specRoot,
): readonly FieldProblem[] => {
  const { platform = {} } = nodePool;
  const path = [...at, 'platform'];
  const { sizeGiB } = platform.rootVolume ?? {};
  return collect(
    platform.cores !== undefined && platform.cores < 1
      ? outOfRange([...path, 'cores'], 'A node needs at least one core.')
      : undefined,
    checkMemory(platform.memory, [...path, 'memory']),
    sizeGiB !== undefined && sizeGiB < leastRootVolumeGiB
      ? outOfRange([...path, 'rootVolume', 'sizeGiB'], `A node needs at least ${leastRootVolumeGiB} GiB.`)
      : undefined,
    checkNetworks(platform, path),
    checkDevices(platform, [...path, 'hostDevices']),
    checkLabelMap(platform.nodeSelector, [...path, 'nodeSelector']),
  );
};

/** Networks are attachment definitions, and those of others lead into their networks. Elsewhere the kubeconfig says who may. */
export const kubevirtNodePoolNamespaces = (
  { cluster, nodePool }: NodePoolInput,
  at: SpecPath,
): readonly NamespaceReference[] => {
  if (platformBlock(cluster, 'kubevirt').kubevirt.externalInfrastructure !== undefined) return [];
  const networks = nodePool.platform?.additionalNetworks ?? [];
  return networks.flatMap((name, index) =>
    networkName.test(name)
      ? [
          {
            path: [...at, 'platform', 'additionalNetworks', index],
            namespace: name.slice(0, name.indexOf('/')),
          },
        ]
      : [],
  );
};
