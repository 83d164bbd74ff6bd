import { ownershipTags } from '../../../domain/infrastructure/infrastructure-plan.ts';
import type { PlatformType } from '../../../domain/platforms/platform-specs.ts';
import type {
  CloudSession,
  InfrastructureProvider,
  OwnedResource,
  StepContext,
  StepHandler,
} from '../contract.ts';
import { notOurs, protectedByMark, protectionMark } from '../marks.ts';
import type { FakeCloud, FakeResource } from './fake-cloud.ts';

interface Place {
  readonly cloud: FakeCloud;
  readonly account: string;
  readonly region: string;
}

const isMarked = ({ tags, infraId }: FakeResource, step: StepContext): boolean =>
  tags['berth-instance'] === step.request.instance && infraId === step.request.infraId;

const findAll = ({ cloud, account }: Place, step: StepContext, idHint?: string): readonly FakeResource[] => {
  const { planned } = step;
  return [...cloud.resources.values()].filter(
    (resource) =>
      resource.account === account &&
      resource.type === planned.type &&
      cloud.isVisible(resource) &&
      (resource.id === idHint ||
        resource.name === planned.name ||
        (planned.role === 'sweep' && isMarked(resource, step))),
  );
};

/** An id in the form of a Route 53 zone, which fits wherever a looked-up thing is referred to. */
const lookedUpId = ({ planned }: StepContext): string =>
  `Z${planned.name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`.slice(0, 32);

/** One handler for every type: the fake knows things by type and name. */
const handlerFor = (place: Place): StepHandler => ({
  find: async (step, idHint) =>
    place.cloud.call(`find ${step.planned.id}`, false, () => {
      if (step.planned.role === 'found' && place.cloud.knobs.hasEverythingLookedUp)
        return [{ id: lookedUpId(step), isOurs: false }];
      return findAll(place, step, idHint).map((resource) => ({
        id: resource.id,
        isOurs: isMarked(resource, step),
        drift: [...resource.drift],
      }));
    }),
  create: async (step) =>
    place.cloud.call(`create ${step.planned.id}`, true, () =>
      place.cloud.add({
        ...(step.planned.hasStableId === true
          ? { id: `${place.account}/${step.planned.type}/${step.planned.name}` }
          : {}),
        type: step.planned.type,
        name: step.planned.name,
        account: place.account,
        region: place.region,
        tags: ownershipTags(step.request),
        step: step.planned.id,
        infraId: step.request.infraId,
        input: step.planned.input,
        clientToken: step.clientToken,
        needs: step.planned.after.flatMap((id) => step.knownIdOf(id) ?? []),
      }),
    ),
  settle: async (step, id) =>
    place.cloud.call(`settle ${step.planned.id}`, true, () => {
      // What was looked up is as its owner has it.
      if (step.planned.role === 'found') return 'done';
      const resource = place.cloud.resources.get(id);
      if (resource === undefined)
        return { againInSeconds: 5, waitingFor: `${step.planned.name} to be visible` };
      const missing = resource.readyAt - place.cloud.clock();
      if (missing > 0)
        return { againInSeconds: missing / 1000, waitingFor: `${step.planned.name} to be available` };
      resource.isSettled = true;
      resource.drift = [];
      return 'done';
    }),
  remove: async (step, id) =>
    place.cloud.call(`remove ${step.planned.id}`, true, () => {
      place.cloud.remove(id);
      return 'gone';
    }),
});

const toOwned = ({ id, type, name, tags, infraId, region }: FakeResource): OwnedResource => {
  const createdAt = Number(tags['berth-created-at']);
  return {
    id,
    type,
    name,
    infraId,
    region,
    ...(tags['berth-tenant'] === undefined ? {} : { tenantId: tags['berth-tenant'] }),
    ...(tags['berth-cluster'] === undefined ? {} : { clusterId: tags['berth-cluster'] }),
    ...(Number.isNaN(createdAt) ? {} : { createdAt: new Date(createdAt * 1000).toISOString() }),
    isProtected: tags[protectionMark] !== undefined,
  };
};

const sessionOf = (place: Place): CloudSession => ({
  handlers: new Proxy<Record<string, StepHandler>>({}, { get: () => handlerFor(place) }),
  preflight: async () => ({ account: place.account, region: place.region, problems: [], quotas: [] }),
  ownedTypes: 'every',
  listOwned: async (instance) =>
    place.cloud.call('listOwned', false, () =>
      [...place.cloud.resources.values()]
        .filter(
          (resource) =>
            resource.account === place.account &&
            resource.tags['berth-instance'] === instance &&
            place.cloud.isVisible(resource),
        )
        .map(toOwned),
    ),
  removeOwned: async (resource, instance) =>
    place.cloud.call(`removeOwned ${resource.id}`, true, () => {
      const found = place.cloud.resources.get(resource.id);
      if (found === undefined) return 'gone';
      if (found.tags['berth-instance'] !== instance) return notOurs(found.id);
      if (found.tags[protectionMark] !== undefined) return protectedByMark(found.id);
      place.cloud.remove(resource.id);
      return 'gone';
    }),
  verify: async () => ({ usable: true, account: place.account, problems: [], permissions: [] }),
  close: () => undefined,
});

/** A cloud in memory for tests and the sandbox: one account a credential. */
export const createFakeProvider = (platform: PlatformType, cloud: FakeCloud): InfrastructureProvider => ({
  platform,
  credentialKinds: ['awsRole', 'azureFederated', 'gcpWorkloadIdentity'],
  open: async ({ credentialId }, region) => sessionOf({ cloud, account: credentialId, region }),
});
