import {
  CreateTagsCommand,
  DeleteRouteCommand,
  DeleteTagsCommand,
  DescribeRouteTablesCommand,
  DisassociateRouteTableCommand,
  EC2Client,
  ModifyVpcAttributeCommand,
  ModifyVpcEndpointCommand,
} from '@aws-sdk/client-ec2';
import {
  DeleteInstanceProfileCommand,
  DeleteRolePolicyCommand,
  IAMClient,
  RemoveRoleFromInstanceProfileCommand,
  UpdateAssumeRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { ChangeResourceRecordSetsCommand, Route53Client } from '@aws-sdk/client-route-53';
import { beforeAll, expect, it } from 'vitest';
import { customerAccount, lifeRegion } from '../../../harness/aws/aws-requests.ts';
import { furnish, lifeOn, requestOf, type World } from '../world.ts';

const id = 'b2c3d4e5f6g7h';

type Life = ReturnType<typeof lifeOn>;

const madeIn = async ({ double }: World): Promise<Life> => {
  const { roleArn } = await furnish(double);
  const life = lifeOn(double, { request: requestOf({ zones: ['a'] }), roleArn });
  await life.create();
  double.advance(600);
  return life;
};

/** The administrator of the customer's account, who does something by hand. */
const administratorOf = ({ double }: World) => {
  const settings = double.settings(customerAccount, lifeRegion);
  return {
    ec2: new EC2Client(settings),
    iam: new IAMClient(settings),
    route53: new Route53Client(settings),
  };
};

type Administrator = ReturnType<typeof administratorOf>;

const associationsOf = async ({ ec2 }: Administrator, tableId: string) =>
  (await ec2.send(new DescribeRouteTablesCommand({ RouteTableIds: [tableId] }))).RouteTables![0]!
    .Associations!;

const changes: readonly (readonly [
  what: string,
  change: (hand: Administrator, life: Life) => Promise<unknown>,
  repaired: readonly string[],
])[] = [
  [
    'switches names in the VPC off',
    ({ ec2 }, life) =>
      ec2.send(
        new ModifyVpcAttributeCommand({ VpcId: life.idOf('vpc'), EnableDnsHostnames: { Value: false } }),
      ),
    [`${id}-vpc: EnableDnsHostnames is switched off`],
  ],
  [
    'takes the default route of a private table away',
    ({ ec2 }, life) =>
      ec2.send(
        new DeleteRouteCommand({
          RouteTableId: life.idOf('routeTable/private/eu-west-1a'),
          DestinationCidrBlock: '0.0.0.0/0',
        }),
      ),
    [`${id}-private-eu-west-1a: route 0.0.0.0/0 is missing`],
  ],
  [
    'takes a subnet off its table',
    async (hand, life) => {
      const [association] = await associationsOf(hand, life.idOf('routeTable/private/eu-west-1a'));
      await hand.ec2.send(
        new DisassociateRouteTableCommand({ AssociationId: association!.RouteTableAssociationId }),
      );
    },
    [`${id}-private-eu-west-1a: subnet SUBNET does not use it`],
  ],
  [
    'hides a table from the endpoint',
    ({ ec2 }, life) =>
      ec2.send(
        new ModifyVpcEndpointCommand({
          VpcEndpointId: life.idOf('endpoint/s3'),
          RemoveRouteTableIds: [life.idOf('routeTable/public')],
        }),
      ),
    [`${id}-s3: route table TABLE does not know it`],
  ],
  [
    'takes the marks off a VPC',
    ({ ec2 }, life) =>
      ec2.send(
        new DeleteTagsCommand({
          Resources: [life.idOf('vpc')],
          Tags: [{ Key: 'berth-instance' }, { Key: 'hypershift.openshift.io/infra-id' }, { Key: 'Name' }],
        }),
      ),
    [`${id}-vpc: tags are missing: hypershift.openshift.io/infra-id, berth-instance, Name`],
  ],
  [
    'takes the policy off a role',
    ({ iam }) =>
      iam.send(new DeleteRolePolicyCommand({ RoleName: `${id}-node-pool`, PolicyName: `${id}-node-pool` })),
    [`${id}-node-pool: its policy is another one`],
  ],
  [
    'lets somebody else assume a role',
    ({ iam }) =>
      iam.send(
        new UpdateAssumeRolePolicyCommand({
          RoleName: `${id}-node-pool`,
          PolicyDocument: JSON.stringify({
            Version: '2012-10-17',
            Statement: {
              Effect: 'Allow',
              Principal: { AWS: `arn:aws:iam::${customerAccount}:root` },
              Action: 'sts:AssumeRole',
            },
          }),
        }),
      ),
    [`${id}-node-pool: its trust is another one`],
  ],
  [
    'empties the instance profile',
    ({ iam }) =>
      iam.send(
        new RemoveRoleFromInstanceProfileCommand({
          InstanceProfileName: `${id}-worker`,
          RoleName: `${id}-worker-role`,
        }),
      ),
    [`${id}-worker: it does not hold its role`],
  ],
  [
    'lets absence of names be remembered for long',
    ({ route53 }, life) =>
      route53.send(
        new ChangeResourceRecordSetsCommand({
          HostedZoneId: life.idOf('zone/local'),
          ChangeBatch: {
            Changes: [
              {
                Action: 'UPSERT',
                ResourceRecordSet: {
                  Name: 'payments.hypershift.local',
                  Type: 'SOA',
                  TTL: 900,
                  ResourceRecords: [{ Value: 'ns-1.example. hostmaster.example. 1 7200 900 1209600 86400' }],
                },
              },
            ],
          },
        }),
      ),
    ['payments.hypershift.local: absence of names is remembered too long'],
  ],
];

export const describeDrift = (world: World): void => {
  let life: Life;
  let hand: Administrator;
  // One cluster for all: whatever is done to it by hand is put right again.
  beforeAll(async () => {
    await world.double.reset();
    life = await madeIn(world);
    hand = administratorOf(world);
  });

  it.each(changes)('puts right what somebody does who %s', async (_what, change, repaired) => {
    await change(hand, life);
    const ids = (text: string): string =>
      text
        .replace('SUBNET', life.idOf('subnet/private/eu-west-1a'))
        .replace('TABLE', life.idOf('routeTable/public'));
    expect(await life.check()).toMatchObject({ isComplete: true, repaired: repaired.map(ids), failures: [] });
    expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
  });

  it('makes again what goes by its name, when somebody removed it', async () => {
    const { iam } = hand;
    const profile = { InstanceProfileName: `${id}-worker` };
    await iam.send(new RemoveRoleFromInstanceProfileCommand({ ...profile, RoleName: `${id}-worker-role` }));
    await iam.send(new DeleteInstanceProfileCommand(profile));
    expect(await life.checkUntilDone()).toMatchObject({ isComplete: true, failures: [] });
    expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
  });

  it('takes over nothing that has another owner by now, and does not remove it', async () => {
    const { double } = world;
    const { ec2 } = hand;
    const subnet = life.idOf('subnet/public/eu-west-1a');
    await ec2.send(
      new CreateTagsCommand({ Resources: [subnet], Tags: [{ Key: 'berth-instance', Value: 'another' }] }),
    );
    expect((await life.check()).failures).toMatchObject([
      { step: 'subnet/public/eu-west-1a', kind: 'foreign' },
    ]);
    const { isGone, failures } = await life.destroyOnce();
    expect({ isGone, failures }).toMatchObject({ isGone: false });
    const left = await double.census({ account: customerAccount, region: lifeRegion });
    expect(left.map((one) => one.id)).toContain(subnet);
  });
};
