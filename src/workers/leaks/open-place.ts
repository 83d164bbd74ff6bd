import { type CloudCredential, findCloudCredential } from '../../db/repositories/cloud-credentials.ts';
import type { CloudPlace } from '../../domain/leak/place.ts';
import { type CloudAccess, CloudError, type CloudSession } from '../../providers/infrastructure/contract.ts';
import { cloudAccessOf } from '../cloud-access.ts';
import type { LeakDependencies } from './leak-dependencies.ts';

type Work = Pick<CloudAccess, 'phase' | 'clusterId'>;

/** Code of the refusal when a place has no credential any more. */
export const noCredential = 'NoCredential';

const listCredentials = async (
  deps: LeakDependencies,
  place: CloudPlace,
): Promise<readonly CloudCredential[]> => {
  const tx = deps.database.tenant(place.tenantId);
  const found = await Promise.all(place.credentialIds.map((id) => findCloudCredential(tx, id)));
  return found.filter((credential) => credential !== undefined);
};

const openWith = async (
  deps: LeakDependencies,
  place: CloudPlace,
  credential: CloudCredential,
  access: Work,
): Promise<CloudSession> => {
  const { tenantId, platform } = place;
  const provider = deps.clouds.providerOf(platform);
  if (provider === undefined)
    throw new CloudError('permission', 'NotConfigured', `This installation does not reach ${platform}.`);
  return provider.open(await cloudAccessOf(deps, tenantId, credential, access), place.regions[0] ?? '');
};

/** Runs `work` with the first of the place's credentials that opens its account. */
export const withPlace = async <Outcome>(
  deps: LeakDependencies,
  place: CloudPlace,
  access: Work,
  work: (session: CloudSession) => Promise<Outcome>,
): Promise<Outcome> => {
  let refused = new CloudError('credentials', noCredential, 'No credential opens this account any more.');
  for (const credential of await listCredentials(deps, place)) {
    let session: CloudSession | undefined;
    try {
      session = await openWith(deps, place, credential, access);
      return await work(session);
    } catch (error) {
      if (!(error instanceof CloudError) || error.kind !== 'credentials') throw error;
      refused = error;
    } finally {
      session?.close();
    }
  }
  throw refused;
};
