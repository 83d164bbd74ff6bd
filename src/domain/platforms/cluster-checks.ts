import type { ClusterDns, ClusterSpec } from '../cluster/cluster-spec.ts';
import { parseIsoDuration } from '../shared/duration.ts';
import { filled } from '../shared/present.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { checkCapabilities } from './capability-checks.ts';
import { checkCertificates } from './certificate-checks.ts';
import { checkControlPlane } from './control-plane-checks.ts';
import type { PlatformRules, SpecPath } from './platform-rules.ts';
import { checkFormat, collect, invalidFormat, notAllowed, required, unsupported } from './problems.ts';
import { checkPublishing } from './publishing-checks.ts';

const domainName = /^(?=.{1,253}$)(?:(?:[a-zA-Z0-9-]{1,63}\.)+[a-zA-Z]{2,63}|[a-zA-Z0-9-]{1,63})$/;

/** One key, without options before it: it becomes a line of authorized_keys on every node. */
const sshKey =
  /^(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-nistp(?:256|384|521)|sk-(?:ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com) [A-Za-z0-9+/]+={0,3}(?: [^\r\n]*)?\s*$/;

const checkDns = (dns: ClusterDns, rules: PlatformRules, at: SpecPath): readonly FieldProblem[] => {
  const baseDomain = filled(dns.baseDomain);
  const zones = (['publicZoneId', 'privateZoneId'] as const).filter(
    (zone) => filled(dns[zone]) !== undefined,
  );
  return collect(
    checkFormat(baseDomain, domainName, [...at, 'baseDomain'], 'Give a domain such as example.org.'),
    checkFormat(
      filled(dns.baseDomainPrefix),
      domainName,
      [...at, 'baseDomainPrefix'],
      'Give labels of a domain name.',
    ),
    dns.baseDomainPrefix !== undefined && baseDomain === undefined && rules.baseDomain === undefined
      ? required([...at, 'baseDomain'], 'A prefix needs a base domain.')
      : undefined,
    (rules.hasDnsZones ?? rules.hasZones)
      ? undefined
      : zones.map((zone) => notAllowed([...at, zone], `Platform ${rules.type} has no DNS zones.`)),
  );
};

const checkDuration = (duration: string | undefined, at: SpecPath): FieldProblem | undefined =>
  duration === undefined || parseIsoDuration(duration) !== undefined
    ? undefined
    : invalidFormat(
        at,
        'Give an ISO 8601 duration of weeks, days, hours, minutes or seconds, such as PT30M.',
      );

/** The key service is that of the platform: its member is there, and no other. */
const checkKeyService = (
  rules: PlatformRules,
  { encryption }: ClusterSpec,
  at: SpecPath,
): readonly FieldProblem[] => {
  if (encryption?.type !== 'kms') return [];
  const { type, keyService } = rules;
  if (keyService === undefined)
    return [unsupported([...at, 'type'], `Platform ${type} has no key service.`, ['aescbc'])];
  const services = Object.entries(encryption).flatMap(([name, value]) =>
    name === 'type' || value === undefined ? [] : [name],
  );
  return collect(
    services.includes(type) ? undefined : required([...at, type], `Name the key of ${type} that encrypts.`),
    services
      .filter((name) => name !== type)
      .map((name) => ({
        ...notAllowed([...at, name], `A cluster on ${type} has no key of ${name}.`),
        allowed: [type],
      })),
  );
};

/** What holds on every platform and is not in the schema of the API. Every problem at once. */
export const checkAnyCluster = (
  rules: PlatformRules,
  spec: ClusterSpec,
  at: SpecPath,
): readonly FieldProblem[] =>
  collect(
    checkDns(spec.dns ?? {}, rules, [...at, 'dns']),
    checkPublishing(rules.publishingOf?.(spec) ?? rules.publishing, spec.publishing ?? {}, [
      ...at,
      'publishing',
    ]),
    checkCapabilities(spec, [...at, 'capabilities']),
    checkControlPlane(spec.controlPlane ?? {}, [...at, 'controlPlane']),
    checkDuration(spec.autoscaling?.maxNodeProvisionTime, [...at, 'autoscaling', 'maxNodeProvisionTime']),
    checkKeyService(rules, spec, [...at, 'encryption']),
    spec.autoNode !== undefined && rules.hasAutoNode !== true
      ? notAllowed([...at, 'autoNode'], `Platform ${rules.type} has no autoNode.`)
      : undefined,
    checkFormat(
      filled(spec.sshPublicKey),
      sshKey,
      [...at, 'sshPublicKey'],
      'Give one public key in the form of OpenSSH.',
    ),
    checkCertificates(spec.configuration?.proxy?.trustBundle, [
      ...at,
      'configuration',
      'proxy',
      'trustBundle',
    ]),
    checkCertificates(spec.additionalTrustBundle, [...at, 'additionalTrustBundle']),
  );
