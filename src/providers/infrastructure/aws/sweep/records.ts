import type { ResourceRecordSet } from '@aws-sdk/client-route-53';
import { inputOf } from '../../../../domain/platforms/aws/plan/step-inputs.ts';
import type { StepContext, StepHandler } from '../../contract.ts';
import type { AwsAccount } from '../account.ts';
import { type Accounts, accountOf } from '../accounts.ts';
import { deleteRecords, listRecords, listZones, plainName } from '../hosted-zones.ts';
import { removing } from '../resource-type.ts';

/** Record sets of one name differ by type, and by identifier when there are several. */
const keyOf = ({ Name, Type, SetIdentifier = '' }: ResourceRecordSet): string =>
  [plainName(Name), Type, SetIdentifier].join(' ');

/** More than the few names of a cluster have together; the names below its domain stand beside each other. */
const mostRecords = 100;

const isBelow = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

/** The longest domain that all names are below. */
const commonDomain = (names: readonly string[]): string => {
  const [first = '', ...others] = names;
  const labels = first.split('.');
  const start = labels.findIndex((_label, index) =>
    others.every((name) => isBelow(name, labels.slice(index).join('.'))),
  );
  return labels.slice(start).join('.');
};

/** The public zone's record sets of the cluster's names, of every type. */
export const recordsNamed = async (
  account: AwsAccount,
  zoneId: string,
  names: readonly string[],
): Promise<readonly ResourceRecordSet[]> => {
  const plain = names.map(plainName);
  const isWanted = ({ Name }: ResourceRecordSet): boolean => plain.includes(plainName(Name));
  const domain = commonDomain(plain);
  const near = await listRecords(account, zoneId, { name: domain, most: mostRecords });
  // A page that ends outside the domain has shown all of it.
  const last = near.at(-1);
  if (near.length < mostRecords || (last !== undefined && !isBelow(plainName(last.Name), domain)))
    return near.filter(isWanted);
  const each: ResourceRecordSet[] = [];
  for (const name of plain) each.push(...(await listRecords(account, zoneId, { name, most: mostRecords })));
  return each.filter(isWanted);
};

/** Not known when the first pass died before it: then the zone is looked up as its step does. */
const zoneOf = async (account: AwsAccount, step: StepContext): Promise<string | undefined> => {
  const { zoneStep, names } = inputOf('sweepRecords', step.planned);
  const known = step.knownIdOf(zoneStep);
  const zones = (await listZones(account)).filter(({ isPrivate }) => !isPrivate);
  if (known !== undefined) return zones.find(({ id }) => id === known)?.id;
  const { baseDomain = '' } = step.request.spec.dns ?? {};
  const named = zones.filter(({ domain }) => domain === plainName(baseDomain));
  return names.length > 0 && named.length === 1 ? named[0]?.id : undefined;
};

const recordsOf = (account: AwsAccount, step: StepContext): Promise<readonly ResourceRecordSet[]> =>
  account.remembered(`public records ${step.request.infraId}`, async () => {
    const zoneId = await zoneOf(account, step);
    const { names } = inputOf('sweepRecords', step.planned);
    return zoneId === undefined ? [] : recordsNamed(account, zoneId, names);
  });

/** The zone is the user's; names are the cluster's, which no other cluster may have (admission sees to it). */
export const sweepRecordsHandler = (accounts: Accounts): StepHandler => ({
  find: async (step) =>
    (await recordsOf(await accountOf(accounts, step), step)).map((record) => ({
      id: keyOf(record),
      isOurs: true,
    })),
  remove: async (step, id) => {
    const account = await accountOf(accounts, step);
    const record = (await recordsOf(account, step)).find((candidate) => keyOf(candidate) === id);
    const zoneId = await zoneOf(account, step);
    if (record === undefined || zoneId === undefined) return 'gone';
    return removing(async () => {
      await deleteRecords(account, zoneId, [record], step.assertHeld);
      return 'gone';
    });
  },
});
