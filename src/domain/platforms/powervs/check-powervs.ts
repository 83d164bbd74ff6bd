import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { type NodePoolInput, platformBlock, type SpecPath } from '../platform-rules.ts';
import {
  checkFormat,
  collect,
  conflicting,
  invalidFormat,
  outOfRange,
  required,
  specRoot,
} from '../problems.ts';

/** Also the tag of everything that the cluster makes; the CRD takes no other. */
const infraId = /^[a-z0-9](?:[-a-z0-9]{0,25}[a-z0-9])?$/;
/** `us-south`, `dal10`, `us-south-1`. */
const placeName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const crn = /^crn:(?:[^:]*:){3,}/;

/** The zone of the workspace is in its region: `us-south` in us-south, `dal10` in dal, `lon04` in lon. */
const isZoneOf = (zone: string, region: string): boolean =>
  zone === region || zone.startsWith(region) || !/^[a-z]{3}$/.test(region);

export const checkPowervsCluster = (spec: ClusterSpec, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { infrastructure, region, zone } = platformBlock(spec, 'powervs').powervs;
  const path = [...at, 'platform', 'powervs'];
  const { subnet } = infrastructure;
  const place = [...path, 'infrastructure'];
  return collect(
    isZoneOf(zone, region)
      ? undefined
      : conflicting([...path, 'zone'], `Zone ${zone} is not in region ${region}.`),
    checkFormat(region, placeName, [...path, 'region'], 'Give a region such as us-south.'),
    checkFormat(zone, placeName, [...path, 'zone'], 'Give a zone such as dal10.'),
    checkFormat(
      infrastructure.vpc.region,
      placeName,
      [...place, 'vpc', 'region'],
      'Give a region such as us-south.',
    ),
    checkFormat(
      filled(infrastructure.vpc.zone),
      placeName,
      [...place, 'vpc', 'zone'],
      'Give a zone such as us-south-1.',
    ),
    checkFormat(
      filled(infrastructure.infraId),
      infraId,
      [...place, 'infraId'],
      'Give at most 27 lower-case letters, digits and hyphens.',
    ),
    checkFormat(
      infrastructure.cisInstanceCrn,
      crn,
      [...place, 'cisInstanceCrn'],
      'Give a CRN: crn:v1:bluemix:public:internet-svcs:…',
    ),
    filled(subnet.id) === undefined && filled(subnet.name) === undefined
      ? required([...place, 'subnet'], 'Give the id or the name of the DHCP network.')
      : undefined,
    filled(spec.dns?.baseDomain) === undefined
      ? required(
          [...at, 'dns', 'baseDomain'],
          'Give the domain of the cluster; its zone is in the CIS instance.',
        )
      : undefined,
  );
};

/** Power VS gives out shared and capped processors in quarters. */
const checkProcessors = (
  processors: string | undefined,
  processorType: 'dedicated' | 'shared' | 'capped' | undefined,
  at: SpecPath,
): FieldProblem | undefined => {
  if (processors === undefined) return undefined;
  const amount = Number(processors);
  if (!Number.isFinite(amount)) return invalidFormat(at, 'Give a number such as 0.5.');
  if (processorType === 'dedicated')
    return Number.isInteger(amount) && amount >= 1
      ? undefined
      : outOfRange(at, 'Dedicated processors are whole ones, at least 1.');
  return amount >= 0.25 && Number.isInteger(amount * 4)
    ? undefined
    : outOfRange(at, 'Give quarters of a processor, at least 0.25.');
};

export const checkPowervsNodePool = (
  { nodePool }: NodePoolInput,
  at: SpecPath = specRoot,
): readonly FieldProblem[] => {
  const { platform = {} } = nodePool;
  const path = [...at, 'platform'];
  return collect(
    checkProcessors(platform.processors, platform.processorType, [...path, 'processors']),
    platform.memoryGiB !== undefined && platform.memoryGiB < 2
      ? outOfRange([...path, 'memoryGiB'], 'A machine has at least 2 GiB.')
      : undefined,
    platform.imageId !== undefined && platform.imageName !== undefined
      ? conflicting([...path, 'imageName'], 'Give an image by its id or by its name, not both.')
      : undefined,
    platform.storageType !== undefined && (platform.imageId ?? platform.imageName) !== undefined
      ? conflicting([...path, 'storageType'], 'An image of one’s own decides the storage.')
      : undefined,
  );
};
