import { beforeEach, describe, expect, it } from 'vitest';
import { awsManaged } from '../../../../src/domain/platforms/aws/plan/aws-plan.ts';
import { createNeighbours } from '../../../harness/aws/accounts/neighbours.ts';
import { customerAccount, lifeInstance, lifeRegion } from '../../../harness/aws/aws-requests.ts';
import { linesOf } from '../../../harness/aws/census/census.ts';
import { accountOf, furnish, lifeOn, namesIn, requestOf, type World } from '../world.ts';

const id = 'b2c3d4e5f6g7h';

export const describeLife = (world: World): void => {
  beforeEach(() => world.double.reset());

  describe('a cluster over three zones', () => {
    it('gets its network and identities, and nothing else', async () => {
      const { double } = world;
      const { roleArn, zoneId } = await furnish(double);
      const life = lifeOn(double, { request: requestOf(), roleArn });
      expect(await life.create()).toMatchObject({ isComplete: true, failures: [] });
      const zones = ['a', 'b', 'c'].map((letter) => `${lifeRegion}${letter}`);
      const made = (await namesIn(double)).filter((line) => /^\S+ (?:b2|payments|oidc)/.test(line));
      expect(made).toEqual(
        [
          `vpc ${id}-vpc`,
          `internetGateway ${id}-igw`,
          ...zones.flatMap((zone) => [
            `subnet ${id}-private-${zone}`,
            `subnet ${id}-public-${zone}`,
            `address ${id}-eip-${zone}`,
            `natGateway ${id}-nat-${zone}`,
            `routeTable ${id}-private-${zone}`,
          ]),
          `routeTable ${id}-public`,
          `vpcEndpoint ${id}-s3`,
          'hostedZone payments.example.org.',
          'hostedZone payments.hypershift.local.',
          `oidcProvider oidc.example.org/${id}`,
          `instanceProfile ${id}-worker`,
          ...[
            'openshift-ingress',
            'openshift-image-registry',
            'aws-ebs-csi-driver-controller',
            'cloud-controller',
            'node-pool',
            'control-plane-operator',
            'cloud-network-config-controller',
            'worker-role',
          ].map((suffix) => `role ${id}-${suffix}`),
        ].sort(),
      );
      const outputs = awsManaged.outputs(requestOf(), life.idOf);
      expect(outputs.publicZoneId).toBe(zoneId);
      expect(outputs.aws?.roles.ingress).toBe(
        `arn:aws:iam::${customerAccount}:role/berth/${lifeInstance}/${id}-openshift-ingress`,
      );
      expect(double.strict.surprises).toEqual([]);
    });

    it('tags all that takes tags with its marks', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      await lifeOn(double, { request: requestOf({ zones: ['a'] }), roleArn }).create();
      const census = await double.census({ account: customerAccount, region: lifeRegion, hasAllTags: true });
      const unmarked = census.filter(({ tags }) => tags['berth-instance'] !== lifeInstance);
      // What the customer had, what came with the VPC, and the interface of the NAT gateway.
      expect(unmarked.map(({ type }) => type)).toEqual([
        'hostedZone',
        'networkInterface',
        'role',
        'routeTable',
      ]);
    });

    it('costs no more calls than it has to, to make, to look at and to take away', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      Object.assign(double.strict.knobs, { natCreateSeconds: 0, natDeleteSeconds: 0 });
      const life = lifeOn(double, { request: requestOf(), roleArn });
      const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
        double.calls.length = 0;
        await work();
        return double.calls.length;
      };
      const create = await callsOf(life.create);
      double.advance(600);
      const check = await callsOf(life.check);
      const destroy = await callsOf(life.destroy);
      const nothing = await callsOf(life.destroy);
      expect({ create, check, destroy, nothing }).toEqual({
        create: 84,
        check: 34,
        destroy: 115,
        nothing: 26,
      });
    });

    it('leaves look-alikes and the account as they were', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      await createNeighbours(accountOf(double), {
        infraId: id,
        clusterName: 'payments',
        instance: lifeInstance,
      });
      const before = linesOf(await double.census({ account: customerAccount, region: lifeRegion }));
      const life = lifeOn(double, { request: requestOf(), roleArn });
      expect(await life.create()).toMatchObject({ isComplete: true });
      await life.destroy();
      expect(linesOf(await double.census({ account: customerAccount, region: lifeRegion }))).toEqual(before);
    });
  });

  it('leaves a neighbour of another name in one account alone', async () => {
    const { double } = world;
    const { roleArn } = await furnish(double);
    const other = {
      infraId: 'b2c3d4e5f6g72',
      request: { hostedClusterName: 'payments-2', clusterId: 'cl_2' },
    };
    const neighbour = lifeOn(double, { request: requestOf({ zones: ['a'], ...other }), roleArn });
    await neighbour.create();
    const before = await namesIn(double);
    const life = lifeOn(double, { request: requestOf({ zones: ['a'] }), roleArn });
    await life.create();
    await life.destroy();
    expect(await namesIn(double)).toEqual(before);
    expect(await neighbour.check()).toMatchObject({ isComplete: true, repaired: [] });
  });

  it('takes further zones at the end, and keeps what it has', async () => {
    const { double } = world;
    const { roleArn } = await furnish(double);
    const first = lifeOn(double, { request: requestOf({ zones: ['a'] }), roleArn });
    await first.create();
    const vpcId = first.idOf('vpc');
    const grown = lifeOn(double, {
      request: requestOf({ zones: ['a', 'b'] }),
      roleArn,
      journal: first.journal,
    });
    expect(await grown.create()).toMatchObject({ isComplete: true });
    expect(grown.idOf('vpc')).toBe(vpcId);
    double.advance(600);
    expect(await grown.check()).toMatchObject({ isComplete: true, repaired: [] });
    await grown.destroy();
    expect(await namesIn(double)).toEqual(['hostedZone example.org.', 'role berth-access']);
  });
};
