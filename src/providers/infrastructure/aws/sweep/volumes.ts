import {
  DeleteSnapshotCommand,
  DeleteVolumeCommand,
  paginateDescribeSnapshots,
  paginateDescribeVolumes,
  type Snapshot,
  type Volume,
} from '@aws-sdk/client-ec2';
import { readTags } from '../marks.ts';
import { type Ec2Resource, queryOf, type Seen } from '../resource-type.ts';
import { clusterFilter, ofCluster, type Sweep, type SweepPlace } from './sweep-handler.ts';

/** Disks of persistent volumes; those of machines mostly go with them. */
export const volumes: Ec2Resource<Volume> = {
  list: async ({ ec2 }, query) => {
    const seen: Seen<Volume>[] = [];
    for await (const page of paginateDescribeVolumes({ client: ec2 }, queryOf(query, 'VolumeIds')))
      for (const raw of page.Volumes ?? [])
        if (raw.State !== 'deleting' && raw.State !== 'deleted')
          seen.push({ id: raw.VolumeId ?? '', tags: readTags(raw.Tags), raw });
    return seen;
  },
  remove: async ({ account, id }) => {
    await account.ec2.send(new DeleteVolumeCommand({ VolumeId: id }));
    return 'gone';
  },
};

/** Without an owner the list would show all public ones. */
export const snapshots: Ec2Resource<Snapshot> = {
  list: async ({ ec2 }, query) => {
    const seen: Seen<Snapshot>[] = [];
    const input = { OwnerIds: ['self'], ...queryOf(query, 'SnapshotIds') };
    for await (const page of paginateDescribeSnapshots({ client: ec2 }, input))
      for (const raw of page.Snapshots ?? [])
        seen.push({ id: raw.SnapshotId ?? '', tags: readTags(raw.Tags), raw });
    return seen;
  },
  remove: async ({ account, id }) => {
    await account.ec2.send(new DeleteSnapshotCommand({ SnapshotId: id }));
    return 'gone';
  },
};

const byClusterTag = <Raw>(resource: Ec2Resource<Raw>): Sweep<SweepPlace> => ({
  list: async (place) =>
    ofCluster(place, await resource.list(place.account, { Filters: [clusterFilter(place)] })),
  remove: ({ account, step }, id) => resource.remove({ account, id, assertHeld: step.assertHeld }),
});

export const sweepVolumes = byClusterTag(volumes);
export const sweepSnapshots = byClusterTag(snapshots);
