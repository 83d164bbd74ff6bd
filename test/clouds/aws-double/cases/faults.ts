import { setTimeout as delay } from 'node:timers/promises';
import { CreateVpcCommand, DescribeVpcsCommand } from '@aws-sdk/client-ec2';
import { CreateRoleCommand, ListRolesCommand } from '@aws-sdk/client-iam';
import { ListHostedZonesCommand } from '@aws-sdk/client-route-53';
import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { clientsOf, createVpc, refusal, type World } from '../world.ts';

export const describeFaults = (world: World): void => {
  describe('mishaps', () => {
    const start = () => {
      const clients = clientsOf(world.double.settings());
      const create = () => refusal(createVpc(clients));
      const count = async () => (await world.double.census()).filter(({ type }) => type === 'vpc').length;
      return { ...clients, faults: world.double.faults, create, count };
    };

    it('lose a reply after the thing is made, and a request before', async () => {
      const { faults, create, count } = start();
      faults.loseReply('ec2:CreateVpc');
      expect([await create(), await count()]).toEqual([expect.stringContaining('lost'), 1]);
      faults.drop('ec2:CreateVpc');
      expect([await create(), await count()]).toEqual([expect.stringContaining('lost'), 1]);
      expect([await create(), await count()]).toEqual(['accepted', 2]);
    });

    it('deliver a request twice', async () => {
      const { faults, create, count } = start();
      faults.duplicate('writes');
      expect([await create(), await count()]).toEqual(['accepted', 2]);
    });

    it('throttle in the words of each service, and refuse in any words', async () => {
      const { faults, ec2, iam, route53, s3 } = start();
      faults.throttle('*', { times: 4 });
      expect([
        await refusal(ec2.send(new DescribeVpcsCommand({}))),
        await refusal(iam.send(new ListRolesCommand({}))),
        await refusal(route53.send(new ListHostedZonesCommand({}))),
        await refusal(s3.send(new ListBucketsCommand({}))),
      ]).toEqual(['503 RequestLimitExceeded', '400 Throttling', '400 Throttling', '503 SlowDown']);
      faults.answer('ec2:CreateVpc', { code: 'InsufficientInstanceCapacity', status: 500 });
      expect(await refusal(ec2.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' })))).toBe(
        '500 InsufficientInstanceCapacity',
      );
    });

    it('leave a call without an answer, or late with one', async () => {
      const { faults, ec2, count } = start();
      faults.hang('ec2:CreateVpc');
      const abort = new AbortController();
      const hanging = ec2.send(new CreateVpcCommand({ CidrBlock: '10.0.0.0/16' }), {
        abortSignal: abort.signal,
      });
      const outcome = await Promise.race([refusal(hanging), delay(100, 'no answer')]);
      abort.abort();
      expect([outcome, await count()]).toEqual(['no answer', 0]);
      await hanging.catch(() => undefined);
      faults.delay('ec2:DescribeVpcs', 150);
      const before = performance.now();
      await ec2.send(new DescribeVpcsCommand({}));
      expect(performance.now() - before).toBeGreaterThanOrEqual(145);
    });

    it('strike every call in turn, which are all seen, numbered and told reads from writes', async () => {
      const { create, ec2, iam, count } = start();
      const trust =
        '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"Service":"x"},"Action":"sts:AssumeRole"}]}';
      const story = async () => {
        await create();
        await refusal(ec2.send(new DescribeVpcsCommand({})));
        await refusal(iam.send(new CreateRoleCommand({ RoleName: 'r', AssumeRolePolicyDocument: trust })));
      };
      await story();
      expect(
        world.double.calls.map((call) => [call.number, call.service, call.action, call.isWrite]),
      ).toEqual([
        [1, 'ec2', 'CreateVpc', true],
        [2, 'ec2', 'DescribeVpcs', false],
        [3, 'iam', 'CreateRole', true],
      ]);
      expect(world.double.counts()).toEqual({
        'ec2:CreateVpc': 1,
        'ec2:DescribeVpcs': 1,
        'iam:CreateRole': 1,
      });
      const left = [];
      for (const at of [1, 2, 3]) {
        await world.double.reset();
        world.double.watch(({ number, phase }) => (number === at && phase === 'before' ? 'drop' : 'pass'));
        await story();
        world.double.watch(undefined);
        left.push([await count(), (await world.double.census()).length]);
      }
      expect(left).toEqual([
        [0, 1],
        [1, 2],
        [1, 1],
      ]);
    });

    it('can wait for whoever watches', async () => {
      const { create } = start();
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      world.double.watch(async ({ phase }) => {
        if (phase === 'after') await held;
        return 'pass' as const;
      });
      const running = create();
      expect(await Promise.race([running, delay(100, 'held')])).toBe('held');
      release();
      expect(await running).toBe('accepted');
    });

    it('of moto itself are said, and written down', async () => {
      const { ec2 } = start();
      const filter = [{ Name: 'nonsense', Values: ['x'] }];
      await expect(ec2.send(new DescribeVpcsCommand({ Filters: filter }))).rejects.toThrow(
        "The filter 'nonsense' for DescribeVpcs has not been implemented",
      );
      expect(world.double.strict.surprises).toHaveLength(1);
    });

    it('do not depend on the wall clock: time stands still, or runs as told', async () => {
      const { double } = world;
      const before = double.clock();
      await delay(20);
      expect(double.clock()).toBe(before);
      double.pace(1000);
      await delay(20);
      expect(double.clock() - before).toBeGreaterThan(10_000);
    });
  });
};
