import type { JsonObject } from '../../shared/json.ts';
import { filled, filledMembers, members } from '../../shared/present.ts';
import { type ClusterRendering, platformBlock } from '../platform-rules.ts';
import { cloudName, credentialsName } from './openstack-objects.ts';
import type { OpenstackFilter, OpenstackReference, OpenstackSubnetReference } from './openstack-spec.ts';

const filterMembers = (filter: OpenstackFilter): JsonObject =>
  members({
    name: filled(filter.name),
    description: filled(filter.description),
    projectID: filled(filter.projectId),
    tags: filled(filter.tags),
    tagsAny: filled(filter.tagsAny),
    notTags: filled(filter.notTags),
    notTagsAny: filled(filter.notTagsAny),
  });

export const renderReference = (reference: OpenstackReference = {}): JsonObject | undefined =>
  filledMembers({ id: filled(reference.id), filter: filled(filterMembers(reference.filter ?? {})) });

const renderSubnet = ({ id, filter = {} }: OpenstackSubnetReference): JsonObject =>
  members({
    id: filled(id),
    filter: filledMembers({
      ...filterMembers(filter),
      cidr: filled(filter.cidr),
      gatewayIP: filled(filter.gatewayIp),
      ipVersion: filter.ipVersion,
      ipv6AddressMode: filled(filter.ipv6AddressMode),
      ipv6RAMode: filled(filter.ipv6RaMode),
    }),
  });

export const openstackHostedClusterPlatform = ({ spec, hostedClusterName }: ClusterRendering): JsonObject => {
  const { openstack } = platformBlock(spec, 'openstack');
  const { dnsNameservers, allocationPools } = openstack.managedSubnet ?? {};
  const managedSubnet = filledMembers({
    dnsNameservers: filled(dnsNameservers),
    allocationPools: filled(allocationPools)?.map(({ start, end }) => ({ start, end })),
  });
  return {
    openstack: members({
      identityRef: { name: credentialsName(hostedClusterName), cloudName },
      externalNetwork: renderReference(openstack.externalNetwork),
      disableExternalNetwork: openstack.disableExternalNetwork === true ? true : undefined,
      ingressFloatingIP: filled(openstack.ingressFloatingIp),
      managedSubnets: managedSubnet && [managedSubnet],
      network: renderReference(openstack.network),
      subnets: filled(openstack.subnets)?.map(renderSubnet),
      router: renderReference(openstack.router),
      networkMTU: openstack.networkMtu,
      tags: filled(openstack.tags),
    }),
  };
};
