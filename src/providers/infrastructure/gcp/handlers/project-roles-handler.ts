import type { StepContext, StepHandler } from '../../contract.ts';
import { objectsOf, textOf, textsOf } from '../../rest/json-fields.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import {
  type Binding,
  changePolicy,
  missingMembers,
  type PolicyPlace,
  readBindings,
  withMembers,
  withoutMembers,
} from '../iam-policy.ts';

const placeOf = ({ planned }: StepContext): PolicyPlace => ({
  service: 'resourceManager',
  path: `projects/${textOf(planned.input, 'project')}`,
});

const idOf = (step: StepContext): string => `${placeOf(step).path}/policy/${step.request.infraId}`;

const wantedBy = ({ planned }: StepContext): readonly Binding[] =>
  objectsOf(planned.input, 'roles').map((entry) => ({
    role: textOf(entry, 'role') ?? '',
    members: textsOf(entry, 'emails').map((email) => `serviceAccount:${email}`),
  }));

/** Emails hold the prefix of the cluster: nobody else has such accounts. One that was removed leaves `deleted:` behind. */
const membersOf = (step: StepContext) => {
  const emails = objectsOf(step.planned.input, 'roles').flatMap((entry) => textsOf(entry, 'emails'));
  const living = new Set(emails.map((email) => `serviceAccount:${email}`));
  const isDead = (member: string): boolean =>
    emails.some((email) => member.startsWith(`deleted:serviceAccount:${email}?uid=`));
  return { isDead, isOurs: (member: string): boolean => living.has(member) || isDead(member) };
};

/** Roles of the cluster's service accounts in the project: one policy for all, which others write too. */
export const projectRolesHandler = (api: GcpApi): StepHandler => {
  const write = (step: StepContext): Promise<void> => {
    const { isDead } = membersOf(step);
    const wanted = wantedBy(step);
    return changePolicy(
      api,
      placeOf(step),
      (bindings) => {
        const living = withoutMembers(bindings, isDead);
        return withMembers(living ?? bindings, wanted) ?? living;
      },
      step.assertHeld,
    );
  };
  return {
    find: async (step) => {
      const bindings = await readBindings(api, placeOf(step));
      const { isOurs } = membersOf(step);
      if (!bindings.some(({ members }) => members.some(isOurs))) return [];
      const drift = missingMembers(bindings, wantedBy(step)).flatMap(({ role, members }) =>
        members.map((member) => `${member} lacks ${role}`),
      );
      return [{ id: idOf(step), isOurs: true, drift }];
    },
    create: async (step) => {
      await write(step);
      return idOf(step);
    },
    settle: async (step) => {
      await write(step);
      return 'done';
    },
    remove: async (step) => {
      await changePolicy(
        api,
        placeOf(step),
        (bindings) => withoutMembers(bindings, membersOf(step).isOurs),
        step.assertHeld,
      );
      return 'gone';
    },
  };
};
