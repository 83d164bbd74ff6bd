import {
  AddRoleToInstanceProfileCommand,
  CreateInstanceProfileCommand,
  CreateOpenIDConnectProviderCommand,
  CreateRoleCommand,
  DeleteRoleCommand,
  GetRoleCommand,
  ListInstanceProfilesCommand,
  ListInstanceProfileTagsCommand,
  ListRolesCommand,
  PutRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { describe, expect, it } from 'vitest';
import { clientsOf, policy, refusal, type World } from '../world.ts';

const trustIn = (principal: object): string =>
  policy({ Effect: 'Allow', Principal: principal, Action: 'sts:AssumeRole' });

const ec2Trust = trustIn({ Service: 'ec2.amazonaws.com' });

export const describeIdentities = (world: World): void => {
  describe('identities', () => {
    const start = () => {
      const { iam } = clientsOf(world.double.settings());
      const role = (RoleName: string, AssumeRolePolicyDocument: string) =>
        refusal(iam.send(new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument })));
      return { iam, role };
    };

    it('have names and trust policies that IAM can read', async () => {
      const { iam, role } = start();
      expect(await role('r'.repeat(65), ec2Trust)).toBe('400 ValidationError');
      expect(await role('no blanks', ec2Trust)).toBe('400 ValidationError');
      expect(await role('r', 'no policy')).toBe('400 MalformedPolicyDocumentException');
      expect(await role('r', trustIn({ Service: 'x'.repeat(2048) }))).toBe('409 LimitExceededException');
      expect(await role('r'.repeat(64), ec2Trust)).toBe('accepted');
      expect(
        await refusal(iam.send(new CreateOpenIDConnectProviderCommand({ Url: 'http://oidc.test' }))),
      ).toBe('400 ValidationError');
    });

    it('are trusted only once they are there, and known everywhere', async () => {
      const { role } = start();
      world.double.strict.knobs.iamSeconds = 10;
      const named = trustIn({ AWS: 'arn:aws:iam::123456789012:role/first' });
      expect(await role('second', named)).toBe('400 MalformedPolicyDocumentException');
      expect(await role('first', ec2Trust)).toBe('accepted');
      expect(await role('second', named)).toBe('400 MalformedPolicyDocumentException');
      world.double.advance(10);
      expect(await role('second', named)).toBe('accepted');
    });

    it('have policies of ten thousand characters in all', async () => {
      const { iam, role } = start();
      await role('r', ec2Trust);
      const put = (PolicyName: string) => {
        const PolicyDocument = policy({
          Effect: 'Allow',
          Action: 'ec2:Describe*',
          Resource: `arn:aws:ec2:::${'x'.repeat(6000)}`,
        });
        return refusal(iam.send(new PutRolePolicyCommand({ RoleName: 'r', PolicyName, PolicyDocument })));
      };
      expect([await put('a'), await put('b')]).toEqual(['accepted', '409 LimitExceededException']);
    });

    it('are listed without their tags, which a look at each shows', async () => {
      const { iam } = start();
      const Tags = [{ Key: 'berth-instance', Value: 'i' }];
      await iam.send(new CreateRoleCommand({ RoleName: 'r', AssumeRolePolicyDocument: ec2Trust, Tags }));
      await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'p', Tags }));
      expect((await iam.send(new ListRolesCommand({}))).Roles![0]!.Tags).toBeUndefined();
      expect((await iam.send(new GetRoleCommand({ RoleName: 'r' }))).Role!.Tags).toEqual(Tags);
      const profiles = (await iam.send(new ListInstanceProfilesCommand({}))).InstanceProfiles!;
      expect(profiles.map(({ InstanceProfileName, Tags: listed }) => [InstanceProfileName, listed])).toEqual([
        ['p', undefined],
      ]);
      const tags = await iam.send(new ListInstanceProfileTagsCommand({ InstanceProfileName: 'p' }));
      expect(tags.Tags).toEqual(Tags);
    });

    it('are not deleted while a profile holds them', async () => {
      const { iam, role } = start();
      await role('r', ec2Trust);
      await iam.send(new CreateInstanceProfileCommand({ InstanceProfileName: 'p' }));
      await iam.send(new AddRoleToInstanceProfileCommand({ InstanceProfileName: 'p', RoleName: 'r' }));
      expect(await refusal(iam.send(new DeleteRoleCommand({ RoleName: 'r' })))).toBe(
        '409 DeleteConflictException',
      );
    });
  });
};
