import { idSuffix } from './id.ts';
import { clusterNamespace, controlPlaneNamespace, isDnsLabel, maxDomainPrefixLength } from './kube-names.ts';

/** What a DNS label may be, for `allowed` of problems. RFC 1123. */
export const dnsLabelPattern = '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$';

const maxDnsNameLength = 253;

/** A DNS name of one or more labels in lower case. */
export const isDnsName = (text: string): boolean =>
  text.length <= maxDnsNameLength && text.split('.').every(isDnsLabel);

const qualifiedName = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;

/** Key of a Kubernetes label: `name` or `prefix/name`. Source: k8s.io/apimachinery validation.IsQualifiedName. */
export const isLabelKey = (key: string): boolean => {
  const slash = key.indexOf('/');
  if (slash === -1) return qualifiedName.test(key);
  return isDnsName(key.slice(0, slash)) && qualifiedName.test(key.slice(slash + 1));
};

/** Value of a Kubernetes label: empty, or at most 63 characters like a name. */
export const isLabelValue = (value: string): boolean => value === '' || qualifiedName.test(value);

export const isDomainPrefix = (text: string): boolean =>
  text.length <= maxDomainPrefixLength && isDnsLabel(text);

const trimDashes = (text: string): string => text.replace(/^-+|-+$/g, '');

/** A domain prefix that no other cluster has: the first nine characters of a name and five of the id. `name` is a DNS label. */
export const uniqueDomainPrefix = (name: string, clusterId: string): string =>
  `${trimDashes(name.slice(0, 9))}-${idSuffix(clusterId).slice(-5)}`;

/** The domain prefix when the user names none: the cluster's name when it fits. */
export const chooseDomainPrefix = (name: string, clusterId: string): string =>
  name.length <= maxDomainPrefixLength ? name : uniqueDomainPrefix(name, clusterId);

/** Base32 of RFC 4648 in lower case: what names in every cloud may hold. */
const infraAlphabet = 'abcdefghijklmnopqrstuvwxyz234567';

const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The last twelve characters of an id are 60 random bits of its UUID. */
const infraIdLength = 12;

/**
 * Prefix of the names in a cloud of what belongs to a cluster, and the key by which it is found there: `b` and twelve characters
 * that come from the id. Opaque, of one length, so that none is the beginning of another one, and never reused.
 */
export const infraIdOf = (clusterId: string): string =>
  `b${[...idSuffix(clusterId).slice(-infraIdLength)]
    .map((character) => infraAlphabet.charAt(Math.max(0, idAlphabet.indexOf(character))))
    .join('')}`;

/** The longest name that HyperShift derives and that must be a DNS label: its control-plane namespace. */
export const longestDerivedName = (domainPrefix: string, clusterId: string): string =>
  controlPlaneNamespace(clusterNamespace(clusterId), domainPrefix);
