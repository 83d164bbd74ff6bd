import fc from 'fast-check';

const optional = { requiredKeys: [] };
const word = fc.stringMatching(/^[a-z]([-a-z0-9]{0,10}[a-z0-9])?$/);

/** Parts of OpenShift's own configuration that admission would take. */
export const openshiftConfigurations = {
  apiServer: fc.record(
    {
      audit: fc.record(
        {
          profile: fc.constantFrom('Default', 'WriteRequestBodies', 'AllRequestBodies', 'None'),
          customRules: fc.constantFrom([], [{ group: 'system:masters', profile: 'None' } as const]),
        },
        optional,
      ),
      additionalCORSAllowedOrigins: fc.uniqueArray(word, { maxLength: 2 }),
      tlsSecurityProfile: fc.constantFrom(
        { type: 'Old' } as const,
        {
          type: 'Custom',
          custom: { ciphers: ['ECDHE-RSA-AES128-GCM-SHA256'], minTLSVersion: 'VersionTLS12' },
        } as const,
      ),
    },
    optional,
  ),
  image: fc.record(
    {
      registrySources: fc.constantFrom(
        {},
        { allowedRegistries: ['registry.example.org:5000/team', '*.example.net'] },
        { blockedRegistries: ['registry.example.org'], containerRuntimeSearchRegistries: ['example.com'] },
      ),
      allowedRegistriesForImport: fc.constantFrom([], [{ domainName: 'example.org', insecure: false }]),
      externalRegistryHostnames: fc.uniqueArray(word, { maxLength: 1 }),
    },
    optional,
  ),
  ingress: fc.record({ domain: word, appsDomain: word }, optional),
  network: fc.record(
    {
      externalIP: fc.constantFrom({}, { policy: { allowedCIDRs: ['192.0.2.0/24'], rejectedCIDRs: [] } }),
      serviceNodePortRange: fc.constant('30000-32000'),
    },
    optional,
  ),
  oauth: fc.record(
    {
      tokenConfig: fc.record(
        {
          accessTokenMaxAgeSeconds: fc.nat(3600),
          accessTokenInactivityTimeout: fc.constantFrom('10m', '1h30m', '300s'),
        },
        optional,
      ),
    },
    optional,
  ),
  operatorhub: fc.record(
    { sources: fc.constantFrom([], [{ name: 'community-operators', disabled: true }]) },
    optional,
  ),
  scheduler: fc.record(
    {
      profile: fc.constantFrom('LowNodeUtilization', 'HighNodeUtilization', 'NoScoring'),
      defaultNodeSelector: fc.constant('region=east'),
      profileCustomizations: fc.constantFrom({}, { dynamicResourceAllocation: 'Enabled' as const }),
    },
    optional,
  ),
};
