import type { InfrastructureRequest } from '../../../../domain/infrastructure/infrastructure-plan.ts';
import { localDomainOf, publicRecordNamesOf } from '../../../../domain/platforms/aws/plan/zone-names.ts';
import { filled } from '../../../../domain/shared/present.ts';
import type { FieldProblem } from '../../../../domain/shared/problem.ts';
import type { AwsAccount } from '../account.ts';
import { listRecords, listZones, plainName, type SeenZone } from '../hosted-zones.ts';
import { recordsNamed } from '../sweep/records.ts';
import { problem, unknownValue } from './problem.ts';

export type NameServersOf = (domain: string) => Promise<readonly string[]>;

const baseDomainPath = ['spec', 'dns', 'baseDomain'];

const publicZoneOf = (
  zones: readonly SeenZone[],
  { spec }: InfrastructureRequest,
): SeenZone | FieldProblem => {
  const domain = plainName(spec.dns?.baseDomain);
  const wanted = filled(spec.dns?.publicZoneId);
  const named = zones.filter((zone) => !zone.isPrivate && zone.domain === domain);
  const ids = named.map(({ id }) => id).sort();
  if (wanted !== undefined)
    return (
      named.find(({ id }) => id === wanted) ??
      unknownValue(
        ['spec', 'dns', 'publicZoneId'],
        `The account has no public zone ${wanted} of ${domain}.`,
        ids,
      )
    );
  const [first, ...others] = named;
  if (first === undefined)
    return problem(baseDomainPath, 'not-found', `The account has no public zone ${domain}; make one first.`);
  if (others.length === 0) return first;
  return unknownValue(
    ['spec', 'dns', 'publicZoneId'],
    `The account has ${named.length} public zones ${domain}; say which.`,
    ids,
  );
};

/** The world must be sent to the zone's own servers; a resolver that does not answer proves nothing. */
const checkDelegation = async (
  account: AwsAccount,
  zone: SeenZone,
  nameServersOf: NameServersOf,
): Promise<readonly FieldProblem[]> => {
  const records = await listRecords(account, zone.id, { name: zone.domain, most: 5 });
  const own = (records.find(({ Type }) => Type === 'NS')?.ResourceRecords ?? []).map(({ Value }) =>
    plainName(Value),
  );
  const asked = await nameServersOf(zone.domain).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
  });
  if (asked === undefined || asked.some((server) => own.includes(plainName(server)))) return [];
  const detail = `${zone.domain} is not delegated to its zone ${zone.id}; its parent must name ${own.join(', ')}.`;
  return [problem(baseDomainPath, 'not-delegated', detail)];
};

/** Records are removed by name with the cluster: what is there before must not be somebody else's. */
const checkFreeNames = async (
  account: AwsAccount,
  zone: SeenZone,
  request: InfrastructureRequest,
): Promise<readonly FieldProblem[]> => {
  const taken = await recordsNamed(account, zone.id, publicRecordNamesOf(request));
  return [...new Set(taken.map(({ Name }) => plainName(Name)))].map((name) =>
    problem(
      ['spec', 'dns', 'domainPrefix'],
      'conflict',
      `${name} is in zone ${zone.domain} already; choose another prefix, or remove the record.`,
    ),
  );
};

/** The control-plane operator takes the first private zone of that name in the account, whosever it is. */
const checkLocalZone = (
  zones: readonly SeenZone[],
  request: InfrastructureRequest,
): readonly FieldProblem[] => {
  const domain = localDomainOf(request);
  const other = zones.find(
    (zone) => zone.isPrivate && zone.domain === domain && !zone.reference.startsWith(`${request.infraId}/`),
  );
  return other === undefined
    ? []
    : [
        problem(
          ['spec', 'dns', 'domainPrefix'],
          'conflict',
          `The account has a private zone ${domain} (${other.id}) already; choose another prefix.`,
        ),
      ];
};

/** `zonesAccount`: that of the private zones. */
export const checkDomain = async (
  account: AwsAccount,
  zonesAccount: AwsAccount,
  request: InfrastructureRequest,
  nameServersOf: NameServersOf | undefined,
): Promise<readonly FieldProblem[]> => {
  const zones = await listZones(account);
  const local = checkLocalZone(await listZones(zonesAccount), request);
  const zone = publicZoneOf(zones, request);
  if (!('domain' in zone)) return [zone, ...local];
  return [
    ...(await checkFreeNames(account, zone, request)),
    ...(nameServersOf === undefined ? [] : await checkDelegation(account, zone, nameServersOf)),
    ...local,
  ];
};
