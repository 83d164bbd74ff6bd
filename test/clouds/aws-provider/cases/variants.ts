import { beforeEach, describe, expect, it } from 'vitest';
import { awsManaged } from '../../../../src/domain/platforms/aws/plan/aws-plan.ts';
import { lifeRegion } from '../../../harness/aws/aws-requests.ts';
import { findAll, textAt } from '../../../harness/aws/protocol/xml.ts';
import { describe as describeEc2 } from '../../../harness/aws/strict/ec2/lookups.ts';
import {
  accessOf,
  accountOf,
  furnish,
  lifeOn,
  namesIn,
  type RequestOptions,
  requestOf,
  vpcOwnerAccount,
  vpcOwnerCredentialId,
  type World,
} from '../world.ts';

const untouched = ['hostedZone example.org.', 'role berth-access'];

const variants: readonly (readonly [string, RequestOptions])[] = [
  ['one NAT gateway', { zones: ['a', 'b'], infrastructure: { natGateways: 'single' } }],
  ['public subnets only', { zones: ['a', 'b'], infrastructure: { publicOnly: true } }],
  ['a proxy as its way out', { zones: ['a', 'b'], infrastructure: { egress: 'proxy' } }],
  [
    'a key of its own and Karpenter',
    {
      zones: ['a'],
      spec: {
        encryption: { type: 'kms', aws: { keyArn: `arn:aws:kms:${lifeRegion}:210987654321:key/1` } },
        autoNode: { provisioner: 'karpenter' },
      },
    },
  ],
];

const shared = { vpcOwnerCredentialId };

export const describeVariants = (world: World): void => {
  beforeEach(() => world.double.reset());

  describe.each(variants)('a cluster with %s', (_name, options) => {
    it('is made, is as planned, and goes without a trace', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const life = lifeOn(double, { request: requestOf(options), roleArn });
      expect(await life.create()).toMatchObject({ isComplete: true, failures: [] });
      double.advance(600);
      expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
      await life.destroy();
      expect(await namesIn(double)).toEqual(untouched);
      expect(double.strict.surprises).toEqual([]);
    });
  });

  describe.each([
    ['in the account of the VPC', shared],
    ['in its own account', { ...shared, privateZonesInClusterAccount: true }],
  ])('a cluster on a VPC of another account, with zones %s', (_name, sharedVpc) => {
    it('is made, is as planned, and goes without a trace in either account', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const owner = await furnish(double, { account: vpcOwnerAccount });
      const others = [{ ...accessOf(owner.roleArn, 'create'), credentialId: vpcOwnerCredentialId }];
      const request = requestOf({ zones: ['a'], infrastructure: { sharedVpc } });
      const life = lifeOn(double, { request, roleArn, others });
      expect(await life.create()).toMatchObject({ isComplete: true, failures: [] });
      double.advance(600);
      expect(await life.check()).toMatchObject({ isComplete: true, repaired: [] });
      const here = await namesIn(double);
      expect(here.filter((line) => line.startsWith('vpc '))).toEqual([]);
      const ofZones = sharedVpc === shared ? await namesIn(double, vpcOwnerAccount) : here;
      expect(ofZones).toContain('hostedZone payments.hypershift.local.');
      const { aws } = awsManaged.outputs(request, life.idOf);
      expect(aws?.sharedVpc?.controlPlaneRoleArn).toContain(`:${vpcOwnerAccount}:role/berth/prod/`);
      await life.destroy();
      expect(await namesIn(double)).toEqual(untouched);
      expect(await namesIn(double, vpcOwnerAccount)).toEqual(untouched);
    });

    it('is not made without the credential of the other account', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const request = requestOf({ zones: ['a'], infrastructure: { sharedVpc } });
      const life = lifeOn(double, { request, roleArn });
      const { failures } = await life.check();
      expect(failures.find(({ step }) => step === 'vpc')).toMatchObject({
        kind: 'credentials',
        code: 'NoCredential',
      });
    });
  });

  it('sets tags that the user adds later, and leaves those of others', async () => {
    const { double } = world;
    const { roleArn } = await furnish(double);
    const before = lifeOn(double, { request: requestOf({ zones: ['a'] }), roleArn });
    await before.create();
    const place = accountOf(double);
    await place.query('ec2', 'CreateTags', {
      'ResourceId.1': before.idOf('vpc'),
      'Tag.1.Key': 'cost-centre',
      'Tag.1.Value': '42',
    });
    const request = requestOf({ zones: ['a'], aws: { tags: { team: 'payments' } } });
    const after = lifeOn(double, { request, roleArn, journal: before.journal });
    expect(await after.create()).toMatchObject({ isComplete: true });
    const vpc = (await describeEc2(place, 'DescribeVpcs')).find(
      (item) => textAt(item, 'vpcId') === before.idOf('vpc'),
    )!;
    const tags = findAll(vpc, 'tagSet', 'item').map((tag) => [textAt(tag, 'key'), textAt(tag, 'value')]);
    expect(tags).toContainEqual(['team', 'payments']);
    expect(tags).toContainEqual(['cost-centre', '42']);
    double.advance(600);
    expect(await after.check()).toMatchObject({ repaired: [] });
  });
};
