import { labelValueOf } from '../../../../domain/platforms/gcp/plan/marks.ts';
import type { JsonObject } from '../../../../domain/shared/json.ts';
import { CloudError, type OwnedResource, type RemoveResult } from '../../contract.ts';
import { notOurs, protectedByMark } from '../../marks.ts';
import { textOf } from '../../rest/json-fields.ts';
import { deleteByPath, operationPause } from '../compute-operations.ts';
import type { GcpApi } from '../http/gcp-api.ts';
import { isRefusal } from '../http/gcp-errors.ts';
import { isOfInstance, isProtected, readMarks } from '../marks.ts';
import { removeBucket } from '../sweeps/bucket-handler.ts';
import { type OwnedKind, ownedKinds } from './owned-kinds.ts';

/** `projects/P/regions/R/…`, `projects/P/zones/R-a/…` */
const regionOf = (id: string): string | undefined =>
  /\/regions\/([^/]+)\//.exec(id)?.[1] ?? /\/zones\/([^/]+)-[a-z]\//.exec(id)?.[1];

/** When it was made: by the thing itself, else by its mark. */
const createdAtOf = (resource: JsonObject, marked: string | undefined): string | undefined => {
  const text = textOf(resource, 'creationTimestamp') ?? textOf(resource, 'timeCreated');
  const time = text === undefined ? Number(marked) * 1000 : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

const present = <T extends object>(object: T): T =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;

const toOwned = (kind: OwnedKind, resource: JsonObject): OwnedResource => {
  const marks = readMarks(resource);
  const id = kind.idOf(resource);
  return present({
    type: kind.type,
    id,
    name: textOf(resource, 'name')?.split('/').at(-1),
    infraId: marks.get('berth-infra') ?? '',
    tenantId: marks.get('berth-tenant'),
    clusterId: marks.get('berth-cluster'),
    region: regionOf(id),
    createdAt: createdAtOf(resource, marks.get('berth-created-at')),
    isProtected: isProtected(marks),
  }) as OwnedResource;
};

/** Everything in a project with the mark of an installation, of all regions; what goes first stands first. */
export const listOwnedGcp = async (
  api: GcpApi,
  project: string,
  instance: string,
): Promise<readonly OwnedResource[]> => {
  const lists = await Promise.all(
    ownedKinds.map(async (kind) =>
      (await kind.list(api, project, labelValueOf(instance)))
        .filter((resource) => isOfInstance(readMarks(resource), instance))
        .map((resource) => toOwned(kind, resource)),
    ),
  );
  return lists.flat();
};

const removeByKind = async (api: GcpApi, { type, service }: OwnedKind, id: string): Promise<RemoveResult> => {
  if (service === 'compute') return deleteByPath(api, id);
  if (service === 'storage') return removeBucket(api, id, async () => undefined);
  try {
    await api.call({ method: 'DELETE', service, path: id });
  } catch (error) {
    if (isRefusal(error, 'notFound')) return 'gone';
    throw error;
  }
  return type === 'serviceAccount'
    ? 'gone'
    : { againInSeconds: operationPause, waitingFor: `${id.split('/').at(-1)} to be deleted` };
};

/** Removes a thing that was listed, once it has been read again and still carries the same marks. */
export const removeOwnedGcp = async (
  api: GcpApi,
  resource: OwnedResource,
  instance: string,
): Promise<RemoveResult> => {
  const kind = ownedKinds.find(({ type }) => type === resource.type);
  if (kind === undefined)
    throw new CloudError('invalid', 'UnknownType', `Things of type ${resource.type} are not removed.`);
  const found = await api.get(kind.service, resource.id);
  if (found === undefined || textOf(found, 'state') === 'DELETED') return 'gone';
  const marks = readMarks(found);
  if (!isOfInstance(marks, instance) || marks.get('berth-infra') !== resource.infraId)
    return notOurs(resource.id);
  if (isProtected(marks)) return protectedByMark(resource.id);
  return removeByKind(api, kind, resource.id);
};
