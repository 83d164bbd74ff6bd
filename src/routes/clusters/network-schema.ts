import { Type } from 'typebox';
import { Cidr, DnsLabel, OptionalSubdomain, Subdomain, Text, Word } from '../shared/text.ts';

const closed = { additionalProperties: false } as const;

const CidrList = (description: string, maxItems: number) =>
  Type.Optional(Type.Array(Cidr(), { maxItems, description }));

const ZoneId = (description: string) =>
  Type.Optional(Text('^[0-9A-Za-z/_.()-]+$', { maxLength: 265, hint: 'the id of a DNS zone', description }));

export const ClusterDns = Type.Object(
  {
    baseDomain: Type.Optional(
      OptionalSubdomain(
        "Domain below which the cluster's names are; on KubeVirt the management cluster's when absent or empty.",
      ),
    ),
    domainPrefix: Type.Optional(
      DnsLabel(15, 'First label of the names of the cluster; chosen by Berth when absent.', 'payments'),
    ),
    baseDomainPrefix: Type.Optional(
      OptionalSubdomain(
        "Stands before baseDomain in the names of the cluster's applications; domainPrefix when absent, nothing when empty.",
      ),
    ),
    publicZoneId: ZoneId('Zone for public names.'),
    privateZoneId: ZoneId('Zone for private names.'),
  },
  { ...closed, title: 'ClusterDnsInput' },
);

export const ClusterNetwork = Type.Object(
  {
    type: Type.Optional(
      Word(['OVNKubernetes', 'Calico', 'Other'], 'Network plugin; OVNKubernetes when absent.'),
    ),
    clusterCidrs: CidrList('Ranges of the pods.', 2),
    serviceCidrs: CidrList('Ranges of the services.', 2),
    machineCidrs: CidrList('Ranges of the machines.', 16),
    dualStack: Type.Optional(
      Type.Boolean({
        description: 'agent: ranges of both families where clusterCidrs and serviceCidrs are absent.',
      }),
    ),
    hostPrefix: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 128,
        description: 'Prefix length of the slice of clusterCidrs that each node gets.',
      }),
    ),
    apiServerAllowedCidrs: CidrList('Who may reach the API server; everybody when absent or empty.', 500),
    apiServerAdvertiseAddress: Type.Optional(
      Text('^[0-9A-Fa-f:.]{2,39}$', {
        maxLength: 39,
        hint: 'an IPv4 or IPv6 address',
        description: 'Address at which pods reach the API server; 172.20.0.1 or fd00::1 when absent.',
      }),
    ),
    apiServerPort: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        description: 'Port at which nodes and pods reach the API server; 6443 when absent.',
      }),
    ),
    ovnJoinCidrs: CidrList('Join networks inside OVN-Kubernetes, one a family, instead of its own.', 2),
    ovnTransitCidrs: CidrList('Transit networks inside OVN-Kubernetes, one a family, instead of its own.', 2),
    ovnMtu: Type.Optional(
      Type.Integer({ minimum: 576, maximum: 9216, description: 'MTU of the pod network in bytes.' }),
    ),
    disableMultiNetwork: Type.Optional(Type.Boolean({ description: 'Leaves Multus out.' })),
    allocateNodeCidrs: Type.Optional(
      Type.Boolean({ description: 'Whether Kubernetes allocates the slices of nodes (type Other).' }),
    ),
  },
  { ...closed, title: 'ClusterNetworkInput' },
);

export const ClusterPublishing = Type.Object(
  {
    strategy: Type.Optional(
      Word(
        ['loadBalancer', 'route', 'nodePort'],
        'How the API server is reached; the other services follow the rules of the platform.',
      ),
    ),
    apiServerAddress: Type.Optional(
      Text('^[0-9A-Za-z:.-]+$', {
        maxLength: 253,
        hint: 'a host name or an address',
        description: 'Host name or address for nodePort.',
      }),
    ),
    externalDnsDomain: Type.Optional(
      Subdomain(
        'The API server is published by a Route, and services get names below this domain; kubevirt, powervs: no names.',
      ),
    ),
    apiServerName: Type.Optional(
      Subdomain('A further name of the API server, for which the user keeps a DNS record.'),
    ),
  },
  { ...closed, title: 'ClusterPublishingInput' },
);
