import { describe, expect, it } from 'vitest';
import { leakKinds } from '../../../../src/domain/leak/object-thing.ts';
import { removalOrder, removalRank } from '../../../../src/domain/leak/removal-order.ts';
import { platformOf } from '../../../../src/domain/platforms/platforms.ts';
import { globalKinds } from '../../../../src/providers/infrastructure/aws/leaks/global-kinds.ts';
import { ownedTypes as awsTypes } from '../../../../src/providers/infrastructure/aws/leaks/list-owned.ts';
import { regionalKinds } from '../../../../src/providers/infrastructure/aws/leaks/regional-kinds.ts';
import { shareKind } from '../../../../src/providers/infrastructure/aws/leaks/share-kind.ts';
import { ownedTypes as azureTypes } from '../../../../src/providers/infrastructure/azure/owned/owned-kinds.ts';
import { ownedKinds } from '../../../../src/providers/infrastructure/gcp/owned/owned-kinds.ts';
import { azureRequest } from '../../../harness/azure/azure-requests.ts';
import { gcpRequest } from '../../../harness/gcp/gcp-requests.ts';
import { planOf } from '../../domain/platforms/aws-plan/requests.ts';

const listedOnAws = [...globalKinds, shareKind, ...regionalKinds].map(({ type }) => type);
const listed = [
  ...listedOnAws,
  ...azureTypes,
  ...ownedKinds.map(({ type }) => type),
  ...leakKinds.map(({ kind }) => kind),
];
/** The sandbox's clouds list steps by their types. */
const made = [
  ...planOf(),
  ...(platformOf('azure').managed?.plan(azureRequest()) ?? []),
  ...(platformOf('gcp').managed?.plan(gcpRequest()) ?? []),
].flatMap(({ role, type }) => (role === undefined ? [type] : []));

const lower = (types: readonly string[]): readonly string[] =>
  [...new Set(types.map((type) => type.toLowerCase()))].sort();

describe('types of what may be left behind', () => {
  it('all have their place in the order of removal, and nothing else has', () => {
    expect(lower(removalOrder.flat())).toEqual(lower([...listed, ...made]));
  });

  it('have one place each', () => {
    expect(removalOrder.flat()).toHaveLength(lower(removalOrder.flat()).length);
  });

  it('go last when nobody knows them any more', () => {
    expect(removalRank('dhcpOptions')).toBeGreaterThan(removalRank('resourceGroup'));
  });

  it('are listed on AWS when the provider says that their list is whole', () => {
    expect(awsTypes.filter((type) => !listedOnAws.includes(type))).toEqual([]);
  });
});
