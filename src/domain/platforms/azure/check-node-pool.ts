import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { type NodePoolInput, platformBlock, type SpecPath } from '../platform-rules.ts';
import {
  checkFormat,
  collect,
  conflicting,
  notAllowed,
  outOfRange,
  required,
  specRoot,
  unsupported,
} from '../problems.ts';
import * as format from './azure-formats.ts';
import { azureDiskSize } from './azure-node-pool-schema.ts';
import { isSubnetOf } from './check-ids.ts';

const diskTypes = ['Premium_LRS', 'PremiumV2_LRS', 'Standard_LRS', 'StandardSSD_LRS'];

const checkDisk = ({ nodePool }: NodePoolInput, at: SpecPath): readonly FieldProblem[] => {
  const { sizeGiB, type, diskEncryptionSetId } = nodePool.platform?.rootVolume ?? {};
  const { least, most } = azureDiskSize;
  return collect(
    sizeGiB !== undefined && (sizeGiB < least || sizeGiB > most)
      ? outOfRange([...at, 'sizeGiB'], `A disk has ${least} to ${most} GiB.`)
      : undefined,
    type !== undefined && !diskTypes.includes(type)
      ? unsupported([...at, 'type'], `Azure has no disks of type ${type} for machines.`, diskTypes)
      : undefined,
    checkFormat(
      diskEncryptionSetId,
      new RegExp(format.diskEncryptionSetId),
      [...at, 'diskEncryptionSetId'],
      'Give the resource id of a disk encryption set.',
    ),
  );
};

const checkImage = ({ nodePool }: NodePoolInput, at: SpecPath): readonly FieldProblem[] => {
  const { imageId, marketplaceImage, imageGeneration } = nodePool.platform ?? {};
  return collect(
    checkFormat(
      filled(imageId),
      new RegExp(format.imageId),
      [...at, 'imageId'],
      'Give the resource id of an image.',
    ),
    imageId !== undefined && marketplaceImage !== undefined
      ? conflicting([...at, 'marketplaceImage'], 'Give imageId or marketplaceImage, not both.')
      : undefined,
    imageId !== undefined && imageGeneration !== undefined
      ? conflicting([...at, 'imageGeneration'], 'A generation is only for images of the marketplace.')
      : undefined,
  );
};

const checkDiagnostics = ({ nodePool }: NodePoolInput, at: SpecPath): FieldProblem | undefined => {
  const { storageAccountType, storageAccountUri } = nodePool.platform?.diagnostics ?? {};
  const path = [...at, 'diagnostics', 'storageAccountUri'];
  if (storageAccountType === 'UserManaged' && storageAccountUri === undefined)
    return required(path, 'UserManaged needs the storage account.');
  return storageAccountType !== 'UserManaged' && storageAccountUri !== undefined
    ? conflicting(path, 'A storage account is only for UserManaged.')
    : undefined;
};

/** Source: the CRD of NodePools. */
const zones = ['1', '2', '3'];

const vnetOf = (cluster: ClusterSpec): string | undefined => {
  const { infrastructure } = platformBlock(cluster, 'azure').azure;
  return infrastructure.mode === 'existing' ? infrastructure.vnetId : infrastructure.network?.vnetId;
};

const checkPlace = ({ cluster, nodePool }: NodePoolInput, at: SpecPath): readonly FieldProblem[] => {
  const { zone, subnet } = nodePool;
  const path = [...at, 'subnet'];
  const vnetId = vnetOf(cluster);
  const problem = checkFormat(subnet, new RegExp(format.subnetId), path, 'Give the resource id of a subnet.');
  return collect(
    zone !== undefined && !zones.includes(zone)
      ? unsupported([...at, 'zone'], `Azure has no availability zone ${zone}.`, zones)
      : undefined,
    subnet !== undefined && vnetId === undefined
      ? notAllowed(path, 'Berth made the network: machines are in its subnet.')
      : problem,
    subnet !== undefined && problem === undefined && vnetId !== undefined && !isSubnetOf(vnetId, subnet)
      ? conflicting(path, `The subnet is not one of ${vnetId}.`)
      : undefined,
  );
};

/** What architecture a size has is known by its name. */
const checkSize = ({ nodePool }: NodePoolInput, at: SpecPath): FieldProblem | undefined => {
  const { arch = 'amd64', platform = {} } = nodePool;
  const { instanceType, imageGeneration } = platform;
  const problem = checkFormat(
    instanceType,
    new RegExp(format.vmSize),
    [...at, 'instanceType'],
    'Give a VM size such as Standard_D4s_v5.',
  );
  if (problem !== undefined) return problem;
  const isArm = instanceType === undefined ? arch === 'arm64' : format.armSize.test(instanceType);
  if (isArm !== (arch === 'arm64'))
    return conflicting(
      [...at, 'instanceType'],
      `Machines of size ${instanceType} are ${isArm ? 'arm64' : 'amd64'}; the pool has arch ${arch}.`,
    );
  return isArm && imageGeneration === 'Gen1'
    ? conflicting([...at, 'imageGeneration'], 'Machines with Arm processors are of Gen2.')
    : undefined;
};

export const checkAzureNodePool = (
  input: NodePoolInput,
  at: SpecPath = specRoot,
): readonly FieldProblem[] => {
  const path = [...at, 'platform'];
  return collect(
    checkSize(input, path),
    checkDisk(input, [...path, 'rootVolume']),
    checkImage(input, path),
    checkDiagnostics(input, path),
    checkPlace(input, at),
  );
};
