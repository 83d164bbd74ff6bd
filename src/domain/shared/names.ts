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

/** The alphabet that upstream takes for the random end of an infraID: no vowels, nothing that looks alike. */
const infraAlphabet = 'bcdfghjklmnpqrstvwxz2456789';

const idAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const infraSuffix = (clusterId: string): string => {
  // The last ten characters are 50 random bits of the UUID; five characters of the alphabet hold 23 of them.
  let rest = [...idSuffix(clusterId).slice(-10)].reduce(
    (sum, character) => sum * 32n + BigInt(Math.max(0, idAlphabet.indexOf(character))),
    0n,
  );
  const base = BigInt(infraAlphabet.length);
  let suffix = '';
  for (let index = 0; index < 5; index += 1) {
    suffix += infraAlphabet.charAt(Number(rest % base));
    rest /= base;
  }
  return suffix;
};

/** Prefix of cloud names: at most 21 characters of the domain prefix, a dash and five that come from the id; at most 27. */
export const infraIdOf = (domainPrefix: string, clusterId: string): string =>
  `${domainPrefix.slice(0, 21).replace(/-+$/, '')}-${infraSuffix(clusterId)}`;

/** The longest name that HyperShift derives and that must be a DNS label: its control-plane namespace. */
export const longestDerivedName = (domainPrefix: string, clusterId: string): string =>
  controlPlaneNamespace(clusterNamespace(clusterId), domainPrefix);
