/** Properties that a thing of OpenStack must have; all of them together. */
export interface OpenstackFilter {
  readonly name?: string;
  readonly description?: string;
  readonly projectId?: string;
  readonly tags?: readonly string[];
  readonly tagsAny?: readonly string[];
  readonly notTags?: readonly string[];
  readonly notTagsAny?: readonly string[];
}

/** A network or router that exists: by its id or by what it is like, exactly one of the two. */
export interface OpenstackReference {
  readonly id?: string;
  readonly filter?: OpenstackFilter;
}

export interface OpenstackSubnetReference {
  readonly id?: string;
  readonly filter?: OpenstackFilter & {
    readonly cidr?: string;
    readonly gatewayIp?: string;
    readonly ipVersion?: number;
    readonly ipv6AddressMode?: string;
    readonly ipv6RaMode?: string;
  };
}

export interface OpenstackPlatform {
  /** Credential of kind openstackClouds. */
  readonly credentialId: string;
  /** Authority behind the endpoints of the cloud, in PEM form. */
  readonly caCertificates?: string;
  readonly externalNetwork?: OpenstackReference;
  /** The machines get no way out. */
  readonly disableExternalNetwork?: boolean;
  /** A floating IP that is free, for the applications of the cluster. */
  readonly ingressFloatingIp?: string;
  /** The subnet that the cluster makes for its machines. */
  readonly managedSubnet?: {
    readonly dnsNameservers?: readonly string[];
    readonly allocationPools?: readonly { readonly start: string; readonly end: string }[];
  };
  /** Network and subnets that exist, instead of a managed subnet. */
  readonly network?: OpenstackReference;
  readonly subnets?: readonly OpenstackSubnetReference[];
  /** Router that exists, for the managed subnet. */
  readonly router?: OpenstackReference;
  readonly networkMtu?: number;
  /** Tags of everything that the cluster makes in OpenStack. */
  readonly tags?: readonly string[];
}

/** Machine settings of a node pool. */
export interface OpenstackNodePool {
  /** Flavor. */
  readonly instanceType?: string;
  /** Boot image by its name; that of the release when absent. */
  readonly imageName?: string;
  readonly additionalPorts?: readonly {
    readonly network?: OpenstackReference;
    readonly description?: string;
    readonly vnicType?: string;
    readonly portSecurity?: 'enabled' | 'disabled';
    readonly allowedAddressPairs?: readonly string[];
  }[];
}
