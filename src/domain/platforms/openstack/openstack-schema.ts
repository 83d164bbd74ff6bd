import { flag, integer, listOf, objectOf, optional, type Schema, text, word } from '../../shared/schema.ts';
import { awsNodePoolFields } from '../aws/aws-node-pool-schema.ts';
import { certificates, cidr, credentialId, foreignName, ipAddress, uuid } from '../platform-fields.ts';

const tagList = (description: string): Schema<readonly string[]> =>
  listOf(text('^[!-+.-~][ -+.-~]*$', { maxLength: 255, hint: 'a tag without commas' }), {
    maxItems: 50,
    description,
  });

const filterMembers = {
  name: optional(foreignName('Its name.')),
  description: optional(foreignName('Its description.')),
  projectId: optional(foreignName('Its project.')),
  tags: optional(tagList('Tags that it has, all of them.')),
  tagsAny: optional(tagList('Tags of which it has one.')),
  notTags: optional(tagList('Tags that it does not have all of.')),
  notTagsAny: optional(tagList('Tags of which it has none.')),
};

const reference = objectOf(
  'OpenstackReferenceInput',
  {
    id: optional(uuid('Its id.')),
    filter: optional(objectOf('OpenstackFilterInput', filterMembers, 'What it is like.')),
  },
  'Something that exists in OpenStack: by its id, or by what it is like.',
);

const subnet = objectOf('OpenstackSubnetReferenceInput', {
  id: optional(uuid('Its id.')),
  filter: optional(
    objectOf(
      'OpenstackSubnetFilterInput',
      {
        ...filterMembers,
        cidr: optional(cidr('Its range.')),
        gatewayIp: optional(ipAddress('Its gateway.')),
        ipVersion: optional(integer(4, 6, '4 or 6.')),
        ipv6AddressMode: optional(foreignName('How its IPv6 addresses are given.')),
        ipv6RaMode: optional(foreignName('Its router advertisements.')),
      },
      'What it is like.',
    ),
  ),
});

const allocationPool = objectOf('OpenstackAllocationPoolInput', {
  start: ipAddress('Lowest address.'),
  end: ipAddress('Highest address.'),
});

export const openstackSchema = objectOf(
  'OpenstackPlatformInput',
  {
    credentialId: credentialId('Credential of kind openstackClouds.'),
    caCertificates: optional(certificates('Authority behind the endpoints of the cloud (PEM).')),
    externalNetwork: optional(reference),
    disableExternalNetwork: optional(flag('Whether the machines get no way out.')),
    ingressFloatingIp: optional(ipAddress('A free floating IP for the applications of the cluster.')),
    managedSubnet: optional(
      objectOf(
        'OpenstackManagedSubnetInput',
        {
          dnsNameservers: optional(
            listOf(ipAddress('A DNS server.'), { maxItems: 10, description: 'DNS servers of the machines.' }),
          ),
          allocationPools: optional(
            listOf(allocationPool, { maxItems: 10, description: 'Addresses that machines may get.' }),
          ),
        },
        'The subnet that is made for the machines; its range is the first of network.machineCidrs.',
      ),
    ),
    network: optional(reference),
    subnets: optional(listOf(subnet, { maxItems: 2, description: 'Subnets that exist, for the machines.' })),
    router: optional(reference),
    networkMtu: optional(integer(1500, 9000, 'MTU of the network that is made, in bytes.')),
    tags: optional(tagList('Tags of everything that the cluster makes in OpenStack.')),
  },
  'Settings of OpenStack. Network, subnet and router are made by HyperShift, or exist.',
);

const additionalPort = objectOf('OpenstackPortInput', {
  network: optional(reference),
  description: optional(foreignName('Description.')),
  vnicType: optional(
    text('^[a-z0-9-]+$', {
      maxLength: 255,
      hint: 'a kind of virtual card such as direct',
      description: 'Kind of virtual card: normal, direct, macvtap …',
      examples: ['direct'],
    }),
  ),
  portSecurity: optional(word(['enabled', 'disabled'], 'Port security; as the network says when absent.')),
  allowedAddressPairs: optional(
    listOf(ipAddress('An address.'), {
      maxItems: 10,
      description: "Addresses that the port may use besides the machine's own.",
    }),
  ),
});

/** Machine settings of a node pool. */
export const openstackNodePoolFields = {
  instanceType: awsNodePoolFields.instanceType,
  imageName: foreignName('openstack, powervs: boot image by its name; that of the release when absent.'),
  additionalPorts: listOf(additionalPort, { maxItems: 10, description: 'openstack: further ports.' }),
};
