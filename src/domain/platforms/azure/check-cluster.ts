import type { ClusterSpec } from '../../cluster/cluster-spec.ts';
import { containsIp, isCidr, parseCidr } from '../../network/cidr.ts';
import { filled } from '../../shared/present.ts';
import type { FieldProblem } from '../../shared/problem.ts';
import { platformBlock, type SpecPath } from '../platform-rules.ts';
import {
  checkFormat,
  collect,
  conflicting,
  notAllowed,
  outOfRange,
  required,
  specRoot,
} from '../problems.ts';
import * as format from './azure-formats.ts';
import type { AzureExistingInfrastructure, AzureManagedInfrastructure, AzurePlatform } from './azure-spec.ts';
import { subnetCidrOf, vnetCidrOf } from './machine-range.ts';

const isPublic = ({ endpointAccess = 'public' }: AzurePlatform): boolean => endpointAccess === 'public';

/** A resource that the cluster refers to must be in its own subscription: the operators have rights there only. */
const checkSubscription = (
  azure: AzurePlatform,
  id: string | undefined,
  at: SpecPath,
): FieldProblem | undefined => {
  const found = id === undefined ? undefined : format.groupOfId(id);
  if (found === undefined || found.subscription.toLowerCase() === azure.subscriptionId.toLowerCase())
    return undefined;
  return conflicting(
    at,
    `It is in subscription ${found.subscription}, the cluster in ${azure.subscriptionId}.`,
  );
};

const checkIdentities = (
  azure: AzurePlatform,
  infrastructure: AzureExistingInfrastructure,
  hasKey: boolean,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { workloadIdentities: workload, managedIdentities: managed } = infrastructure;
  if (workload === undefined && managed === undefined)
    return [required([...at, 'workloadIdentities'], 'Give workloadIdentities, or managedIdentities.')];
  if (workload !== undefined && managed !== undefined)
    return [
      conflicting([...at, 'managedIdentities'], 'Give workloadIdentities or managedIdentities, not both.'),
    ];
  const missingKey = 'A key of a vault needs the identity of the key service.';
  return collect(
    workload !== undefined && workload.controlPlaneOperator === undefined && !isPublic(azure)
      ? required(
          [...at, 'workloadIdentities', 'controlPlaneOperator'],
          'Private access needs the identity of the control plane operator.',
        )
      : undefined,
    hasKey && workload !== undefined && workload.kms === undefined
      ? required([...at, 'workloadIdentities', 'kms'], missingKey)
      : undefined,
    hasKey && managed !== undefined && managed.controlPlaneSecrets.kms === undefined
      ? required([...at, 'managedIdentities', 'controlPlaneSecrets', 'kms'], missingKey)
      : undefined,
    workload !== undefined && filled(infrastructure.issuerUrl) === undefined
      ? required([...at, 'issuerUrl'], 'The identities trust an issuer: give it.')
      : undefined,
    workload !== undefined && filled(infrastructure.serviceAccountSigningKeyCredentialId) === undefined
      ? required(
          [...at, 'serviceAccountSigningKeyCredentialId'],
          "Nobody publishes the issuer's documents on Azure but its owner: give the key behind it.",
        )
      : undefined,
    managed !== undefined && azure.oauthPublishing === 'loadBalancer'
      ? notAllowed(
          [...at.slice(0, -1), 'oauthPublishing'],
          'With managed identities OAuth is published by a route.',
        )
      : undefined,
  );
};

