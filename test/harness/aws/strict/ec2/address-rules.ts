import { Refusal } from '../../protocol/aws-answer.ts';
import { textAt } from '../../protocol/xml.ts';
import type { StrictRule } from '../rule.ts';
import { describe } from './lookups.ts';

/** An address that something holds is not released; moto releases it. */
export const addressRules: StrictRule = {
  before: {
    'ec2:ReleaseAddress': async ({ parameters }, { moto, estate }) => {
      const id = parameters.get('AllocationId') ?? '';
      const [address] = await describe(moto, 'DescribeAddresses', { 'allocation-id': id });
      if (textAt(address, 'associationId') === '') return;
      const isLeaving = [...estate.nats.values()].some(
        ({ allocation, goneAt }) => allocation === id && goneAt !== undefined,
      );
      // In these words while a NAT gateway is being deleted: eformat/sno-for-100 issues 5 and 9.
      if (isLeaving)
        throw new Refusal('AuthFailure', 'You do not have permission to access the specified resource.');
      throw new Refusal('InvalidIPAddress.InUse', `Address ${textAt(address, 'publicIp')} is in use.`);
    },
  },
};
