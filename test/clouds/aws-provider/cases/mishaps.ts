import { beforeEach, describe, expect, it } from 'vitest';
import { setRoleActions } from '../../../harness/aws/accounts/customer-role.ts';
import { accountOf, furnish, lifeOn, namesIn, requestOf, type World } from '../world.ts';

const request = requestOf({ zones: ['a'] });

const failuresOf = async ({ double }: World) => {
  const { roleArn } = await furnish(double);
  const life = lifeOn(double, { request, roleArn });
  return { life, failures: (await life.advanceOnce()).failures, roleArn };
};

export const describeMishaps = (world: World): void => {
  beforeEach(() => world.double.reset());

  describe('a refusal of AWS', () => {
    it('for lack of quota is the user’s to mend, and the rest goes on', async () => {
      world.double.strict.knobs.limits['AllocateAddress'] = 0;
      const { life, failures } = await failuresOf(world);
      expect(failures).toMatchObject([
        { step: 'address/eu-west-1a', kind: 'quota', code: 'AddressLimitExceeded' },
      ]);
      expect(life.journal.get('subnet/private/eu-west-1a')?.state).toBe('settled');
      world.double.strict.knobs.limits['AllocateAddress'] = 5;
      expect(await life.create()).toMatchObject({ isComplete: true });
    });

    it('for lack of permission names what is missing', async () => {
      world.double.strict.knobs.denied.add('iam:CreateOpenIDConnectProvider');
      const { failures } = await failuresOf(world);
      expect(failures).toMatchObject([{ step: 'oidcProvider', kind: 'permission', code: 'AccessDenied' }]);
      expect(failures[0]?.message).toContain('iam:CreateOpenIDConnectProvider');
    });

    it('for too many calls is no failure: it is tried again more slowly', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      double.faults.throttle('ec2:CreateVpc', { times: 2 });
      double.faults.throttle('route53:CreateHostedZone');
      const life = lifeOn(double, { request, roleArn });
      expect(await life.create()).toMatchObject({ isComplete: true });
      expect(life.journal.get('vpc')).toMatchObject({ attempts: 0, state: 'settled' });
      expect(double.faults.pending()).toBe(0);
    });

    it('that never ends does not count as an attempt', async () => {
      world.double.faults.throttle('ec2:CreateVpc', { times: 100 });
      const { life, failures } = await failuresOf(world);
      expect(failures).toMatchObject([{ step: 'vpc', kind: 'throttled', code: 'RequestLimitExceeded' }]);
      expect(life.journal.get('vpc')).toMatchObject({ attempts: 0 });
    });
  });

  describe('a lost reply', () => {
    it('to a change makes nothing twice, however late the lists', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      Object.assign(double.strict.knobs, { hideSeconds: 30, lingerSeconds: 30 });
      for (const action of [
        'AllocateAddress',
        'CreateVpc',
        'CreateNatGateway',
        'CreateHostedZone',
        'CreateRole',
      ])
        double.faults.loseReply(action);
      const life = lifeOn(double, { request, roleArn });
      expect(await life.create()).toMatchObject({ isComplete: true });
      const made = await namesIn(double);
      expect(made.filter((line, index) => made.indexOf(line) !== index)).toEqual([]);
      expect(made.filter((line) => /^(?:address|natGateway|vpc) /.test(line))).toHaveLength(3);
      await life.destroy();
      expect(await namesIn(double)).toEqual(['hostedZone example.org.', 'role berth-access']);
    });

    it('to a question is asked for again', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      double.faults.drop('ec2:DescribeVpcs', { times: 2 });
      const life = lifeOn(double, { request, roleArn });
      expect((await life.advanceOnce()).failures).toEqual([]);
    });
  });

  describe('a NAT gateway that does not come up', () => {
    it('is told of with the words of AWS, and tried again', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      double.failNextNat('InsufficientFreeAddressesInSubnet', 'The subnet has no free addresses.');
      const life = lifeOn(double, { request, roleArn });
      const failures = new Set<string>();
      for (let pass = 0; pass < 20; pass += 1) {
        const outcome = await life.advanceOnce();
        for (const { kind, code } of outcome.failures) failures.add(`${kind} ${code}`);
        if (outcome.isComplete || failures.size > 0) break;
        double.advance(outcome.againInSeconds ?? 10);
      }
      expect([...failures]).toEqual(['capacity InsufficientFreeAddressesInSubnet']);
    });
  });

  describe('credentials', () => {
    it('that are taken back stop the work and nothing is forgotten; given back, it goes on', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const life = lifeOn(double, { request, roleArn });
      await life.create();
      const place = accountOf(double);
      await setRoleActions(place, 'berth-access', ['iam:GetRole']);
      double.advance(600);
      const { failures } = await life.check();
      expect(new Set(failures.map(({ kind }) => kind))).toEqual(new Set(['permission']));
      expect(life.journal.get('vpc')).toMatchObject({ externalId: life.idOf('vpc'), state: 'settled' });
      await setRoleActions(place, 'berth-access', ['*']);
      expect(await life.check()).toMatchObject({ isComplete: true, failures: [], repaired: [] });
    });

    it('that are refused are the credential’s fault, not the cloud’s', async () => {
      const { double } = world;
      await furnish(double, { trusted: 'arn:aws:iam::999999999999:root' });
      const life = lifeOn(double, { request, roleArn: 'arn:aws:iam::210987654321:role/berth-access' });
      await expect(life.openSession('create')).rejects.toMatchObject({
        kind: 'credentials',
        code: 'AccessDenied',
      });
    });

    it('without leave to say on whose behalf they are used work all the same', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double, { sessionActions: [] });
      const session = await lifeOn(double, { request, roleArn }).openSession('scan');
      expect(await session.listOwned('prod', ['eu-west-1'])).toEqual([]);
    });

    it('of a look cannot change anything', async () => {
      const { double } = world;
      const { roleArn } = await furnish(double);
      const life = lifeOn(double, { request, roleArn });
      const session = await life.openSession('scan');
      const step = life.stepOf('vpc');
      await expect(session.handlers['vpc']!.create!(step)).rejects.toMatchObject({ kind: 'permission' });
      const destroying = await life.openSession('destroy');
      await expect(destroying.handlers['vpc']!.create!(step)).rejects.toMatchObject({ kind: 'permission' });
    });
  });
};
