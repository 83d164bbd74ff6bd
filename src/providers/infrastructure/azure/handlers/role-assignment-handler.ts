import { createHash } from 'node:crypto';
import { ownershipTags } from '../../../../domain/infrastructure/infrastructure-plan.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type StepContext, type StepHandler } from '../../contract.ts';
import { textOf } from '../../rest/json-fields.ts';
import { propertiesOf, sameText } from '../http/fields.ts';
import { isOfCluster } from '../marks.ts';
import { foreign, type HandlerTools, noteReply, removeById } from './tools.ts';

/** RFC 9562, namespace of DNS names. */
const dnsNamespace = Buffer.from('6ba7b8109dad11d180b400c04fd430c8', 'hex');

/** UUID of version 5: the same name always has the same. */
const uuidOfName = (name: string): string => {
  const hash = createHash('sha1').update(dnsNamespace).update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

const inputText = ({ planned }: StepContext, member: string): string | undefined =>
  textOf(planned.input, member);

/** The group that a thing of another step is in. */
const groupIn = (id: string): string => /^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+/i.exec(id)?.[0] ?? id;

/** Undefined while the thing is not known that it is for. */
const scopeOf = (step: StepContext): string | undefined => {
  const other = inputText(step, 'scopeStep');
  if (other === undefined) return inputText(step, 'scope');
  const id = step.knownIdOf(other);
  return id !== undefined && inputText(step, 'scopeOf') === 'group' ? groupIn(id) : id;
};

/** Source: hypershift, name of role assignments: prefix, component and scope. */
const idOf = (step: StepContext, scope: string): string =>
  `${scope}/providers/Microsoft.Authorization/roleAssignments/${uuidOfName(`${step.planned.name}-${scope}`)}`;

/** Role assignments have no tags. */
const markOf = (step: StepContext): string =>
  Object.entries({ ...ownershipTags(step.request), 'berth-infra-id': step.request.infraId })
    .map(([key, value]) => `${key}=${value}`)
    .join(' ');

/** Grants an identity of the cluster a role. Nothing of it can be changed: another principal is another assignment. */
export const roleAssignmentHandler = (tools: HandlerTools): StepHandler => {
  const { api, view, isDestroying } = tools;
  const apiVersionOf = (step: StepContext): string => inputText(step, 'apiVersion') ?? '';

  const principalOf = async (step: StepContext): Promise<string | undefined> => {
    const identity = inputText(step, 'identity') ?? '';
    const resource =
      view.last(identity) ?? (await view.read(api, identity, inputText(step, 'identityApiVersion') ?? ''));
    return textOf(propertiesOf(resource), 'principalId');
  };

  const driftOf = async (step: StepContext, assignment: JsonObject): Promise<readonly string[]> => {
    const { principalId, roleDefinitionId } = propertiesOf(assignment);
    const principal = await principalOf(step);
    return [
      ...(sameText(String(roleDefinitionId), inputText(step, 'role')) ? [] : ['its role is another']),
      ...(principal === undefined || principalId === principal
        ? []
        : ['it is for an identity that has gone']),
    ];
  };

  const grant = async (step: StepContext, id: string): Promise<void> => {
    const principalId = await principalOf(step);
    if (principalId === undefined)
      throw new CloudError(
        'conflict',
        'PrincipalNotFound',
        `The identity of ${step.planned.name} is not visible yet.`,
      );
    const roleDefinitionId = inputText(step, 'role') ?? '';
    const reply = await api.put(id, {
      apiVersion: apiVersionOf(step),
      body: {
        properties: {
          roleDefinitionId,
          principalId,
          principalType: 'ServicePrincipal',
          description: markOf(step),
        },
      },
    });
    noteReply(tools, id, reply);
  };

  return {
    find: async (step) => {
      const scope = scopeOf(step);
      if (scope === undefined) return [];
      const id = idOf(step, scope);
      if (view.isInAbsentGroup(id)) return [];
      const assignment = await view.read(api, id, apiVersionOf(step));
      if (assignment === undefined) return [];
      const isOurs = isOfCluster(assignment, step.request);
      return [{ id, isOurs, drift: isOurs && !isDestroying ? await driftOf(step, assignment) : [] }];
    },
    create: async (step) => {
      const scope = scopeOf(step);
      if (scope === undefined) throw new TypeError(`the scope of ${step.planned.id} is not known`);
      const id = idOf(step, scope);
      view.forget(id);
      await grant(step, id);
      return id;
    },
    settle: async (step, id) => {
      const assignment = view.last(id) ?? (await view.read(api, id, apiVersionOf(step)));
      // What was made by the call before need not be visible yet.
      if (assignment === undefined)
        return { againInSeconds: 5, waitingFor: `${step.planned.name} to be visible` };
      if (!isOfCluster(assignment, step.request)) throw foreign(step);
      if ((await driftOf(step, assignment)).length === 0) return 'done';
      await step.assertHeld();
      await api.remove(id, apiVersionOf(step));
      view.forget(id);
      await step.assertHeld();
      await grant(step, id);
      return 'done';
    },
    remove: async (step, id) => {
      const apiVersion = apiVersionOf(step);
      if (view.isInAbsentGroup(id)) return 'gone';
      if (!view.isAbsent(id)) {
        const assignment = view.last(id) ?? (await view.read(api, id, apiVersion));
        if (assignment === undefined || !isOfCluster(assignment, step.request)) return 'gone';
      }
      return removeById(tools, { id, apiVersion, name: step.planned.name });
    },
  };
};
