import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import { placementRequestOf } from '../../../../src/domain/placement/placement-request.ts';
import { platformTypes } from '../../../../src/domain/platforms/platform-specs.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import type { JsonValue } from '../../../../src/domain/shared/json.ts';
import type { KubeObject } from '../../../../src/domain/shared/kube-object.ts';
import { nodePoolSpecs } from './node-pool-arbitraries.ts';
import { clusterOf, findObject, nodePoolOf, render, renderPool } from './samples.ts';
import { clusterSpecs } from './spec-arbitraries.ts';

const dnsLabel = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const crockford = fc.stringMatching(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
const prefixes = fc.stringMatching(/^[a-z]([-a-z0-9]{0,13}[a-z0-9])?$/);

/** Text that nobody else writes, so that it is found wherever it ends up. */
const marker = 'tenant-marker';

/** Every member with a value that counts as cleared, or without the member. */
const clearings = (value: JsonValue): readonly JsonValue[] => {
  if (typeof value === 'string') return [''];
  if (Array.isArray(value)) return [[]];
  return typeof value === 'object' && value !== null ? [{}] : [];
};

/** Where lists and objects are in a spec, lists of lists not entered. */
const collections = (value: unknown): string[][] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    typeof member === 'object' ? [[key], ...collections(member).map((path) => [key, ...path])] : [],
  );
};

type Place = Record<string, unknown>;

/** A copy in which the collection at a path is emptied, or removed. */
const withoutContent = (spec: ClusterSpec, path: readonly string[], empty: boolean): ClusterSpec => {
  const copy = structuredClone(spec);
  const parent = path.slice(0, -1).reduce((place, key) => place[key] as Place, copy as unknown as Place);
  const last = path.at(-1) ?? '';
  if (empty) parent[last] = Array.isArray(parent[last]) ? [] : {};
  else delete parent[last];
  return copy;
};

