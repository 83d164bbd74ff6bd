import {
  DeleteNetworkInterfaceCommand,
  type NetworkInterface,
  paginateDescribeNetworkInterfaces,
} from '@aws-sdk/client-ec2';
import { readTags } from '../marks.ts';
import { type Ec2Resource, queryOf, type Seen } from '../resource-type.ts';
import type { Sweep, SweepInVpc, SweepPlace } from './sweep-handler.ts';

/** Goes with its NAT gateway, which is a step of its own. AWS spells it in two ways. */
const ofNatGateway = /^nat_?gateway$/i;

/** Load balancers and endpoints take minutes to give up theirs, and nobody else can take them away. */
const waiting = ({ NetworkInterfaceId, Description }: NetworkInterface) => ({
  againInSeconds: 15,
  waitingFor: `network interface ${NetworkInterfaceId} (${Description || 'in use'}) to be given up`,
});

export const networkInterfaces: Ec2Resource<NetworkInterface> = {
  list: async ({ ec2 }, query) => {
    const seen: Seen<NetworkInterface>[] = [];
    for await (const page of paginateDescribeNetworkInterfaces(
      { client: ec2 },
      queryOf(query, 'NetworkInterfaceIds'),
    ))
      for (const raw of page.NetworkInterfaces ?? [])
        if (!ofNatGateway.test(raw.InterfaceType ?? ''))
          seen.push({ id: raw.NetworkInterfaceId ?? '', tags: readTags(raw.TagSet), raw });
    return seen;
  },
  remove: async ({ account, id, seen }) => {
    if (seen !== undefined && (seen.raw.RequesterManaged === true || seen.raw.Status === 'in-use'))
      return waiting(seen.raw);
    await account.ec2.send(new DeleteNetworkInterfaceCommand({ NetworkInterfaceId: id }));
    return 'gone';
  },
};

const keyOf = ({ step }: SweepPlace): string => `network interfaces ${step.request.infraId}`;

const listIn = (place: SweepInVpc): Promise<readonly Seen<NetworkInterface>[]> =>
  place.account.remembered(keyOf(place), async () =>
    (
      await networkInterfaces.list(place.account, {
        Filters: [{ Name: 'vpc-id', Values: [place.vpcId] }],
      })
    ).filter(({ raw }) => raw.VpcId === place.vpcId),
  );

export const sweepNetworkInterfaces: Sweep<SweepInVpc> = {
  list: listIn,
  remove: async (place, id) => {
    const { account, step } = place;
    const known = await account.recall<readonly Seen<NetworkInterface>[]>(keyOf(place));
    const seen = known?.find((one) => one.id === id);
    return networkInterfaces.remove({ account, id, seen, assertHeld: step.assertHeld });
  },
};
