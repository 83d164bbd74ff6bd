import {
  flag,
  integer,
  listOf,
  objectOf,
  optional,
  type Schema,
  text,
  type ValueOf,
  word,
} from '../shared/schema.ts';

// Parts of OpenShift's own configuration (config.openshift.io/v1) that are handed to the cluster as they are given, in the words
// of that API. What refers to Secrets and ConfigMaps is not among them: those have fields of their own.

const hostname = (description: string): Schema<string> =>
  text('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$', {
    maxLength: 253,
    hint: 'a DNS name in lower case',
    description,
  });

const registry = (description: string): Schema<string> =>
  text('^(\\*\\.)?[0-9A-Za-z][0-9A-Za-z._:/-]*$', {
    maxLength: 256,
    hint: 'HOST[:PORT][/PATH], or *.DOMAIN',
    description,
    examples: ['registry.example.org'],
  });

const registries = (description: string) =>
  optional(listOf(registry('A registry.'), { maxItems: 1024, description }));

const range = text('^[0-9A-Fa-f:.]{2,39}/[0-9]{1,3}$', {
  maxLength: 43,
  hint: 'an IPv4 or IPv6 range such as 192.0.2.0/24',
});

const auditProfile = word(
  ['Default', 'WriteRequestBodies', 'AllRequestBodies', 'None'],
  'What of requests is written down.',
);

export const apiServerConfiguration = objectOf(
  'ApiServerConfigurationInput',
  {
    audit: optional(
      objectOf(
        'ApiServerAuditInput',
        {
          profile: optional(auditProfile),
          customRules: optional(
            listOf(
              objectOf('ApiServerAuditRuleInput', {
                group: text('^[!-~]+$', {
                  maxLength: 253,
                  hint: 'the name of a group of users',
                  description: 'Requests of this group.',
                }),
                profile: auditProfile,
              }),
              { maxItems: 32, description: 'Other profiles for some groups.' },
            ),
          ),
        },
        'Audit log of the API server.',
      ),
    ),
    additionalCORSAllowedOrigins: optional(
      listOf(text('^[!-~]+$', { maxLength: 512, hint: 'a regular expression' }), {
        maxItems: 32,
        description: 'Origins that browsers may call the API from, as regular expressions.',
      }),
    ),
    tlsSecurityProfile: optional(
      objectOf(
        'TlsSecurityProfileInput',
        {
          type: word(['Old', 'Intermediate', 'Modern', 'Custom'], 'Which profile.'),
          custom: optional(
            objectOf(
              'TlsCustomProfileInput',
              {
                ciphers: listOf(
                  text('^[A-Za-z0-9_-]+$', {
                    maxLength: 64,
                    hint: 'the name of a cipher in the words of OpenSSL',
                  }),
                  { minItems: 1, maxItems: 64, description: 'Ciphers that are offered.' },
                ),
                minTLSVersion: word(
                  ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'],
                  'Oldest version that is spoken.',
                ),
              },
              'Only with type Custom.',
            ),
          ),
        },
        'TLS of the API server and of what takes its settings from it.',
      ),
    ),
  },
  'The API server of the cluster.',
);

export const imageConfiguration = objectOf(
  'ImageConfigurationInput',
  {
    allowedRegistriesForImport: optional(
      listOf(
        objectOf('RegistryLocationInput', {
          domainName: registry('Registry.'),
          insecure: optional(flag('Whether its certificate is not checked.')),
        }),
        { maxItems: 64, description: 'Registries that image streams may be imported from.' },
      ),
    ),
    externalRegistryHostnames: optional(
      listOf(hostname('A name.'), {
        maxItems: 16,
        description: "Names of the cluster's own registry outside.",
      }),
    ),
    registrySources: optional(
      objectOf(
        'RegistrySourcesInput',
        {
          allowedRegistries: registries('The only registries that images are pulled from.'),
          blockedRegistries: registries('Registries that no images are pulled from.'),
          insecureRegistries: registries('Registries whose certificate is not checked.'),
          containerRuntimeSearchRegistries: optional(
            listOf(hostname('A registry.'), {
              maxItems: 16,
              description: 'Where images with short names are searched.',
            }),
          ),
        },
        'Where the nodes pull images from.',
      ),
    ),
  },
  'Images of the cluster.',
);

export const ingressConfiguration = objectOf(
  'IngressConfigurationInput',
  {
    domain: optional(
      hostname('Domain of the applications; apps.PREFIX.BASEDOMAIN when absent. Cannot be changed.'),
    ),
    appsDomain: optional(hostname('Domain of the routes of users, instead of that of the applications.')),
    loadBalancer: optional(
      objectOf(
        'IngressLoadBalancerInput',
        {
          platform: objectOf('IngressLoadBalancerPlatformInput', {
            type: word(['AWS'], 'Platform.'),
            aws: objectOf('IngressLoadBalancerAwsInput', {
              type: word(['NLB', 'Classic'], 'Kind of load balancer.'),
            }),
          }),
        },
        'Load balancer of the applications. aws.',
      ),
    ),
  },
  'The way into the applications of the cluster.',
);

