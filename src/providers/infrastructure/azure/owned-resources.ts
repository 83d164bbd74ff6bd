import { apiVersions } from '../../../domain/platforms/azure/plan/network-steps.ts';
import { isJsonObject, type JsonObject } from '../../../domain/shared/json.ts';
import type { OwnedResource, RemoveResult } from '../contract.ts';
import { provisioningOf } from './arm-body.ts';
import type { AzureApi } from './http/azure-api.ts';
import { isNotFound } from './http/azure-errors.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const tagsOf = ({ tags }: JsonObject): JsonObject => (isJsonObject(tags) ? tags : {});

const toOwned = (group: JsonObject): OwnedResource => {
  const tags = tagsOf(group);
  const seconds = Number(textOf(tags['berth-created-at']) ?? Number.NaN);
  const name = textOf(group['name']) ?? '';
  const region = textOf(group['location']);
  const tenantId = textOf(tags['berth-tenant']);
  const clusterId = textOf(tags['berth-cluster']);
  return {
    type: 'resourceGroup',
    id: textOf(group['id']) ?? '',
    name,
    infraId: textOf(tags['berth-infra-id']) ?? name.replace(/^berth-/, ''),
    ...(region === undefined ? {} : { region }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(clusterId === undefined ? {} : { clusterId }),
    ...(Number.isNaN(seconds) ? {} : { createdAt: new Date(seconds * 1000).toISOString() }),
    isProtected: tags['berth-do-not-delete'] !== undefined,
  };
};

/** All that Berth makes stands in groups with its mark; the one right outside is gone with its identity. */
export const listOwnedAzure = async (
  api: AzureApi,
  subscriptionId: string,
  instance: string,
): Promise<readonly OwnedResource[]> => {
  const groups = await api.list(
    `/subscriptions/${subscriptionId}/resourcegroups`,
    apiVersions.resourceGroup,
    {
      $filter: `tagName eq 'berth-instance' and tagValue eq '${instance}'`,
    },
  );
  // A filter may be ignored: the mark is looked at again.
  return groups.filter((group) => tagsOf(group)['berth-instance'] === instance).map(toOwned);
};

/** Removes one group after it was read again and has the mark. */
export const removeOwnedAzure = async (
  api: AzureApi,
  { id }: OwnedResource,
  instance: string,
): Promise<RemoveResult> => {
  const group = await api.get(id, apiVersions.resourceGroup);
  if (group === undefined) return 'gone';
  const tags = tagsOf(group);
  if (tags['berth-instance'] !== instance || tags['berth-do-not-delete'] !== undefined)
    return {
      blockedBy: 'It does not carry the mark of this installation, or is protected.',
      code: 'NotOurs',
    };
  const wait = { againInSeconds: 15, waitingFor: `${id} to be deleted` };
  if (provisioningOf(group)?.toLowerCase() === 'deleting') return wait;
  try {
    await api.call('DELETE', id, apiVersions.resourceGroup);
  } catch (error) {
    if (isNotFound(error)) return 'gone';
    throw error;
  }
  return wait;
};
