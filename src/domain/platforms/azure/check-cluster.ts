import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { minorOrdinal } from '../../release/version.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { platformBlock, type SpecPath } from '../platform-rules.ts';
import {
  checkFormat,
  collect,
  conflicting,
  duplicate,
  invalidFormat,
  notAllowed,
  outOfRange,
  required,
  specRoot,
} from '../problems.ts';
import { mostTags } from './azure-fields.ts';
import { readKeyUrl } from './azure-formats.ts';
import type { AzurePlatform } from './azure-spec.ts';
import { checkExistingInfrastructure } from './check-existing.ts';
import { checkSubscription } from './check-ids.ts';
import { checkManagedInfrastructure } from './check-managed.ts';

/** The CRD wants a private link exactly when access is not public, and something in it. */
const checkPrivate = (azure: AzurePlatform, at: SpecPath): readonly FieldProblem[] => {
  const { endpointAccess = 'public', infrastructure } = azure;
  const { natSubnetId, additionalAllowedSubscriptions: further = [] } = azure.private ?? {};
  const path = [...at, 'private'];
  if (endpointAccess === 'public')
    return azure.private === undefined
      ? []
      : [conflicting(path, 'Private link is only for endpointAccess publicAndPrivate or private.')];
  const hasOwnSubnet = infrastructure.mode === 'managed' && infrastructure.network === undefined;
  return collect(
    filled(natSubnetId) === undefined && further.length === 0 && !hasOwnSubnet
      ? required(path, 'Private access needs natSubnetId, or additionalAllowedSubscriptions.')
      : undefined,
    further.map((id, index) =>
      further.findIndex((other) => other.toLowerCase() === id.toLowerCase()) < index
        ? duplicate([...path, 'additionalAllowedSubscriptions', index], `${id} is listed before.`)
        : undefined,
    ),
  );
};

/** Source: hypershift, create cluster azure: the private zone of the cluster would hide the names of its services. */
const checkExternalDomain = (spec: ClusterSpec, at: SpecPath): FieldProblem | undefined => {
  const external = filled(spec.publishing?.externalDnsDomain)?.toLowerCase();
  const base = filled(spec.dns?.baseDomain)?.toLowerCase();
  if (external === undefined || base === undefined) return undefined;
  const { domainPrefix, baseDomainPrefix } = spec.dns ?? {};
  const own = [baseDomainPrefix, domainPrefix]
    .flatMap((prefix) => (filled(prefix) === undefined ? [] : [`${prefix}.${base}`]))
    .find((name) => name === external);
  const isParent = base === external || base.endsWith(`.${external}`);
  return own !== undefined || isParent
    ? conflicting(
        [...at, 'publishing', 'externalDnsDomain'],
        `It must be neither the domain of the cluster, NAME.${base}, nor a parent of it.`,
      )
    : undefined;
};

const zoneId = (type: string): RegExp =>
  new RegExp(`^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\\.Network/${type}/[^/]+$`, 'i');

const checkZoneIds = ({ dns = {} }: ClusterSpec, at: SpecPath): readonly FieldProblem[] => {
  const form = (type: string) =>
    `Give the resource id of a zone: /subscriptions/…/providers/Microsoft.Network/${type}/NAME.`;
  return collect(
    checkFormat(filled(dns.publicZoneId), zoneId('dnszones'), [...at, 'publicZoneId'], form('dnsZones')),
    checkFormat(
      filled(dns.privateZoneId),
      zoneId('privateDnsZones'),
      [...at, 'privateZoneId'],
      form('privateDnsZones'),
    ),
  );
};

/** Source: Azure, use tags: characters and prefixes that are kept. */
const reservedTag = /^(?:berth-|microsoft|azure|windows|kubernetes\.io|sigs\.k8s\.io)/i;

const checkTags = ({ tags = {} }: AzurePlatform, at: SpecPath): readonly FieldProblem[] => {
  const keys = Object.keys(tags);
  return collect(
    keys.length > mostTags
      ? outOfRange(at, `At most ${mostTags} tags; there are ${keys.length}.`)
      : undefined,
    keys.map((key, index) => {
      if (reservedTag.test(key))
        return notAllowed(
          [...at, key],
          `Tag keys like ${key} are kept for Azure, Kubernetes and this service.`,
        );
      return keys.findIndex((other) => other.toLowerCase() === key.toLowerCase()) < index
        ? duplicate([...at, key], 'Tag keys are the same in any case; it is there before.')
        : undefined;
    }),
  );
};

/** The first minor whose operator reaches keys in a managed HSM. */
const firstWithHsm = 22;

/** A channel that names no minor is taken for a newer one. */
const knowsHsm = ({ version }: ClusterSpec): boolean => {
  const text =
    typeof version === 'string' ? version : version.channel.slice(version.channel.indexOf('-') + 1);
  return (minorOrdinal(text) ?? firstWithHsm) >= firstWithHsm;
};

const checkKey = (spec: ClusterSpec, azure: AzurePlatform, at: SpecPath): readonly FieldProblem[] => {
  const asked = spec.encryption?.type === 'kms' ? spec.encryption.azure : undefined;
  if (asked === undefined) return [];
  const key = readKeyUrl(asked.keyUrl);
  if (key === undefined)
    return [
      invalidFormat(
        [...at, 'keyUrl'],
        'Give a version of a key: https://VAULT.vault.azure.net/keys/KEY/VERSION.',
      ),
    ];
  return collect(
    key.isHsm && !knowsHsm(spec)
      ? conflicting([...at, 'keyUrl'], 'Keys in a managed HSM need a control plane of 4.22 or later.')
      : undefined,
    asked.assignRole !== undefined && azure.infrastructure.mode === 'existing'
      ? notAllowed([...at, 'assignRole'], 'The identity exists; its rights are the caller’s to give.')
      : undefined,
  );
};

export const checkAzureCluster = (spec: ClusterSpec, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { azure } = platformBlock(spec, 'azure');
  const path = [...at, 'platform', 'azure'];
  const { infrastructure } = azure;
  return collect(
    infrastructure.mode === 'existing'
      ? checkExistingInfrastructure(spec, azure, infrastructure, [...path, 'infrastructure'])
      : checkManagedInfrastructure(spec, azure, infrastructure, at),
    checkPrivate(azure, path),
    checkSubscription(azure, filled(azure.registryIdentityId), [...path, 'registryIdentityId']),
    checkExternalDomain(spec, at),
    checkZoneIds(spec, [...at, 'dns']),
    checkTags(azure, [...path, 'tags']),
    checkKey(spec, azure, [...at, 'encryption', 'azure']),
    filled(spec.dns?.baseDomain) === undefined
      ? required([...at, 'dns', 'baseDomain'], 'On azure a cluster needs a domain for its applications.')
      : undefined,
  );
};
