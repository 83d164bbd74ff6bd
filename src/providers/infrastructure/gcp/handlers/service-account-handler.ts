import { ownershipDescription } from '../../../../domain/platforms/gcp/plan/marks.ts';
import type { StepContext, StepHandler } from '../../contract.ts';
import { textOf, textsOf } from '../../rest/json-fields.ts';
import { isRefusal } from '../http/gcp-errors.ts';
import { type Binding, changePolicy, missingMembers, readBindings, withMembers } from '../iam-policy.ts';
import { isOfCluster } from '../marks.ts';
import { adoptOrRefuse, type HandlerTools } from './tools.ts';

const workloadIdentityUser = 'roles/iam.workloadIdentityUser';

const projectOf = ({ planned }: StepContext): string => textOf(planned.input, 'project') ?? '';

const pathOf = (step: StepContext): string => {
  const project = projectOf(step);
  return `projects/${project}/serviceAccounts/${step.planned.name}@${project}.iam.gserviceaccount.com`;
};

/** Service accounts of Kubernetes as Google names them; the number of the project stands in it. */
const wantedBy = (step: StepContext): readonly Binding[] => {
  const { input } = step.planned;
  const pool = `projects/${step.idOf('project')}/locations/global/workloadIdentityPools/${textOf(input, 'pool')}`;
  return [
    {
      role: workloadIdentityUser,
      members: textsOf(input, 'subjects').map(
        (subject) => `principal://iam.googleapis.com/${pool}/subject/${subject}`,
      ),
    },
  ];
};

/** New accounts are not visible everywhere for up to a minute. */
const notYet = (step: StepContext) => ({
  againInSeconds: 5,
  waitingFor: `${step.planned.name} to be visible`,
});

/** An account that is gone between two looks has no drift. */
const noneWhenGone = (error: unknown): readonly string[] => {
  if (isRefusal(error, 'notFound')) return [];
  throw error;
};

/** A service account, and who may act as it. Its own policy goes with it. */
export const serviceAccountHandler = ({ api, proven, isDestroying }: HandlerTools): StepHandler => {
  const disabled = new Set<string>();

  const missingOf = async (step: StepContext, path: string): Promise<readonly string[]> => {
    const bindings = await readBindings(api, { service: 'iam', path });
    return missingMembers(bindings, wantedBy(step)).flatMap(({ members }) =>
      members.map((member) => `${member.slice(member.lastIndexOf('/') + 1)} may not act as it`),
    );
  };

  return {
    find: async (step, idHint) => {
      const path = pathOf(step);
      const account = await api.get('iam', path);
      if (account === undefined) return [];
      const isOurs = isOfCluster(account, step.request);
      if (!isOurs || isDestroying) {
        if (isOurs) proven.add(path);
        return [{ id: path, isOurs }];
      }
      // Only one that was recorded can have drifted; the others are settled anyway.
      const missing = idHint === undefined ? [] : await missingOf(step, path).catch(noneWhenGone);
      if (account['disabled'] !== true) return [{ id: path, isOurs, drift: missing }];
      disabled.add(path);
      return [{ id: path, isOurs, drift: [...missing, 'it is disabled'] }];
    },
    create: async (step) => {
      const path = pathOf(step);
      try {
        await api.call({
          method: 'POST',
          service: 'iam',
          path: `projects/${projectOf(step)}/serviceAccounts`,
          body: {
            accountId: step.planned.name,
            serviceAccount: {
              displayName: step.planned.name,
              description: ownershipDescription(step.request),
            },
          },
        });
        return path;
      } catch (error) {
        if (!isRefusal(error, 'alreadyExists')) throw error;
        return await adoptOrRefuse(api, 'iam', step, path);
      }
    },
    settle: async (step, path) => {
      try {
        if (disabled.has(path)) {
          await step.assertHeld();
          await api.call({ method: 'POST', service: 'iam', path: `${path}:enable`, body: {} });
        }
        await changePolicy(
          api,
          { service: 'iam', path },
          (bindings) => withMembers(bindings, wantedBy(step)),
          step.assertHeld,
        );
        return 'done';
      } catch (error) {
        if (isRefusal(error, 'notFound')) return notYet(step);
        throw error;
      }
    },
    remove: async (step, path) => {
      const account = proven.has(path) ? {} : await api.get('iam', path);
      if (account === undefined) return 'gone';
      if (!proven.has(path) && !isOfCluster(account, step.request)) return 'gone';
      try {
        await api.call({ method: 'DELETE', service: 'iam', path });
      } catch (error) {
        if (!isRefusal(error, 'notFound')) throw error;
      }
      return 'gone';
    },
  };
};
