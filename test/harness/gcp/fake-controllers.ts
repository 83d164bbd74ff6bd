import type { JsonObject } from '../../../src/domain/shared/json.ts';
import { pathIn } from './fake-compute-rules.ts';
import type { FakeResource, FakeWorld } from './fake-world.ts';

const put = (world: FakeWorld, path: string, data: JsonObject): void => {
  if (world.resources.has(path)) return;
  world.resources.set(path, {
    path,
    data: { name: path.split('/').at(-1), ...data },
    insertedAt: world.now(),
    isAutomatic: false,
  });
};

/** What controllers of a cluster make in its network: machines, a load balancer, a volume, private names, the registry's bucket. */
export const makeChildren = (world: FakeWorld, router: FakeResource): void => {
  const network = pathIn(router.data['network']);
  const infraId =
    network
      .split('/')
      .at(-1)
      ?.replace(/-network$/, '') ?? '';
  const [region = '', project] = [router.path.split('/')[3], world.project];
  const subnetwork = `projects/${project}/regions/${region}/subnetworks/${infraId}-subnet`;
  const owned = { [`kubernetes-io-cluster-${infraId}`]: 'owned' };
  const balancer = `a${Buffer.from(infraId).toString('hex').padEnd(31, '0').slice(0, 31)}`;
  const inZone = `projects/${project}/zones/${region}-b`;
  const inRegion = `projects/${project}/regions/${region}`;
  put(world, `${inZone}/disks/pvc-${infraId}`, { labels: owned });
  put(world, `${inZone}/instances/${infraId}-node`, {
    networkInterfaces: [{ network, subnetwork }],
    disks: [{ source: `${inZone}/disks/pvc-${infraId}` }],
  });
  put(world, `projects/${project}/global/snapshots/snap-${infraId}`, { labels: owned });
  put(world, `projects/${project}/global/firewalls/k8s-fw-${balancer}`, { network });
  put(world, `${inRegion}/targetPools/${balancer}`, {
    region: inRegion,
    instances: [`${inZone}/instances/${infraId}-node`],
  });
  put(world, `${inRegion}/addresses/${balancer}`, { region: inRegion, address: '203.0.113.7' });
  put(world, `${inRegion}/forwardingRules/${balancer}`, {
    region: inRegion,
    target: `${inRegion}/targetPools/${balancer}`,
    addressName: `${inRegion}/addresses/${balancer}`,
  });
  put(world, `${inRegion}/forwardingRules/psc-${infraId}`, { region: inRegion, network, subnetwork });
  put(world, `projects/${project}/global/routes/pods-${infraId}`, { network, destRange: '10.132.0.0/23' });
  world.zones.set(`private-${infraId}`, {
    data: {
      name: `private-${infraId}`,
      visibility: 'private',
      privateVisibilityConfig: {
        networks: [{ networkUrl: `https://www.googleapis.com/compute/v1/${network}` }],
      },
    },
    records: [
      { name: 'payments.hypershift.local.', type: 'NS' },
      { name: 'payments.hypershift.local.', type: 'SOA' },
      { name: 'api.payments.hypershift.local.', type: 'A' },
    ],
  });
  world.buckets.set(`${infraId}-image-registry-${region}`, {
    data: { name: `${infraId}-image-registry-${region}`, labels: owned },
    objects: ['blobs/one', 'blobs/two', 'blobs/three'],
  });
};
