import {
  CreateSnapshotCommand,
  CreateTagsCommand,
  CreateVolumeCommand,
  CreateVpcEndpointCommand,
  DeleteNatGatewayCommand,
} from '@aws-sdk/client-ec2';
import { CreateTargetGroupCommand } from '@aws-sdk/client-elastic-load-balancing-v2';
import {
  AddRoleToInstanceProfileCommand,
  CreateInstanceProfileCommand,
  CreateOpenIDConnectProviderCommand,
  CreateRoleCommand,
  PutRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { createNeighbours } from '../../../harness/aws/accounts/neighbours.ts';
import { createRecord, createZone } from '../../../harness/aws/accounts/public-zone.ts';
import { linesOf } from '../../../harness/aws/census/census.ts';
import { clientsOf, createNat, createTable, customer, policy, type World } from '../world.ts';

export const describeCensus = (world: World): void => {
  describe('the census', () => {
    it('leaves out what AWS puts into every account', async () => {
      expect(await world.double.census()).toEqual([]);
      expect(await world.double.census({ account: customer, region: 'eu-west-1' })).toEqual([]);
    });

    it('counts everything else, with names, tags and parts', async () => {
      const clients = clientsOf(world.double.settings());
      const { ec2, elbv2, iam, s3 } = clients;
      const { vpc, nat } = await createNat(clients);
      await ec2.send(
        new CreateTagsCommand({ Resources: [vpc, nat], Tags: [{ Key: 'Name', Value: 'ID-net' }] }),
      );
      const table = await createTable(clients, vpc);
      await ec2.send(
        new CreateVpcEndpointCommand({
          VpcId: vpc,
          ServiceName: 'com.amazonaws.us-east-1.s3',
          RouteTableIds: [table],
        }),
      );
      const volume = await ec2.send(new CreateVolumeCommand({ AvailabilityZone: 'us-east-1a', Size: 1 }));
      await ec2.send(new CreateSnapshotCommand({ VolumeId: volume.VolumeId }));
      await elbv2.send(new CreateTargetGroupCommand({ Name: 'group', Protocol: 'TCP', Port: 1, VpcId: vpc }));
      const trust = policy({ Effect: 'Allow', Principal: { Service: 'x' }, Action: 'sts:AssumeRole' });
      const allow = policy({ Effect: 'Allow', Action: '*', Resource: '*' });
      await iam.send(
        new CreateRoleCommand({
          RoleName: 'ID-worker-role',
          AssumeRolePolicyDocument: trust,
          Tags: [{ Key: 'berth-instance', Value: 'i' }],
        }),
      );
      await iam.send(
        new PutRolePolicyCommand({ RoleName: 'ID-worker-role', PolicyName: 'p', PolicyDocument: allow }),
      );
      await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'ID-worker' }));
      await iam.send(
        new AddRoleToInstanceProfileCommand({ InstanceProfileName: 'ID-worker', RoleName: 'ID-worker-role' }),
      );
      await iam.send(new CreateOpenIDConnectProviderCommand({ Url: 'https://oidc.test/ID' }));
      await s3.send(new CreateBucketCommand({ Bucket: 'id-registry' }));
      await s3.send(
        new PutObjectCommand({ Bucket: 'id-registry', Key: 'a/b', Body: Buffer.from([0, 255, 128]) }),
      );
      const place = world.double.at('123456789012', 'us-east-1');
      const zone = await createZone(place, 'example.org');
      await createRecord(place, zone, { name: 'api.example.org', type: 'A', value: '10.0.0.1' });
      const census = await world.double.census({ hasAllTags: true });
      expect(linesOf(census)).toEqual([
        'address without a name',
        'bucket id-registry',
        'bucket id-registry: object a/b',
        'hostedZone example.org.',
        'hostedZone example.org.: A api.example.org.',
        'instanceProfile ID-worker',
        'instanceProfile ID-worker: role ID-worker-role',
        'internetGateway without a name',
        'internetGateway without a name: attached',
        'natGateway ID-net',
        'networkInterface without a name',
        'oidcProvider oidc.test/ID',
        'role ID-worker-role',
        'role ID-worker-role: policy p',
        'routeTable without a name',
        'routeTable without a name: route prefix list vpce',
        'snapshot without a name',
        'subnet without a name',
        'targetGroup group',
        'volume without a name',
        'vpc ID-net',
        'vpcEndpoint without a name',
      ]);
      expect(census.find(({ type }) => type === 'role')!.tags).toEqual({ 'berth-instance': 'i' });
      expect(census.find(({ type }) => type === 'vpc')!.tags).toEqual({ Name: 'ID-net' });
      const read = await s3.send(new GetObjectCommand({ Bucket: 'id-registry', Key: 'a/b' }));
      expect([...(await read.Body!.transformToByteArray())]).toEqual([0, 255, 128]);
    });

    it('does not count what is gone', async () => {
      const clients = clientsOf(world.double.settings());
      const { nat } = await createNat(clients);
      await clients.ec2.send(new DeleteNatGatewayCommand({ NatGatewayId: nat }));
      world.double.advance(50);
      const types = (await world.double.census()).map(({ type }) => type);
      expect(types).toEqual(['address', 'internetGateway', 'subnet', 'vpc']);
    });

    it('counts neighbours, which look like a cluster and are none', async () => {
      const place = world.double.at('123456789012', 'us-east-1');
      await createNeighbours(place, { infraId: 'babc', clusterName: 'test', instance: 'i' });
      expect(linesOf(await world.double.census())).toEqual([
        'hostedZone test.hypershift.local.',
        'oidcProvider oidc.example.com/babc2',
        'role babc-admin',
        'role babc2-worker-role',
        'securityGroup babc-default-sg',
        'subnet babc-private-us-east-1a',
        'volume babc2',
        'vpc babc-vpc',
        'vpc babc-vpc',
      ]);
    });
  });
};
