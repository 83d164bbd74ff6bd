import {
  AddRoleToInstanceProfileCommand,
  CreateInstanceProfileCommand,
  DeleteInstanceProfileCommand,
  GetInstanceProfileCommand,
  type InstanceProfile,
  RemoveRoleFromInstanceProfileCommand,
  TagInstanceProfileCommand,
} from '@aws-sdk/client-iam';
import { inputOf } from '../../../domain/platforms/aws/plan/step-inputs.ts';
import type { RemoveResult, StepContext, StepHandler } from '../contract.ts';
import type { AwsAccount } from './account.ts';
import { type Accounts, accountOf } from './accounts.ts';
import { unlessMissing } from './errors.ts';
import { foreignMarks, isOurs, missingTags, readTags, tagDrift, tagList } from './marks.ts';
import { nameOfArn } from './remove-role.ts';
import { idFrom, removing } from './resource-type.ts';

export const readProfile = async (account: AwsAccount, name: string): Promise<InstanceProfile | undefined> =>
  account.remembered(
    `profile ${name}`,
    async () =>
      (await unlessMissing(account.iam.send(new GetInstanceProfileCommand({ InstanceProfileName: name }))))
        ?.InstanceProfile,
  );

const roleNamesOf = (profile: InstanceProfile | undefined): readonly string[] =>
  (profile?.Roles ?? []).map(({ RoleName = '' }) => RoleName);

const wantedRole = (step: StepContext): string =>
  nameOfArn(step.idOf(inputOf('instanceProfile', step.planned).roleStep));

export const removeProfile = (
  account: AwsAccount,
  arn: string,
  assertHeld: () => Promise<void>,
): Promise<RemoveResult> =>
  removing(async () => {
    const InstanceProfileName = nameOfArn(arn);
    for (const RoleName of roleNamesOf(await readProfile(account, InstanceProfileName))) {
      await unlessMissing(
        account.iam.send(new RemoveRoleFromInstanceProfileCommand({ InstanceProfileName, RoleName })),
      );
      await assertHeld();
    }
    await account.iam.send(new DeleteInstanceProfileCommand({ InstanceProfileName }));
    return 'gone';
  });

/** What a machine starts with: a profile holds one role. */
export const instanceProfileHandler = (accounts: Accounts): StepHandler => ({
  find: async (step, idHint) => {
    const profile = await readProfile(await accountOf(accounts, step), step.planned.name);
    if (profile === undefined) return [];
    const id = profile.Arn ?? '';
    const tags = readTags(profile.Tags);
    if (!isOurs(tags, step, id, idHint)) return [{ id, isOurs: false }];
    const { roleStep, tags: planned } = inputOf('instanceProfile', step.planned);
    const role = step.knownIdOf(roleStep);
    const isHeld = role === undefined || roleNamesOf(profile).includes(nameOfArn(role));
    return [
      {
        id,
        isOurs: true,
        drift: [...tagDrift(tags, planned), ...(isHeld ? [] : ['it does not hold its role'])],
      },
    ];
  },
  create: async (step) => {
    const account = await accountOf(accounts, step);
    const { path, tags } = inputOf('instanceProfile', step.planned);
    const answer = await account.iam.send(
      new CreateInstanceProfileCommand({
        InstanceProfileName: step.planned.name,
        Path: path,
        Tags: tagList(tags),
      }),
    );
    return idFrom(answer.InstanceProfile?.Arn, 'CreateInstanceProfile');
  },
  settle: async (step) => {
    const account = await accountOf(accounts, step);
    const InstanceProfileName = step.planned.name;
    const profile = await readProfile(account, InstanceProfileName);
    const { tags } = inputOf('instanceProfile', step.planned);
    const missing = profile === undefined ? {} : missingTags(readTags(profile.Tags), tags);
    if (Object.keys(missing).length > 0)
      await account.iam.send(new TagInstanceProfileCommand({ InstanceProfileName, Tags: tagList(missing) }));
    const role = wantedRole(step);
    const present = roleNamesOf(profile);
    if (present.includes(role)) return 'done';
    for (const RoleName of present) {
      await step.assertHeld();
      await account.iam.send(new RemoveRoleFromInstanceProfileCommand({ InstanceProfileName, RoleName }));
    }
    await step.assertHeld();
    await account.iam.send(new AddRoleToInstanceProfileCommand({ InstanceProfileName, RoleName: role }));
    return 'done';
  },
  remove: async (step, id) => {
    const account = await accountOf(accounts, step);
    const profile = await readProfile(account, step.planned.name);
    const tags = profile && readTags(profile.Tags);
    return foreignMarks(tags, step, id) ?? removeProfile(account, id, step.assertHeld);
  },
});
