import type { MotoPlace } from '../../moto-client.ts';
import { textAt } from '../../protocol/xml.ts';
import type { NatLife } from '../estate.ts';
import type { StrictKnobs } from '../knobs.ts';
import { describe } from './lookups.ts';

type NatState = 'pending' | 'available' | 'failed' | 'deleting' | 'deleted';

export const stateOfNat = (
  { madeAt, goneAt, failure }: NatLife,
  now: number,
  { natCreateSeconds }: Pick<StrictKnobs, 'natCreateSeconds'>,
): NatState => {
  if (goneAt !== undefined) return now < goneAt ? 'deleting' : 'deleted';
  if (now < madeAt + natCreateSeconds * 1000) return 'pending';
  return failure === undefined ? 'available' : 'failed';
};

/** Takes the interface and the address from a NAT gateway; moto leaves both with one that is deleted. */
export const releaseNat = async (moto: MotoPlace, nat: NatLife): Promise<void> => {
  const [address] = await describe(moto, 'DescribeAddresses', { 'allocation-id': nat.allocation });
  const association = textAt(address, 'associationId');
  if (association !== '' && textAt(address, 'networkInterfaceId') === nat.interface)
    await moto.query('ec2', 'DisassociateAddress', { AssociationId: association });
  const [held] = await describe(moto, 'DescribeNetworkInterfaces', { 'network-interface-id': nat.interface });
  if (held !== undefined)
    await moto.query('ec2', 'DeleteNetworkInterface', { NetworkInterfaceId: nat.interface });
};
