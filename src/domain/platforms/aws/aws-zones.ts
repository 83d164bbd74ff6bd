import type { FieldProblem } from '../../shared/problem.ts';
import type { SpecPath } from '../platform-rules.ts';
import { collect, conflicting, duplicate } from '../problems.ts';

/** `eu-west-1a`, and the longer names of local zones such as `us-west-2-lax-1a`. */
export const isZoneOf = (region: string, zone: string): boolean =>
  zone.startsWith(region) && /^(?:[a-z]|(?:-[a-z0-9]+)+)$/.test(zone.slice(region.length));

/** A zone of the region itself: local and wavelength zones have no NAT gateways. */
export const isPlainZoneOf = (region: string, zone: string): boolean =>
  zone.startsWith(region) && /^[a-z]$/.test(zone.slice(region.length));

/** Each zone is of the region and listed once. */
export const checkZones = (
  region: string,
  zones: readonly string[],
  isZone: typeof isZoneOf,
  pathOf: (index: number) => SpecPath,
): readonly FieldProblem[] =>
  zones.flatMap((zone, index) =>
    collect(
      isZone(region, zone)
        ? undefined
        : conflicting(pathOf(index), `Zone ${zone} is not a zone of region ${region} such as ${region}a.`),
      zones.indexOf(zone) < index
        ? duplicate(pathOf(index), `Zone ${zone} is listed before; give each zone once.`)
        : undefined,
    ),
  );
