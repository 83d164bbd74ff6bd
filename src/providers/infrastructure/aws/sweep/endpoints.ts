import { vpcEndpoint } from '../vpc-endpoint.ts';
import type { Sweep, SweepInVpc } from './sweep-handler.ts';

/** Endpoints that controllers made; the gateway to S3 is a step of its own. */
export const sweepEndpoints: Sweep<SweepInVpc> = {
  list: async ({ account, step, vpcId }) => {
    const all = await vpcEndpoint.list(account, { Filters: [{ Name: 'vpc-id', Values: [vpcId] }] });
    return all.filter(
      ({ raw, tags }) => raw.VpcId === vpcId && tags['Name'] !== `${step.request.infraId}-s3`,
    );
  },
  remove: ({ account, step }, id) => vpcEndpoint.remove({ account, id, assertHeld: step.assertHeld }),
};