export const networkConfiguration = objectOf(
  'NetworkConfigurationInput',
  {
    externalIP: optional(
      objectOf(
        'ExternalIpInput',
        {
          autoAssignCIDRs: optional(
            listOf(range, { maxItems: 16, description: 'Ranges that services get external addresses from.' }),
          ),
          policy: optional(
            objectOf('ExternalIpPolicyInput', {
              allowedCIDRs: optional(
                listOf(range, { maxItems: 64, description: 'Ranges that are allowed.' }),
              ),
              rejectedCIDRs: optional(
                listOf(range, { maxItems: 64, description: 'Ranges that are refused.' }),
              ),
            }),
          ),
        },
        'External addresses of services.',
      ),
    ),
    serviceNodePortRange: optional(
      text('^[0-9]{1,5}-[0-9]{1,5}$', {
        maxLength: 11,
        hint: 'a range of ports such as 30000-32767',
        description: 'Ports of services of type NodePort; 30000-32767 when absent.',
        examples: ['30000-32767'],
      }),
    ),
  },
  'The network of the cluster, besides its ranges.',
);

export const oauthConfiguration = objectOf(
  'OauthConfigurationInput',
  {
    tokenConfig: optional(
      objectOf(
        'OauthTokenConfigInput',
        {
          accessTokenMaxAgeSeconds: optional(
            integer(
              0,
              315_360_000,
              'How long a token is good for, in seconds; 0 means the default of a day.',
            ),
          ),
          accessTokenInactivityTimeout: optional(
            text('^([0-9]{1,6}h)?([0-9]{1,6}m)?([0-9]{1,8}s)?$', {
              maxLength: 24,
              hint: 'a duration such as 10m',
              description: 'After how long without use a token ends; never when absent.',
              examples: ['10m'],
            }),
          ),
        },
        'Tokens of users.',
      ),
    ),
  },
  'The OAuth server of the cluster. Once it is set there is no password for kubeadmin any more.',
);

export const operatorHubConfiguration = objectOf(
  'OperatorHubConfigurationInput',
  {
    sources: optional(
      listOf(
        objectOf('CatalogSourceInput', {
          name: hostname('Name of a default source, such as community-operators.'),
          disabled: flag('Whether it is left out.'),
        }),
        { maxItems: 32, description: 'Default sources one by one.' },
      ),
    ),
  },
  'Default catalogs of operators.',
);

export const schedulerConfiguration = objectOf(
  'SchedulerConfigurationInput',
  {
    profile: optional(
      word(['LowNodeUtilization', 'HighNodeUtilization', 'NoScoring'], 'How pods are spread over nodes.'),
    ),
    defaultNodeSelector: optional(
      text('^[0-9A-Za-z./_-]+=[0-9A-Za-z._-]*(,[0-9A-Za-z./_-]+=[0-9A-Za-z._-]*)*$', {
        maxLength: 1024,
        hint: 'labels such as region=east,size=large',
        description: 'Nodes of pods in namespaces without a selector of their own.',
        examples: ['region=east'],
      }),
    ),
    profileCustomizations: optional(
      objectOf('SchedulerCustomizationsInput', {
        dynamicResourceAllocation: optional(word(['Enabled', 'Disabled'], 'Devices by claims.')),
      }),
    ),
  },
  'The scheduler of the cluster.',
);

/** Members of `configuration` that are handed on as they are, by the names that OpenShift gives them. */
export interface OpenshiftConfiguration {
  readonly apiServer?: ValueOf<typeof apiServerConfiguration>;
  readonly image?: ValueOf<typeof imageConfiguration>;
  readonly ingress?: ValueOf<typeof ingressConfiguration>;
  readonly network?: ValueOf<typeof networkConfiguration>;
  readonly oauth?: ValueOf<typeof oauthConfiguration>;
  readonly operatorhub?: ValueOf<typeof operatorHubConfiguration>;
  readonly scheduler?: ValueOf<typeof schedulerConfiguration>;
}

/** Their JSON Schemas. */
export const openshiftConfigurationSchemas = {
  apiServer: apiServerConfiguration,
  image: imageConfiguration,
  ingress: ingressConfiguration,
  network: networkConfiguration,
  oauth: oauthConfiguration,
  operatorhub: operatorHubConfiguration,
  scheduler: schedulerConfiguration,
} as const satisfies { readonly [Name in keyof Required<OpenshiftConfiguration>]: Schema<unknown> };