const checkExisting = (
  azure: AzurePlatform,
  infrastructure: AzureExistingInfrastructure,
  hasKey: boolean,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { vnetId, subnetId, securityGroupId } = infrastructure;
  const isOfVnet = subnetId.toLowerCase().startsWith(`${vnetId.toLowerCase()}/subnets/`);
  return collect(
    checkFormat(
      infrastructure.infraId,
      /^(?=.{1,27}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/,
      [...at, 'infraId'],
      'Give lower case letters, digits and -, at most 27 characters.',
    ),
    checkSubscription(azure, vnetId, [...at, 'vnetId']),
    checkSubscription(azure, securityGroupId, [...at, 'securityGroupId']),
    isOfVnet ? undefined : conflicting([...at, 'subnetId'], `The subnet is not one of ${vnetId}.`),
    checkIdentities(azure, infrastructure, hasKey, at),
  );
};

const checkRanges = (infrastructure: AzureManagedInfrastructure, at: SpecPath): readonly FieldProblem[] => {
  const vnet = parseCidr(vnetCidrOf(infrastructure));
  const subnet = parseCidr(subnetCidrOf(infrastructure));
  if (!isCidr(vnet)) return [outOfRange([...at, 'vnetCidr'], 'Give an IPv4 range such as 10.0.0.0/16.')];
  if (!isCidr(subnet)) return [outOfRange([...at, 'subnetCidr'], 'Give an IPv4 range such as 10.0.0.0/24.')];
  return collect(
    vnet.family !== 4 || vnet.prefix < 8 || vnet.prefix > 28
      ? outOfRange([...at, 'vnetCidr'], 'A virtual network is an IPv4 range of /8 to /28.')
      : undefined,
    subnet.family !== 4 || subnet.prefix > 27 || subnet.prefix < vnet.prefix
      ? outOfRange(
          [...at, 'subnetCidr'],
          'A subnet of machines is an IPv4 range inside the virtual network, /27 or larger.',
        )
      : undefined,
    !containsIp(vnet, { family: subnet.family, value: subnet.base })
      ? conflicting([...at, 'subnetCidr'], `It is not inside ${vnetCidrOf(infrastructure)}.`)
      : undefined,
  );
};

const checkManaged = (
  azure: AzurePlatform,
  infrastructure: AzureManagedInfrastructure,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    filled(azure.credentialId) === undefined
      ? required(
          [...at.slice(0, -1), 'credentialId'],
          'Managed infrastructure needs a credential of kind azureFederated.',
        )
      : undefined,
    azure.cloud !== undefined && azure.cloud !== 'AzurePublicCloud'
      ? notAllowed([...at.slice(0, -1), 'cloud'], 'Berth makes infrastructure in AzurePublicCloud only.')
      : undefined,
    checkRanges(infrastructure, at),
  );

const checkPrivate = (azure: AzurePlatform, at: SpecPath): FieldProblem | undefined => {
  const isGiven = azure.private !== undefined;
  const isNeeded = !isPublic(azure) && azure.infrastructure.mode === 'existing';
  if (isNeeded && !isGiven)
    return required([...at, 'private'], 'Private access needs a subnet for the private link service.');
  return isPublic(azure) && isGiven
    ? conflicting([...at, 'private'], 'Private link is only for endpointAccess publicAndPrivate or private.')
    : undefined;
};

/** Source: hypershift, create cluster azure: external DNS must not shadow the cluster's own names. */
const checkExternalDomain = (spec: ClusterSpec, at: SpecPath): FieldProblem | undefined => {
  const external = filled(spec.publishing?.externalDnsDomain)?.toLowerCase();
  const base = filled(spec.dns?.baseDomain)?.toLowerCase();
  const prefix = spec.dns?.domainPrefix;
  if (external === undefined || base === undefined || prefix === undefined) return undefined;
  const own = `${prefix}.${base}`;
  return own === external || own.endsWith(`.${external}`)
    ? conflicting([...at, 'publishing', 'externalDnsDomain'], `It must be neither ${own} nor a parent of it.`)
    : undefined;
};

const checkZoneIds = (spec: ClusterSpec, at: SpecPath): readonly FieldProblem[] => {
  const pattern =
    /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+\/providers\/Microsoft\.Network\/(dnszones|privateDnsZones)\/[^/]+$/i;
  const form =
    'Give the resource id of a DNS zone: /subscriptions/…/providers/Microsoft.Network/dnszones/NAME.';
  return collect(
    checkFormat(spec.dns?.publicZoneId, pattern, [...at, 'dns', 'publicZoneId'], form),
    checkFormat(spec.dns?.privateZoneId, pattern, [...at, 'dns', 'privateZoneId'], form),
  );
};

const checkTags = ({ tags = {} }: AzurePlatform, at: SpecPath): readonly FieldProblem[] =>
  Object.keys(tags)
    .filter((key) => /^(?:berth-|microsoft|azure|windows|kubernetes\.io)/i.test(key))
    .map((key) =>
      notAllowed([...at, key], `Tag keys like ${key} are kept for Azure, Kubernetes and this service.`),
    );

export const checkAzureCluster = (spec: ClusterSpec, at: SpecPath = specRoot): readonly FieldProblem[] => {
  const { azure } = platformBlock(spec, 'azure');
  const path = [...at, 'platform', 'azure'];
  const { infrastructure } = azure;
  const hasKey = spec.encryption?.type === 'kms';
  return collect(
    infrastructure.mode === 'existing'
      ? checkExisting(azure, infrastructure, hasKey, [...path, 'infrastructure'])
      : checkManaged(azure, infrastructure, [...path, 'infrastructure']),
    checkPrivate(azure, path),
    checkSubscription(azure, azure.private?.natSubnetId, [...path, 'private', 'natSubnetId']),
    checkExternalDomain(spec, at),
    checkZoneIds(spec, at),
    checkTags(azure, [...path, 'tags']),
    filled(spec.dns?.baseDomain) === undefined
      ? required([...at, 'dns', 'baseDomain'], 'On azure a cluster needs a domain for its applications.')
      : undefined,
  );
};
