import {
  DeleteVpcEndpointServiceConfigurationsCommand,
  paginateDescribeVpcEndpointConnections,
  paginateDescribeVpcEndpointServiceConfigurations,
  RejectVpcEndpointConnectionsCommand,
  type ServiceConfiguration,
} from '@aws-sdk/client-ec2';
import type { AwsAccount } from '../account.ts';
import { readTags } from '../marks.ts';
import { type Ec2Resource, queryOf, type Seen } from '../resource-type.ts';
import { throwUnsuccessful } from '../vpc-endpoint.ts';
import { clusterFilter, ofCluster, type Sweep, type SweepPlace } from './sweep-handler.ts';

const ended = ['deleting', 'deleted', 'rejected', 'failed', 'expired'];

const openConnections = async ({ ec2 }: AwsAccount, serviceId: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  const Filters = [{ Name: 'service-id', Values: [serviceId] }];
  for await (const page of paginateDescribeVpcEndpointConnections({ client: ec2 }, { Filters }))
    for (const { VpcEndpointId, VpcEndpointState, ServiceId } of page.VpcEndpointConnections ?? [])
      if (ServiceId === serviceId && VpcEndpointId !== undefined && !ended.includes(VpcEndpointState ?? ''))
        ids.push(VpcEndpointId);
  return ids;
};

/** A service does not go while somebody is connected to it. */
export const endpointServices: Ec2Resource<ServiceConfiguration> = {
  list: async ({ ec2 }, query) => {
    const seen: Seen<ServiceConfiguration>[] = [];
    const pages = paginateDescribeVpcEndpointServiceConfigurations(
      { client: ec2 },
      queryOf(query, 'ServiceIds'),
    );
    for await (const { ServiceConfigurations = [] } of pages)
      for (const raw of ServiceConfigurations)
        if (raw.ServiceState !== 'Deleting' && raw.ServiceState !== 'Deleted')
          seen.push({ id: raw.ServiceId ?? '', tags: readTags(raw.Tags), raw });
    return seen;
  },
  remove: async ({ account, id, assertHeld }) => {
    const { ec2 } = account;
    const connections = await openConnections(account, id);
    if (connections.length > 0) {
      const answer = await ec2.send(
        new RejectVpcEndpointConnectionsCommand({ ServiceId: id, VpcEndpointIds: [...connections] }),
      );
      throwUnsuccessful(answer.Unsuccessful);
      await assertHeld();
    }
    const answer = await ec2.send(new DeleteVpcEndpointServiceConfigurationsCommand({ ServiceIds: [id] }));
    throwUnsuccessful(answer.Unsuccessful);
    return 'gone';
  },
};

export const sweepEndpointServices: Sweep<SweepPlace> = {
  list: async (place) =>
    ofCluster(place, await endpointServices.list(place.account, { Filters: [clusterFilter(place)] })),
  remove: ({ account, step }, id) => endpointServices.remove({ account, id, assertHeld: step.assertHeld }),
};
