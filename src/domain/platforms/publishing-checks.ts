import type { ClusterPublishing, PublishingStrategy } from '../cluster/cluster-spec.ts';
import { filled } from '../shared/present.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { isNodeAddress } from './node-address.ts';
import type { PublishingRules, SpecPath } from './platform-rules.ts';
import { collect, conflicting, invalidFormat, notAllowed, required, unsupported } from './problems.ts';

/** Leaves room for `konnectivity-`, a domain prefix and a dot within the 253 characters of a name. */
const maxExternalDomainLength = 224;
const domain = /^(?:[a-zA-Z0-9](?:[-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63}$/;

/** How the API server is published: as the spec says, else as its other fields imply, else as the platform does it. */
export const effectiveStrategy = (
  rules: PublishingRules,
  { strategy, externalDnsDomain }: ClusterPublishing,
): PublishingStrategy => {
  if (strategy !== undefined) return strategy;
  return filled(externalDnsDomain) !== undefined && rules.strategies.includes('route')
    ? 'route'
    : rules.strategy;
};

const checkAddress = (
  strategy: PublishingStrategy,
  address: string | undefined,
  at: SpecPath,
): FieldProblem | undefined => {
  if (strategy !== 'nodePort')
    return address === undefined
      ? undefined
      : conflicting(at, `An address is only for strategy nodePort, not ${strategy}.`);
  if (address === undefined) return required(at, 'Give the address of the nodes for strategy nodePort.');
  return isNodeAddress(address)
    ? undefined
    : invalidFormat(at, 'Give a host name with a dot, an IPv4 or an IPv6 address.');
};

const checkExternalDomain = (
  rules: PublishingRules,
  strategy: PublishingStrategy,
  externalDomain: string | undefined,
  at: SpecPath,
): FieldProblem | undefined => {
  if (externalDomain === undefined)
    return strategy === 'route' && rules.hasNamelessRoutes !== true
      ? required(at, 'Routes need a domain of their own for the names of the services.')
      : undefined;
  if (!rules.strategies.includes('route'))
    return notAllowed(at, 'This platform has no services with names of their own.');
  if (strategy !== 'route')
    return conflicting(at, `Names below a domain are only for strategy route, not ${strategy}.`);
  return domain.test(externalDomain) && externalDomain.length <= maxExternalDomainLength
    ? undefined
    : invalidFormat(
        at,
        `Give a domain of at most ${maxExternalDomainLength} characters such as clusters.example.org.`,
      );
};

/**
 * The operator checks these only when it reconciles, and stops without a word when Ignition is not reachable; so the four
 * services are always published, and only in the ways in which each platform works.
 */
export const checkPublishing = (
  rules: PublishingRules,
  publishing: ClusterPublishing,
  at: SpecPath,
): readonly FieldProblem[] => {
  const { strategies } = rules;
  const { strategy } = publishing;
  if (strategy !== undefined && !strategies.includes(strategy))
    return [unsupported([...at, 'strategy'], `This platform does not publish by ${strategy}.`, strategies)];
  const effective = effectiveStrategy(rules, publishing);
  return collect(
    checkAddress(effective, filled(publishing.apiServerAddress), [...at, 'apiServerAddress']),
    checkExternalDomain(rules, effective, filled(publishing.externalDnsDomain), [...at, 'externalDnsDomain']),
  );
};
