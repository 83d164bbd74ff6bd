import { type PublishedService, publishedServices } from '../platforms/platform-rules.ts';
import { publishingOf } from '../platforms/platforms.ts';
import type { JsonObject } from '../shared/json.ts';
import { filled } from '../shared/present.ts';
import type { CompleteClusterSpec } from './cluster-defaults.ts';

/** What stands before the name of the cluster. Source: hypershift, create cluster with an external DNS domain. */
const hostnamePrefixes: Readonly<Record<PublishedService, string>> = {
  APIServer: 'api',
  OAuthServer: 'oauth',
  Konnectivity: 'konnectivity',
  Ignition: 'ignition',
};

const entry = (service: string, servicePublishingStrategy: JsonObject): JsonObject => ({
  service,
  servicePublishingStrategy,
});

const publishOnNodes = (address: string): readonly JsonObject[] =>
  [...publishedServices, 'OIDC'].map((service) =>
    entry(service, { type: 'NodePort', nodePort: { address } }),
  );

const publishByIngress = (spec: CompleteClusterSpec, hostedClusterName: string): readonly JsonObject[] => {
  const domain = filled(spec.publishing.externalDnsDomain);
  const rules = publishingOf(spec);
  const named = domain === undefined ? [] : rules.hostnames(spec);
  const balanced = rules.loadBalanced?.(spec) ?? [];
  return publishedServices.map((service) => {
    const isOwnBalancer = service === 'APIServer' && spec.publishing.strategy === 'loadBalancer';
    const isBalanced = isOwnBalancer || balanced.includes(service);
    if (!named.includes(service)) return entry(service, { type: isBalanced ? 'LoadBalancer' : 'Route' });
    const hostname = `${hostnamePrefixes[service]}-${hostedClusterName}.${domain}`;
    return isBalanced
      ? entry(service, { type: 'LoadBalancer', loadBalancer: { hostname } })
      : entry(service, { type: 'Route', route: { hostname } });
  });
};

/** `spec.services` of a HostedCluster: never to be changed afterwards. */
export const renderServices = (
  spec: CompleteClusterSpec,
  hostedClusterName: string,
): readonly JsonObject[] =>
  spec.publishing.strategy === 'nodePort'
    ? publishOnNodes(spec.publishing.apiServerAddress ?? '')
    : publishByIngress(spec, hostedClusterName);
