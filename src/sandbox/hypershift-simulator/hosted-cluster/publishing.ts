import { createHash } from 'node:crypto';
import type { HostedCluster, PublishedService } from '../objects.ts';
import { controlPlaneNamespaceOf } from '../objects.ts';

const publishedAs = ({ spec }: HostedCluster, service: string): PublishedService | undefined =>
  spec.services?.find((entry) => entry.service === service);

const hostnameOf = (entry: PublishedService | undefined): string | undefined => {
  const strategy = entry?.servicePublishingStrategy;
  return strategy?.route?.hostname || strategy?.loadBalancer?.hostname || undefined;
};

/** The operator stops without a word when Ignition is missing or published in another way (CONTRACT §18.2). */
export const stopsSilently = (cluster: HostedCluster): boolean => {
  const type = publishedAs(cluster, 'Ignition')?.servicePublishingStrategy.type;
  return type !== 'Route' && type !== 'NodePort';
};

const refuseAwsPublishing = (cluster: HostedCluster): string | undefined => {
  for (const service of ['Konnectivity', 'OAuthServer', 'Ignition']) {
    const type = publishedAs(cluster, service)?.servicePublishingStrategy.type;
    if (type !== 'Route') {
      return `service type ${service} with publishing strategy ${type ?? 'none'} is not supported, use Route`;
    }
  }
  const apiServer = publishedAs(cluster, 'APIServer');
  const type = apiServer?.servicePublishingStrategy.type;
  if (type === 'Route' && !hostnameOf(apiServer))
    return 'APIServer publishing with Route requires a hostname';
  return type === 'Route' || type === 'LoadBalancer'
    ? undefined
    : `service type APIServer with publishing strategy ${type ?? 'none'} is not supported, use Route or LoadBalancer`;
};

export const refusePublishing = (cluster: HostedCluster): string | undefined => {
  const seen = new Map<string, string>();
  for (const entry of cluster.spec.services ?? []) {
    const hostname = hostnameOf(entry);
    const other = hostname && seen.get(hostname);
    if (other)
      return `service type ${entry.service} can't be published with the same hostname ${hostname} as ${other}`;
    if (hostname) seen.set(hostname, entry.service);
  }
  return cluster.spec.platform.type === 'AWS' ? refuseAwsPublishing(cluster) : undefined;
};

/** A stable port of the NodePort range. */
const nodePortOf = (cluster: HostedCluster, service: string): number =>
  30_000 +
  (createHash('sha256').update(`${cluster.metadata.uid}/${service}`).digest().readUInt16BE(0) % 2_768);

const loadBalancerPorts: Readonly<Record<string, number>> = { Azure: 7443, IBMCloud: 2040 };

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

export const endpointOf = (cluster: HostedCluster, service: string): Endpoint => {
  const entry = publishedAs(cluster, service);
  const strategy = entry?.servicePublishingStrategy;
  const within = controlPlaneNamespaceOf(cluster);
  const host = hostnameOf(entry);
  switch (strategy?.type) {
    case 'NodePort':
      return {
        host: strategy.nodePort?.address ?? '127.0.0.1',
        port: strategy.nodePort?.port || nodePortOf(cluster, service),
      };
    case 'LoadBalancer': {
      const port = loadBalancerPorts[cluster.spec.platform.type] ?? 6443;
      return { host: host ?? `${service.toLowerCase()}-${within}.lb.sandbox.invalid`, port };
    }
    default:
      return { host: host ?? `${service.toLowerCase()}-${within}.apps.sandbox.invalid`, port: 443 };
  }
};
