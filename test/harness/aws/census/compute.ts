import type { MotoPlace } from '../moto-client.ts';
import { findAll, textAt } from '../protocol/xml.ts';
import { describe } from '../strict/ec2/lookups.ts';
import { type Counted, counted, tagsOf } from './counted.ts';

export const countCompute = async (moto: MotoPlace): Promise<readonly Counted[]> => {
  const tags = (item: Parameters<typeof findAll>[0]) => tagsOf(findAll(item, 'tagSet', 'item'));
  const instances = (await describe(moto, 'DescribeInstances'))
    .flatMap((reservation) => findAll(reservation, 'instancesSet', 'item'))
    .filter((item) => textAt(item, 'instanceState', 'name') !== 'terminated');
  const volumes = await describe(moto, 'DescribeVolumes');
  // Snapshots of images that moto brings along belong to Amazon.
  const snapshots = (await describe(moto, 'DescribeSnapshots')).filter(
    (item) => textAt(item, 'ownerId') === moto.account,
  );
  return [
    ...instances.map((item) => counted('instance', textAt(item, 'instanceId'), { tags: tags(item) })),
    ...volumes.map((item) => counted('volume', textAt(item, 'volumeId'), { tags: tags(item) })),
    ...snapshots.map((item) => counted('snapshot', textAt(item, 'snapshotId'), { tags: tags(item) })),
  ];
};
