import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import { CloudError, type StepHandler } from '../contract.ts';
import { type Accounts, accountOf } from './accounts.ts';
import { listZones, plainName } from './hosted-zones.ts';

/** The user's own zone: looked up by name, or by id when several have the name. Never made, changed or removed. */
export const publicZoneHandler = (accounts: Accounts): StepHandler => ({
  find: async (step) => {
    const { domain, zoneId } = inputOf('publicZone', step.planned);
    const account = await accountOf(accounts, step);
    const named = (await listZones(account)).filter(
      (zone) => !zone.isPrivate && zone.domain === plainName(domain),
    );
    const meant = zoneId === undefined ? named : named.filter(({ id }) => id === zoneId);
    if (meant.length > 1)
      throw new CloudError(
        'invalid',
        'AmbiguousHostedZone',
        `There are ${meant.length} public zones named ${domain}; give the id of one in dns.publicZoneId.`,
      );
    return meant.map(({ id }) => ({ id, isOurs: false }));
  },
});
