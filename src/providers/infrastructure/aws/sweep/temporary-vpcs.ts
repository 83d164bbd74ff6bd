import { DeleteVpcCommand } from '@aws-sdk/client-ec2';
import { listTemporaryVpcs } from '../zone-of-other-account.ts';
import type { Sweep, SweepPlace } from './sweep-handler.ts';

/** Stopgaps of zones whose making was broken off. */
export const sweepTemporaryVpcs: Sweep<SweepPlace> = {
  list: ({ account, step }) => listTemporaryVpcs(account, step),
  remove: async ({ account }, id) => {
    await account.ec2.send(new DeleteVpcCommand({ VpcId: id }));
    return 'gone';
  },
};
