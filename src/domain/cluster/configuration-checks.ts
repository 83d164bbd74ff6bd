import { isCidr, parseCidr } from '../network/cidr.ts';
import type { SpecPath } from '../platforms/platform-rules.ts';
import {
  checkDistinct,
  collect,
  conflicting,
  duplicate,
  invalidFormat,
  notAllowed,
  outOfRange,
  required,
} from '../platforms/problems.ts';
import { certificateEnds } from '../shared/certificate.ts';
import { filled } from '../shared/present.ts';
import type { FieldProblem } from '../shared/problem.ts';
import { isBefore } from '../shared/time.ts';
import type { ClusterSpec } from './cluster-spec.ts';

type Configuration = NonNullable<ClusterSpec['configuration']>;

const root: SpecPath = ['spec', 'configuration'];

/** A host is enough; what follows it is for the proxy. */
const url = /^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/;

const checkUrl = (text: string | undefined, at: SpecPath): FieldProblem | undefined =>
  url.test(filled(text) ?? 'http://none')
    ? undefined
    : invalidFormat(at, `${at.at(-1)} is a URL with http or https, such as http://proxy.example.com:3128.`);

/** The operator takes no bundle with a certificate that has ended. One that cannot be read is for the cluster to refuse. */
const checkProxy = ({ proxy = {} }: Configuration, now: string | undefined): readonly FieldProblem[] => {
  const at = [...root, 'proxy'];
  return collect(
    checkUrl(proxy.httpProxy, [...at, 'httpProxy']),
    checkUrl(proxy.httpsProxy, [...at, 'httpsProxy']),
    (proxy.readinessEndpoints ?? []).map((endpoint, index) =>
      checkUrl(endpoint, [...at, 'readinessEndpoints', index]),
    ),
    certificateEnds(proxy.trustBundle ?? '').map((end, index) =>
      end !== undefined && now !== undefined && isBefore(end, now)
        ? {
            ...outOfRange([...at, 'trustBundle'], `Certificate ${index + 1} of the bundle ended at ${end}.`),
            code: 'expired',
          }
        : undefined,
    ),
  );
};

const checkRanges = (texts: readonly string[] | undefined, at: SpecPath): readonly FieldProblem[] =>
  collect(
    (texts ?? []).map((text, index) => {
      const parsed = parseCidr(text);
      return isCidr(parsed) ? undefined : invalidFormat([...at, index], `${text} ${parsed.detail}`);
    }),
  );

const mostPort = 65_535;

const checkNodePorts = (range: string | undefined, at: SpecPath): FieldProblem | undefined => {
  if (range === undefined) return undefined;
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(range) ?? [];
  if (first === undefined || last === undefined)
    return invalidFormat(at, 'Give a range of ports such as 30000-32767.');
  return Number(first) >= 1 && Number(first) <= Number(last) && Number(last) <= mostPort
    ? undefined
    : outOfRange(at, `Give a range within 1-${mostPort}, the lower port first.`);
};

const checkNetwork = ({ network = {} }: Configuration): readonly FieldProblem[] => {
  const at = [...root, 'network'];
  const { externalIP } = network;
  const policy = [...at, 'externalIP', 'policy'];
  return collect(
    checkNodePorts(filled(network.serviceNodePortRange), [...at, 'serviceNodePortRange']),
    checkRanges(externalIP?.autoAssignCIDRs, [...at, 'externalIP', 'autoAssignCIDRs']),
    checkRanges(externalIP?.policy?.allowedCIDRs, [...policy, 'allowedCIDRs']),
    checkRanges(externalIP?.policy?.rejectedCIDRs, [...policy, 'rejectedCIDRs']),
  );
};

const checkTls = ({ apiServer = {} }: Configuration): readonly FieldProblem[] => {
  const at = [...root, 'apiServer', 'tlsSecurityProfile', 'custom'];
  const { tlsSecurityProfile: profile } = apiServer;
  if (profile === undefined) return [];
  return collect(
    profile.type === 'Custom' && profile.custom === undefined
      ? required(at, 'Type Custom needs its ciphers and version.')
      : undefined,
    profile.type !== 'Custom' && profile.custom !== undefined
      ? conflicting(at, `Ciphers and version are for type Custom, not ${profile.type}.`)
      : undefined,
  );
};

const checkRegistries = ({ image = {} }: Configuration): readonly FieldProblem[] => {
  const { allowedRegistries, blockedRegistries, containerRuntimeSearchRegistries } =
    image.registrySources ?? {};
  const at = [...root, 'image', 'registrySources'];
  return collect(
    filled(allowedRegistries) !== undefined && filled(blockedRegistries) !== undefined
      ? conflicting([...at, 'blockedRegistries'], 'Give allowedRegistries or blockedRegistries, not both.')
      : undefined,
    checkDistinct(containerRuntimeSearchRegistries, [...at, 'containerRuntimeSearchRegistries']),
  );
};

/** One profile for a group: the CRD takes no second. */
const checkAudit = ({ apiServer = {} }: Configuration): readonly FieldProblem[] => {
  const rules = apiServer.audit?.customRules ?? [];
  return rules.flatMap(({ group }, index) =>
    rules.findIndex((rule) => rule.group === group) < index
      ? [
          duplicate(
            [...root, 'apiServer', 'audit', 'customRules', index, 'group'],
            `Group ${group} has a rule before.`,
          ),
        ]
      : [],
  );
};

const secondsPer = { h: 3600, m: 60, s: 1 } as const;
const leastTimeoutSeconds = 300;

const checkTokens = ({ oauth = {} }: Configuration): FieldProblem | undefined => {
  const at = [...root, 'oauth', 'tokenConfig', 'accessTokenInactivityTimeout'];
  const timeout = filled(oauth.tokenConfig?.accessTokenInactivityTimeout);
  if (timeout === undefined) return undefined;
  const seconds = [...timeout.matchAll(/(\d+)([hms])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * secondsPer[unit as keyof typeof secondsPer],
    0,
  );
  return seconds >= leastTimeoutSeconds
    ? undefined
    : outOfRange(at, `Give at least ${leastTimeoutSeconds}s, or nothing for no timeout.`);
};

/** What OpenShift and the operator say of the configuration only later. Every problem at once. */
export const checkConfiguration = (
  { configuration = {}, platform }: ClusterSpec,
  now?: string,
): readonly FieldProblem[] =>
  collect(
    checkProxy(configuration, now),
    checkNetwork(configuration),
    checkTls(configuration),
    checkRegistries(configuration),
    checkAudit(configuration),
    checkTokens(configuration),
    configuration.ingress?.loadBalancer !== undefined && platform.type !== 'aws'
      ? notAllowed(
          [...root, 'ingress', 'loadBalancer'],
          `A cluster on ${platform.type} has no load balancers of AWS.`,
        )
      : undefined,
  );
