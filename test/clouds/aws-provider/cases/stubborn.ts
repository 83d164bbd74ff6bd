import {
  AssociateRouteTableCommand,
  CreateTagsCommand,
  DescribeRouteTablesCommand,
  DisassociateRouteTableCommand,
  EC2Client,
} from '@aws-sdk/client-ec2';
import {
  AttachRolePolicyCommand,
  CreatePolicyCommand,
  IAMClient,
  PutRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { DeleteHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, it } from 'vitest';
import { customerAccount, lifeRegion } from '../../../harness/aws/aws-requests.ts';
import { furnish, lifeOn, namesIn, requestOf, type World } from '../world.ts';

const id = 'b2c3d4e5f6g7h';

const policy = (action: string): string =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: { Effect: 'Allow', Action: action, Resource: '*' },
  });

export const describeStubborn = (world: World): void => {
  beforeEach(() => world.double.reset());

  const made = async () => {
    const { double } = world;
    const { roleArn } = await furnish(double);
    const before = await namesIn(double);
    const life = lifeOn(double, { request: requestOf({ zones: ['a'] }), roleArn });
    await life.create();
    double.advance(600);
    return { life, before, settings: double.settings(customerAccount, lifeRegion) };
  };

  describe('what does not go at the first try', () => {
    it('is the main table of a VPC whose first table somebody tagged', async () => {
      const { life, before, settings } = await made();
      const ec2 = new EC2Client(settings);
      const { RouteTables = [] } = await ec2.send(new DescribeRouteTablesCommand({}));
      const ours = RouteTables.find(({ Tags = [] }) => Tags.length > 0)?.VpcId;
      const first = RouteTables.find(({ VpcId, Tags = [] }) => VpcId === ours && Tags.length === 0);
      const Resources = [first?.RouteTableId ?? ''];
      await ec2.send(new CreateTagsCommand({ Resources, Tags: [{ Key: 'cost-centre', Value: '42' }] }));
      await life.destroy();
      expect(await namesIn(world.double)).toEqual(before);
    });

    it('is a role to which somebody gave further policies: they come off first', async () => {
      const { life, before, settings } = await made();
      const iam = new IAMClient(settings);
      const RoleName = `${id}-node-pool`;
      const further = { RoleName, PolicyName: 'by-hand', PolicyDocument: policy('s3:ListAllMyBuckets') };
      await iam.send(new PutRolePolicyCommand(further));
      const { Policy } = await iam.send(
        new CreatePolicyCommand({
          PolicyName: 'of-the-customer',
          PolicyDocument: policy('ec2:DescribeVpcs'),
        }),
      );
      await iam.send(new AttachRolePolicyCommand({ RoleName, PolicyArn: Policy!.Arn }));
      await life.destroy();
      const left = await namesIn(world.double);
      expect(left.filter((line) => line.startsWith('role '))).toEqual(
        before.filter((line) => line.startsWith('role ')),
      );
    });

    it('is a bucket with versions and unfinished uploads: it is emptied first', async () => {
      const { life, before, settings } = await made();
      const s3 = new S3Client({ ...settings, forcePathStyle: true });
      const Bucket = `${id}-image-registry-${lifeRegion}`;
      await s3.send(
        new CreateBucketCommand({ Bucket, CreateBucketConfiguration: { LocationConstraint: lifeRegion } }),
      );
      await s3.send(
        new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
      );
      for (const Body of ['first', 'second'])
        await s3.send(new PutObjectCommand({ Bucket, Key: 'layer', Body }));
      await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'unfinished' }));
      await life.destroy();
      expect(await namesIn(world.double)).toEqual(before);
    });
  });

  it('takes a subnet back that somebody gave to another table', async () => {
    const { life, settings } = await made();
    const ec2 = new EC2Client(settings);
    const own = life.idOf('routeTable/private/eu-west-1a');
    const tableOf = async (tableId: string) =>
      (await ec2.send(new DescribeRouteTablesCommand({ RouteTableIds: [tableId] }))).RouteTables![0]!;
    const [association] = (await tableOf(own)).Associations!;
    await ec2.send(
      new DisassociateRouteTableCommand({ AssociationId: association!.RouteTableAssociationId }),
    );
    const subnet = life.idOf('subnet/private/eu-west-1a');
    await ec2.send(
      new AssociateRouteTableCommand({ RouteTableId: life.idOf('routeTable/public'), SubnetId: subnet }),
    );
    expect(await life.check()).toMatchObject({
      isComplete: true,
      repaired: [`${id}-private-eu-west-1a: subnet ${subnet} does not use it`],
    });
    expect((await tableOf(own)).Associations!.map(({ SubnetId }) => SubnetId)).toEqual([subnet]);
  });

  it('makes a zone again that somebody removed, and takes that one away as well', async () => {
    const { life, before, settings } = await made();
    const first = life.idOf('zone/local');
    await new Route53Client(settings).send(new DeleteHostedZoneCommand({ Id: first }));
    expect(await life.checkUntilDone()).toMatchObject({ isComplete: true, failures: [] });
    expect(life.idOf('zone/local')).not.toBe(first);
    world.double.advance(600);
    expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
    await life.destroy();
    expect(await namesIn(world.double)).toEqual(before);
  });
};