describe.each(platformTypes)('on %s', (type) => {
  const rules = platformOf(type);
  const specs = clusterSpecs(type);
  const pools = nodePoolSpecs(type);

  test('specs of the generator are admitted, so that what follows speaks of real ones', () => {
    fc.assert(
      fc.property(specs, pools, (spec, nodePool) => {
        expect(rules.checkCluster(spec)).toEqual([]);
        expect(rules.checkNodePool({ cluster: spec, nodePool })).toEqual([]);
      }),
    );
  });

  test('the same input gives the same objects, and the input stays as it is', () => {
    fc.assert(
      fc.property(specs, pools, (spec, nodePool) => {
        const [cluster, pool] = [clusterOf(spec), nodePoolOf(nodePool)];
        const before = JSON.stringify([cluster, pool]);
        const once = [...render(cluster), renderPool(pool, cluster)];
        const again = [...render(structuredClone(cluster)), renderPool(structuredClone(pool), cluster)];
        expect(JSON.stringify(again)).toBe(JSON.stringify(once));
        expect(JSON.stringify([cluster, pool])).toBe(before);
      }),
    );
  });

  test('what was set and cleared is as if it had never been set', () => {
    const clearable = [
      'network',
      'controlPlane',
      'configuration',
      'autoscaling',
      'capabilities',
      'sshPublicKey',
      'additionalTrustBundle',
      'imageContentSources',
      'paused',
      'monitoring',
      'updates',
      'openshiftId',
    ] as const;
    fc.assert(
      fc.property(specs, fc.constantFrom(...clearable), (spec, field) => {
        const { [field]: value, ...never } = spec;
        const expected = render(clusterOf(never));
        for (const cleared of clearings(value as JsonValue))
          expect(render(clusterOf({ ...spec, [field]: cleared }))).toEqual(expected);
        expect(render(clusterOf({ ...spec, [field]: undefined }))).toEqual(expected);
      }),
    );
  });

  test('an empty list or object deep inside is as if it were not there', () => {
    fc.assert(
      fc.property(specs, fc.nat(), (spec, choice) => {
        const paths = collections(spec).filter(([group]) => group !== 'platform' && group !== 'dns');
        const path = paths[choice % Math.max(1, paths.length)];
        if (path === undefined) return;
        const renderWithout = (empty: boolean) => render(clusterOf(withoutContent(spec, path, empty)));
        expect(renderWithout(true)).toEqual(renderWithout(false));
      }),
    );
  });

  test('what a pool set and cleared is as if it had never been set', () => {
    const clearable = [
      'labels',
      'taints',
      'management',
      'drainTimeout',
      'platform',
      'pause',
      'configs',
      'tuning',
    ] as const;
    fc.assert(
      fc.property(specs, pools, fc.constantFrom(...clearable), (spec, nodePool, field) => {
        const cluster = clusterOf(spec);
        const { [field]: value, ...never } = nodePool;
        const expected = renderPool(nodePoolOf(never), cluster);
        const lists = field === 'drainTimeout' ? [] : clearings(value as JsonValue);
        for (const cleared of [...lists, undefined])
          expect(renderPool(nodePoolOf({ ...nodePool, [field]: cleared }), cluster)).toEqual(expected);
      }),
    );
  });

  test('no text of a tenant is in any metadata', () => {
    const labels = {
      team: marker,
      [marker]: 'x',
      'sandbox.berth.io/script': `${marker}!`,
      'berth.io/cluster-id': marker,
    };
    fc.assert(
      fc.property(specs, pools, (spec, nodePool) => {
        const tenantText = {
          sshPublicKey: `ssh-rsa ${marker}`,
          placement: { labels },
          additionalTrustBundle: marker,
        };
        const cluster = clusterOf({ ...spec, ...tenantText }, { name: marker, labels });
        const pool = nodePoolOf({ ...nodePool, labels }, { name: marker, labels });
        const metadata = [...render(cluster), renderPool(pool, cluster)].map((object) => object.metadata);
        expect(JSON.stringify(metadata)).not.toContain(marker);
      }),
    );
  });

  test('every name is a DNS label, that of the control-plane namespace included', () => {
    fc.assert(
      fc.property(specs, pools, crockford, prefixes, (spec, nodePool, suffix, domainPrefix) => {
        const cluster = clusterOf(spec, { id: `cl_${suffix}`, domainPrefix });
        const objects = [
          ...render(cluster),
          renderPool(nodePoolOf(nodePool, { id: `np_${suffix}` }), cluster),
        ];
        for (const { metadata } of objects) {
          expect(metadata.name).toMatch(dnsLabel);
          expect(metadata.namespace ?? metadata.name).toBe(`hc-${suffix}`);
        }
        expect(`hc-${suffix}-${domainPrefix}`).toMatch(dnsLabel);
      }),
    );
  });

  test('the four services are published once each, and Ignition where the operator goes on', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const services = servicesOf(render(clusterOf(spec)));
        for (const service of ['APIServer', 'Ignition', 'Konnectivity', 'OAuthServer'])
          expect(services.filter((entry) => entry.service === service)).toHaveLength(1);
        const ignition = services.find(({ service }) => service === 'Ignition');
        expect(['Route', 'NodePort']).toContain(ignition?.servicePublishingStrategy.type);
      }),
    );
  });

  test('a cluster with Routes is placed where there are Routes', () => {
    fc.assert(
      fc.property(specs, (spec) => {
        const cluster = clusterOf(spec);
        const hasRoute = servicesOf(render(cluster)).some(
          ({ servicePublishingStrategy }) => servicePublishingStrategy.type === 'Route',
        );
        expect(placementRequestOf(cluster).needsRoutes).toBe(hasRoute);
      }),
    );
  });

  test('a pool has replicas or autoscaling and never both', () => {
    fc.assert(
      fc.property(specs, pools, (spec, nodePool) => {
        const { spec: rendered = {} } = renderPool(nodePoolOf(nodePool), clusterOf(spec));
        expect(['replicas' in rendered, 'autoScaling' in rendered].filter(Boolean)).toHaveLength(1);
      }),
    );
  });
});

interface Service {
  readonly service: string;
  readonly servicePublishingStrategy: { readonly type: string };
}

const servicesOf = (objects: readonly KubeObject[]): readonly Service[] =>
  findObject(objects, 'HostedCluster').spec?.['services'] as unknown as readonly Service[];
