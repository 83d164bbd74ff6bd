import type { NodePoolSpec } from '../../../../domain/node-pool/node-pool-spec.ts';
import type { GcpPlatform } from '../../../../domain/platforms/gcp/gcp-spec.ts';
import { defaultMachineType } from '../../../../domain/platforms/gcp/node-pool-platform.ts';
import { filled } from '../../../../domain/shared/present.ts';
import { type FieldProblem, pointerOf } from '../../../../domain/shared/problem.ts';
import { objectsOf, textOf } from '../../rest/json-fields.ts';
import { zonesOf } from '../handlers/found-handlers.ts';
import type { GcpApi } from '../http/gcp-api.ts';

const at = (...parts: readonly (string | number)[]): string => pointerOf('spec', 'platform', 'gcp', ...parts);

const unknownValue = (pointer: string, detail: string, allowed: readonly string[]): FieldProblem => ({
  pointer,
  code: 'unsupported-value',
  detail,
  allowed,
});

/** Zones of the region that are up; a problem when there is no such region. */
const checkRegion = async (
  api: GcpApi,
  { project, region }: GcpPlatform,
): Promise<readonly FieldProblem[]> => {
  if ((await api.get('compute', `projects/${project}/regions/${region}`)) !== undefined) return [];
  const regions = (await api.list('compute', `projects/${project}/regions`))
    .flatMap((page) => objectsOf(page, 'items'))
    .flatMap((entry) => textOf(entry, 'name') ?? []);
  return [unknownValue(at('region'), `Google Cloud has no region ${region}.`, regions)];
};

const checkZones = (
  { infrastructure, region }: GcpPlatform,
  zones: readonly string[],
): readonly FieldProblem[] => {
  const wanted = infrastructure.mode === 'managed' ? (infrastructure.zones ?? []) : [];
  if (zones.length === 0)
    return [{ pointer: at('region'), code: 'conflict', detail: `No zone of region ${region} is up.` }];
  return wanted.flatMap((zone, index) =>
    zones.includes(zone)
      ? []
      : [
          unknownValue(
            at('infrastructure', 'zones', index),
            `Region ${region} has no zone ${zone}, or it is down.`,
            zones,
          ),
        ],
  );
};

const architectures = { amd64: 'X86_64', arm64: 'ARM64' } as const;

/** A type that the zone does not have, or of another architecture: machines would never come. */
const checkPool = async (
  api: GcpApi,
  gcp: GcpPlatform,
  { pool, index, zones }: { pool: NodePoolSpec; index: number; zones: readonly string[] },
): Promise<readonly FieldProblem[]> => {
  const { infrastructure, project, region } = gcp;
  const first = infrastructure.mode === 'managed' ? (infrastructure.zones?.[0] ?? zones[0]) : `${region}-a`;
  const zone = filled(pool.zone) ?? first ?? `${region}-a`;
  const pointer = (...parts: readonly string[]): string => pointerOf('spec', 'nodePools', index, ...parts);
  if (!zones.includes(zone))
    return [unknownValue(pointer('zone'), `Region ${region} has no zone ${zone}, or it is down.`, zones)];
  const type = filled(pool.platform?.instanceType) ?? defaultMachineType;
  const found = await api.get('compute', `projects/${project}/zones/${zone}/machineTypes/${type}`);
  if (found === undefined)
    return [
      {
        pointer: pointer('platform', 'instanceType'),
        code: 'unsupported-value',
        detail: `Zone ${zone} has no machine type ${type}.`,
      },
    ];
  const { arch = 'amd64' } = pool;
  const architecture = textOf(found, 'architecture');
  if (arch !== 'amd64' && arch !== 'arm64') return [];
  if (architecture === undefined || architecture === architectures[arch]) return [];
  return [
    {
      pointer: pointer('platform', 'instanceType'),
      code: 'conflict',
      detail: `${type} has processors of ${architecture}; the pool is of ${arch}.`,
    },
  ];
};

/** Region, zones and machine types as the project has them. */
export const checkPlace = async (
  api: GcpApi,
  gcp: GcpPlatform,
  pools: readonly NodePoolSpec[],
): Promise<readonly FieldProblem[]> => {
  const regionProblems = await checkRegion(api, gcp);
  if (regionProblems.length > 0) return regionProblems;
  const zones = await zonesOf(api, gcp.project, gcp.region);
  const poolProblems = await Promise.all(
    pools.map((pool, index) => checkPool(api, gcp, { pool, index, zones })),
  );
  return [...checkZones(gcp, zones), ...poolProblems.flat()];
};
