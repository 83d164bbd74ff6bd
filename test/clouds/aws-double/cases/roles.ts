import { DescribeVpcsCommand } from '@aws-sdk/client-ec2';
import { CreateOpenIDConnectProviderCommand, CreateRoleCommand } from '@aws-sdk/client-iam';
import {
  AssumeRoleCommand,
  type AssumeRoleCommandInput,
  AssumeRoleWithWebIdentityCommand,
  GetCallerIdentityCommand,
} from '@aws-sdk/client-sts';
import { describe, expect, it } from 'vitest';
import { createCustomerRole } from '../../../harness/aws/accounts/customer-role.ts';
import { clientsOf, createVpc, customer, policy, refusal, type World } from '../world.ts';

export const describeRoles = (world: World): void => {
  describe('roles of others', () => {
    const start = () => {
      const { sts } = clientsOf(world.double.settings());
      const assume = (RoleArn: string, more: Partial<AssumeRoleCommandInput> = {}) =>
        sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'berth-test', ...more }));
      const open = async (RoleArn: string, more: Partial<AssumeRoleCommandInput> = {}) => {
        const { Credentials } = await assume(RoleArn, more);
        const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials!;
        const credentials = {
          accessKeyId: AccessKeyId!,
          secretAccessKey: SecretAccessKey!,
          sessionToken: SessionToken!,
        };
        return { credentials, clients: clientsOf({ ...world.double.settings(), credentials }) };
      };
      return { assume, open, place: world.double.at(customer, 'us-east-1') };
    };

    it('are handed out with the external id only', async () => {
      const { assume, place } = start();
      const { roleArn } = await createCustomerRole(place, { externalId: 'ours' });
      expect([
        await refusal(assume(roleArn)),
        await refusal(assume(roleArn, { ExternalId: 'theirs' })),
        await refusal(assume(roleArn, { ExternalId: 'ours' })),
        await refusal(assume(roleArn.replace('berth-access', 'none'), { ExternalId: 'ours' })),
      ]).toEqual(['403 AccessDenied', '403 AccessDenied', 'accepted', '403 AccessDenied']);
    });

    it('are handed out to whom they trust', async () => {
      const { assume, place } = start();
      const { roleArn } = await createCustomerRole(place, { trusted: 'arn:aws:iam::333333333333:root' });
      expect(await refusal(assume(roleArn))).toBe('403 AccessDenied');
      const third = clientsOf(world.double.settings('333333333333')).sts;
      const input = { RoleArn: roleArn, RoleSessionName: 'third' };
      expect(await refusal(third.send(new AssumeRoleCommand(input)))).toBe('accepted');
      const open = await createCustomerRole(place, { name: 'careless', trusted: '*' });
      expect(await refusal(assume(open.roleArn))).toBe('accepted');
    });

    it('open their own account, and no other', async () => {
      const { open, place } = start();
      const { roleArn } = await createCustomerRole(place, { externalId: 'ours' });
      const { clients } = await open(roleArn, { ExternalId: 'ours' });
      const identity = await clients.sts.send(new GetCallerIdentityCommand({}));
      expect([identity.Account, identity.Arn]).toEqual([
        customer,
        `arn:aws:sts::${customer}:assumed-role/berth-access/berth-test`,
      ]);
      await createVpc(clients);
      const count = async (account?: string) =>
        (await world.double.census(account === undefined ? {} : { account })).filter(
          ({ type }) => type === 'vpc',
        ).length;
      expect([await count(), await count(customer)]).toEqual([0, 1]);
    });

    it('ask for leave to set tags and a source identity, and for an orderly session', async () => {
      const { assume, open, place } = start();
      const { roleArn } = await createCustomerRole(place, { sessionActions: [] });
      const strict = await createCustomerRole(place, { name: 'full' });
      const further = { SourceIdentity: 'berth', Tags: [{ Key: 'cluster', Value: 'c' }] };
      expect([
        await refusal(assume(roleArn, further)),
        await refusal(assume(strict.roleArn, further)),
        await refusal(assume(roleArn, { RoleSessionName: 'no blanks' })),
        await refusal(assume(roleArn, { Policy: 'x'.repeat(2049) })),
      ]).toEqual([
        '403 AccessDenied',
        'accepted',
        '400 ValidationError',
        '400 PackedPolicyTooLargeException',
      ]);
      const self = await createCustomerRole(place, { name: 'next', trusted: strict.roleArn });
      const { clients } = await open(strict.roleArn);
      const chained = (DurationSeconds: number) =>
        refusal(
          clients.sts.send(
            new AssumeRoleCommand({ RoleArn: self.roleArn, RoleSessionName: 'chain', DurationSeconds }),
          ),
        );
      expect([await chained(7200), await chained(3600)]).toEqual(['400 ValidationError', 'accepted']);
    });

    it('take a while to be known', async () => {
      const { assume } = start();
      world.double.strict.knobs.iamSeconds = 10;
      const { iam } = clientsOf(world.double.settings(customer));
      const trust = policy({
        Effect: 'Allow',
        Principal: { AWS: 'arn:aws:iam::123456789012:root' },
        Action: 'sts:AssumeRole',
      });
      const made = await iam.send(
        new CreateRoleCommand({ RoleName: 'new', AssumeRolePolicyDocument: trust }),
      );
      expect(await refusal(assume(made.Role!.Arn!))).toBe('403 AccessDenied');
      world.double.advance(10);
      expect(await refusal(assume(made.Role!.Arn!))).toBe('accepted');
    });

    it('close when their time is over, and for keys that nobody has', async () => {
      const { open, place } = start();
      const { roleArn } = await createCustomerRole(place);
      const { clients, credentials } = await open(roleArn);
      const look = (with_: typeof clients) => refusal(with_.ec2.send(new DescribeVpcsCommand({})));
      expect(await look(clients)).toBe('accepted');
      const { sessionToken: _dropped, ...withoutToken } = credentials;
      expect(await look(clientsOf({ ...world.double.settings(), credentials: withoutToken }))).toBe(
        '401 AuthFailure',
      );
      const unknown = { accessKeyId: 'AKIANOBODY', secretAccessKey: 'x' };
      const nobody = clientsOf({ ...world.double.settings(), credentials: unknown });
      expect(await refusal(nobody.sts.send(new GetCallerIdentityCommand({})))).toBe(
        '403 InvalidClientTokenId',
      );
      world.double.strict.knobs.sessionsEnd = true;
      world.double.advance(3600);
      expect(await look(clients)).toBe('400 RequestExpired');
      expect(await refusal(clients.sts.send(new GetCallerIdentityCommand({})))).toBe('403 ExpiredToken');
      const { clients: renewed } = await open(roleArn);
      expect(await look(renewed)).toBe('accepted');
      world.double.endSessions();
      expect(await look(renewed)).toBe('400 RequestExpired');
    });

    it('are handed to web identities of a provider in their account', async () => {
      const { iam } = clientsOf(world.double.settings(customer));
      await iam.send(
        new CreateOpenIDConnectProviderCommand({ Url: 'https://oidc.test/c1', ClientIDList: ['openshift'] }),
      );
      const trust = policy({
        Effect: 'Allow',
        Principal: { Federated: `arn:aws:iam::${customer}:oidc-provider/oidc.test/c1` },
        Action: 'sts:AssumeRoleWithWebIdentity',
        Condition: { StringEquals: { 'oidc.test/c1:sub': ['system:serviceaccount:ns:sa'] } },
      });
      const made = await iam.send(new CreateRoleCommand({ RoleName: 'sa', AssumeRolePolicyDocument: trust }));
      const { sts } = clientsOf(world.double.settings());
      const assume = (claims: object) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        const token = `${part({ alg: 'RS256' })}.${part({ exp: 4102444800, ...claims })}.signature`;
        return refusal(
          sts.send(
            new AssumeRoleWithWebIdentityCommand({
              RoleArn: made.Role!.Arn,
              RoleSessionName: 'sa',
              WebIdentityToken: token,
            }),
          ),
        );
      };
      const good = { iss: 'https://oidc.test/c1', sub: 'system:serviceaccount:ns:sa', aud: 'openshift' };
      expect([
        await assume(good),
        await assume({ ...good, sub: 'system:serviceaccount:ns:other' }),
        await assume({ ...good, iss: 'https://oidc.test/c2' }),
        await assume({ ...good, aud: 'sts.amazonaws.com' }),
        await assume({ ...good, exp: 1 }),
      ]).toEqual([
        'accepted',
        '403 AccessDenied',
        '400 InvalidIdentityTokenException',
        '400 InvalidIdentityTokenException',
        '400 ExpiredTokenException',
      ]);
    });
  });
};
