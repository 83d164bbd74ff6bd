import { platformOf } from '../platforms/platforms.ts';
import { minorOrdinal } from '../release/version.ts';
import type { ManagementCluster } from './management-cluster.ts';
import type { PlacementRequest } from './placement-request.ts';

export interface PlacementFilter {
  passes(candidate: ManagementCluster, request: PlacementRequest): boolean;
  /** To the fleet operator, of one candidate. */
  explain(candidate: ManagementCluster, request: PlacementRequest): string;
  /** CamelCase word, when this is as far as any candidate came. */
  readonly reason: string;
  /** To the tenant, in that case. */
  tellTenant(request: PlacementRequest): string;
  readonly party: 'fleetOperator' | 'platform';
  action(request: PlacementRequest): string;
}

const labelText = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(', ');

const supports = (candidate: ManagementCluster, version: string): boolean => {
  const wanted = minorOrdinal(version);
  return wanted !== undefined && candidate.supportedMinors.some((minor) => minorOrdinal(minor) === wanted);
};

/** From what never changes to what changes by itself: the farthest filter that a candidate reaches says what is missing. */
export const placementFilters: readonly PlacementFilter[] = [
  {
    reason: 'PlatformNotOffered',
    passes: (candidate, request) => candidate.platforms.includes(request.platform),
    explain: (_, request) => `does not offer the platform ${platformOf(request.platform).title}`,
    tellTenant: (request) =>
      `No management cluster offers the platform ${platformOf(request.platform).title}.`,
    party: 'fleetOperator',
    action: (request) => `Offer the platform ${platformOf(request.platform).title} on a management cluster.`,
  },
  {
    reason: 'RegionNotServed',
    passes: (candidate, { region }) =>
      region === undefined || candidate.region === undefined || candidate.region === region,
    explain: (candidate, { region }) => `is in region ${candidate.region}, not in ${region}`,
    tellTenant: ({ region }) => `No management cluster serves the region ${region}.`,
    party: 'fleetOperator',
    action: ({ region }) => `Register a management cluster for the region ${region}.`,
  },
  {
    reason: 'LabelsNotMatched',
    passes: (candidate, { labels }) =>
      Object.entries(labels).every(([key, value]) => candidate.labels[key] === value),
    explain: (_, { labels }) => `lacks one of the labels asked for (${labelText(labels)})`,
    tellTenant: ({ labels }) =>
      `No management cluster has the labels that spec.placement.labels asks for (${labelText(labels)}).`,
    party: 'fleetOperator',
    action: ({ labels }) => `Label a management cluster with ${labelText(labels)}.`,
  },
  {
    reason: 'VersionsNotRead',
    passes: (candidate) => candidate.supportedMinors.length > 0,
    explain: () => 'the versions that it supports have not been read yet',
    tellTenant: () => 'The versions that the management clusters support have not been read yet.',
    party: 'platform',
    action: () => 'Nothing; the versions are read as soon as the management cluster answers.',
  },
  {
    reason: 'RoutesMissing',
    passes: (candidate, { needsRoutes }) => candidate.hasRoutes || !needsRoutes,
    explain: () => 'has no Route API, which the publishing of this cluster needs',
    tellTenant: () => 'No management cluster can publish services as Routes.',
    party: 'fleetOperator',
    action: () => 'Provide a management cluster with the Route API.',
  },
  {
    reason: 'VersionNotSupported',
    passes: (candidate, { version }) => supports(candidate, version),
    explain: (candidate, { version }) =>
      `does not support ${version} (supports ${candidate.supportedMinors.join(', ')})`,
    tellTenant: ({ version }) => `No management cluster supports version ${version}.`,
    party: 'fleetOperator',
    action: ({ version }) => `Update HyperShift on a management cluster so that it supports ${version}.`,
  },
  {
    reason: 'Cordoned',
    passes: (candidate) => !candidate.cordoned,
    explain: () => 'is cordoned',
    tellTenant: () => 'The management clusters that fit take no new clusters now.',
    party: 'fleetOperator',
    action: () => 'Uncordon a management cluster or register another one.',
  },
  {
    reason: 'NoCapacity',
    passes: (candidate) => candidate.placed < candidate.capacity,
    explain: (candidate) => `is full (${candidate.placed} of ${candidate.capacity})`,
    tellTenant: () => 'The management clusters that fit are full.',
    party: 'fleetOperator',
    action: () => 'Raise the capacity of a management cluster or register another one.',
  },
  {
    reason: 'Unreachable',
    passes: (candidate) => candidate.reachable,
    explain: () => 'is not reachable',
    tellTenant: () => 'The management clusters that fit cannot be reached now.',
    party: 'platform',
    action: () => 'Nothing; it goes on when a management cluster answers again.',
  },
];
