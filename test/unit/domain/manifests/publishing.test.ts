import { describe, expect, test } from 'vitest';
import type { ClusterSpec } from '../../../../src/domain/cluster/cluster-spec.ts';
import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import { awsPlatform, hostedClusterSpec, specOf } from './samples.ts';

interface Entry extends JsonObject {
  readonly service: string;
  readonly servicePublishingStrategy: {
    readonly type: string;
    readonly route?: { readonly hostname: string };
    readonly nodePort?: { readonly address: string };
  };
}

/** For example `APIServer LoadBalancer`, `OAuthServer Route oauth-payments.x.org`. */
const publishedBy = (spec: ClusterSpec): string[] =>
  (hostedClusterSpec(spec)['services'] as readonly Entry[]).map(({ service, servicePublishingStrategy }) => {
    const { type, route, nodePort } = servicePublishingStrategy;
    return [service, type, route?.hostname ?? nodePort?.address].filter(Boolean).join(' ');
  });

const byIngress = ['APIServer LoadBalancer', 'Ignition Route', 'Konnectivity Route', 'OAuthServer Route'];
const onNodes = (address: string): string[] =>
  ['APIServer', 'Ignition', 'Konnectivity', 'OAuthServer', 'OIDC'].map(
    (service) => `${service} NodePort ${address}`,
  );
const withNames = [
  'APIServer Route api-payments.c.example.net',
  'Ignition Route ignition-payments.c.example.net',
  'Konnectivity Route konnectivity-payments.c.example.net',
  'OAuthServer Route oauth-payments.c.example.net',
];
const externalDns = { publishing: { externalDnsDomain: 'c.example.net' } } as const;

const awsWith = (
  endpointAccess: 'public' | 'publicAndPrivate' | 'private',
  more: Partial<ClusterSpec> = {},
) => specOf('aws', { platform: { type: 'aws', aws: { ...awsPlatform, endpointAccess } }, ...more });

describe('services', () => {
  test('are published by a load balancer and routes on aws and kubevirt', () => {
    expect(publishedBy(specOf('aws'))).toEqual(byIngress);
    expect(publishedBy(awsWith('private'))).toEqual(byIngress);
    expect(publishedBy(specOf('kubevirt'))).toEqual(byIngress);
  });

  test('have names below the external domain', () => {
    expect(publishedBy(awsWith('public', externalDns))).toEqual(withNames);
  });

  test('have no names on kubevirt and powervs: only the kind of publishing changes', () => {
    const routes = ['APIServer Route', 'Ignition Route', 'Konnectivity Route', 'OAuthServer Route'];
    expect(publishedBy(specOf('kubevirt', externalDns))).toEqual(routes);
    expect(publishedBy(specOf('powervs', { dns: { baseDomain: 'example.org' }, ...externalDns }))).toEqual(
      routes,
    );
  });

  test.each(['publicAndPrivate', 'private'] as const)(
    'keep two names inside the network with %s access',
    (access) => {
      expect(publishedBy(awsWith(access, externalDns))).toEqual([
        'APIServer Route api-payments.c.example.net',
        'Ignition Route',
        'Konnectivity Route',
        'OAuthServer Route oauth-payments.c.example.net',
      ]);
    },
  );

  test.each(['agent', 'none'] as const)(
    'are ports of the nodes on %s unless a load balancer is asked for',
    (type) => {
      expect(publishedBy(specOf(type))).toEqual(onNodes('192.0.2.10'));
      expect(publishedBy(specOf(type, { publishing: { strategy: 'loadBalancer' } }))).toEqual(byIngress);
    },
  );

  test.each(['agent', 'none'] as const)('have no names on %s', (type) => {
    const publishing = { strategy: 'loadBalancer', externalDnsDomain: 'c.example.net' } as const;
    expect(publishedBy(specOf(type, { publishing }))).toEqual(byIngress);
  });

  test('are ports of the nodes on kubevirt when asked for', () => {
    const publishing = { strategy: 'nodePort', apiServerAddress: 'nodes.example.net' } as const;
    expect(publishedBy(specOf('kubevirt', { publishing }))).toEqual(onNodes('nodes.example.net'));
  });
});
