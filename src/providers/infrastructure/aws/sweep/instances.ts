import { type Instance, paginateDescribeInstances, TerminateInstancesCommand } from '@aws-sdk/client-ec2';
import { readTags } from '../marks.ts';
import { type Ec2Resource, queryOf, type Seen } from '../resource-type.ts';
import { clusterFilter, ofCluster, type Sweep, type SweepPlace } from './sweep-handler.ts';

/** Machines, until nothing of them is left that could hold a network interface. */
export const instances: Ec2Resource<Instance> = {
  list: async ({ ec2 }, query) => {
    const seen: Seen<Instance>[] = [];
    for await (const { Reservations = [] } of paginateDescribeInstances(
      { client: ec2 },
      queryOf(query, 'InstanceIds'),
    ))
      for (const raw of Reservations.flatMap(({ Instances = [] }) => Instances))
        if (raw.State?.Name !== 'terminated')
          seen.push({ id: raw.InstanceId ?? '', tags: readTags(raw.Tags), raw });
    return seen;
  },
  remove: async ({ account, id, seen }) => {
    if (seen?.raw.State?.Name !== 'shutting-down')
      await account.ec2.send(new TerminateInstancesCommand({ InstanceIds: [id] }));
    return { againInSeconds: 15, waitingFor: `machine ${id} to end` };
  },
};

const listOf = (place: SweepPlace): Promise<readonly Seen<Instance>[]> =>
  place.account.remembered(`instances ${place.step.request.infraId}`, async () =>
    ofCluster(place, await instances.list(place.account, { Filters: [clusterFilter(place)] })),
  );

export const sweepInstances: Sweep<SweepPlace> = {
  list: listOf,
  remove: async (place, id) => {
    const seen = (await listOf(place)).find((instance) => instance.id === id);
    const { account, step } = place;
    return instances.remove({ account, id, seen, assertHeld: step.assertHeld });
  },
};
