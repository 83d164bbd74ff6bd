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

const checkPlace = ({ cluster, nodePool }: NodePoolInput, at: SpecPath): readonly FieldProblem[] => {
  const { infrastructure } = platformBlock(cluster, 'azure').azure;
  const { zone, subnet } = nodePool;
  return collect(
    zone !== undefined && !/^[1-9]$/.test(zone)
      ? unsupported([...at, 'zone'], `Azure has no availability zone ${zone}.`, ['1', '2', '3'])
      : undefined,
    subnet !== undefined && infrastructure.mode === 'managed'
      ? notAllowed([...at, 'subnet'], 'Berth made the network: machines are in its subnet.')
      : undefined,
    checkFormat(subnet, new RegExp(format.subnetId), [...at, 'subnet'], 'Give the resource id of a subnet.'),
    subnet !== undefined &&
      infrastructure.mode === 'existing' &&
      !subnet.toLowerCase().startsWith(`${infrastructure.vnetId.toLowerCase()}/subnets/`)
      ? conflicting([...at, 'subnet'], `The subnet is not one of ${infrastructure.vnetId}.`)
      : undefined,
  );
};

export const checkAzureNodePool = (
  input: NodePoolInput,
  at: SpecPath = specRoot,
): readonly FieldProblem[] => {
  const path = [...at, 'platform'];
  return collect(
    checkFormat(
      input.nodePool.platform?.instanceType,
      new RegExp(format.vmSize),
      [...path, 'instanceType'],
      'Give a VM size such as Standard_D4s_v5.',
    ),
    checkDisk(input, [...path, 'rootVolume']),
    checkImage(input, path),
    checkDiagnostics(input, path),
    checkPlace(input, at),
  );
};
