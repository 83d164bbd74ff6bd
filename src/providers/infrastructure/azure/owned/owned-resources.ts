import { apiVersions } from '../../../../domain/platforms/azure/plan/api-versions.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type OwnedResource, type RemoveResult } from '../../contract.ts';
import { notOurs, protectedByMark } from '../../marks.ts';
import { textOf } from '../../rest/json-fields.ts';
import { type HandlerTools, phaseOf, removeById, waitFor } from '../handlers/tools.ts';
import type { ArmApi } from '../http/arm-api.ts';
import { propertiesOf } from '../http/fields.ts';
import { isOfInstance, isProtected, readMarks } from '../marks.ts';
import { kindOfType, kindOfWord, rankOf, spellId } from './owned-kinds.ts';

const createdAtOf = (resource: JsonObject, marked: string | undefined): string | undefined => {
  const text = textOf(propertiesOf(resource), 'createdOn');
  const time = marked === undefined ? Date.parse(text ?? '') : Number(marked) * 1000;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

const toOwned = (resource: JsonObject, word: string): OwnedResource => {
  const marks = readMarks(resource);
  const optional = {
    name: textOf(resource, 'name'),
    tenantId: marks.get('berth-tenant'),
    clusterId: marks.get('berth-cluster'),
    region: textOf(resource, 'location'),
    createdAt: createdAtOf(resource, marks.get('berth-created-at')),
  };
  return {
    type: word,
    id: spellId(textOf(resource, 'id') ?? ''),
    infraId: marks.get('berth-infra-id') ?? '',
    isProtected: isProtected(marks),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  };
};

/** Everything in a subscription with the mark of an installation, in the order in which it can be removed. */
export const listOwnedAzure = async (
  api: ArmApi,
  subscriptionId: string,
  instance: string,
): Promise<readonly OwnedResource[]> => {
  const scope = `/subscriptions/${subscriptionId}`;
  const $filter = `tagName eq 'berth-instance' and tagValue eq '${instance}'`;
  const [groups, resources, assignments] = await Promise.all([
    api.list(`${scope}/resourcegroups`, apiVersions.resourceGroup, { $filter }),
    api.list(`${scope}/resources`, apiVersions.resources, { $filter }),
    // Role assignments have no tags to filter by.
    api.list(`${scope}/providers/Microsoft.Authorization/roleAssignments`, apiVersions.roleAssignment),
  ]);
  const typed = [
    ...groups.map((group) => ({ resource: group, type: 'Microsoft.Resources/resourceGroups' })),
    ...resources.map((resource) => ({ resource, type: textOf(resource, 'type') ?? '' })),
    ...assignments.map((resource) => ({ resource, type: 'Microsoft.Authorization/roleAssignments' })),
  ];
  return typed
    .flatMap(({ resource, type }) => {
      const kind = kindOfType(type);
      // A filter may be ignored: the mark is looked at again.
      return kind !== undefined && isOfInstance(readMarks(resource), instance)
        ? [toOwned(resource, kind.word)]
        : [];
    })
    .toSorted((left, right) => rankOf(left.type) - rankOf(right.type));
};

/** Removes a thing that was listed, once it has been read again and still carries the same marks. */
export const removeOwnedAzure = async (
  tools: HandlerTools,
  { id, type, infraId }: OwnedResource,
  instance: string,
): Promise<RemoveResult> => {
  const kind = kindOfWord(type);
  if (kind === undefined)
    throw new CloudError('invalid', 'UnknownType', `Things of type ${type} are not removed.`);
  const { apiVersion } = kind;
  const found = await tools.view.read(tools.api, id, apiVersion);
  if (found === undefined) return 'gone';
  const marks = readMarks(found);
  if (!isOfInstance(marks, instance) || marks.get('berth-infra-id') !== infraId) return notOurs(id);
  if (isProtected(marks)) return protectedByMark(id);
  const name = id.split('/').at(-1) ?? id;
  if (phaseOf(found) === 'deleting') return waitFor(name, 'deleted');
  return removeById(tools, { id, apiVersion, name });
};
