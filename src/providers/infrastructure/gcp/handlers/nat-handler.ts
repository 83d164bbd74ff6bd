import type { JsonObject } from '../../../../domain/shared/json.ts';
import {
  CloudError,
  type RemoveResult,
  type SettleResult,
  type StepContext,
  type StepHandler,
} from '../../contract.ts';
import { objectsOf, textOf, textsOf } from '../../rest/json-fields.ts';
import { pathOfLink } from '../compute-names.ts';
import { latestOperation, operationPause, readOperation } from '../compute-operations.ts';
import { isRefusal } from '../http/gcp-errors.ts';
import { isOfCluster } from '../marks.ts';
import type { HandlerTools } from './tools.ts';

const separator = '/nats/';
const routerOf = (id: string): string => id.slice(0, id.lastIndexOf(separator));

/** Addresses come and go by themselves, for the one subnet. */
const gatewayOf = (step: StepContext): JsonObject => ({
  name: step.planned.name,
  natIpAllocateOption: 'AUTO_ONLY',
  sourceSubnetworkIpRangesToNat: 'LIST_OF_SUBNETWORKS',
  subnetworks: [{ name: step.idOf('subnet'), sourceIpRangesToNat: ['ALL_IP_RANGES'] }],
});

const driftOf = (step: StepContext, nat: JsonObject): readonly string[] => {
  const [subnetwork, ...others] = objectsOf(nat, 'subnetworks');
  const subnet = step.knownIdOf('subnet');
  return [
    ...(textOf(nat, 'natIpAllocateOption') === 'AUTO_ONLY' ? [] : ['its addresses are fixed']),
    ...(others.length === 0 &&
    textOf(nat, 'sourceSubnetworkIpRangesToNat') === 'LIST_OF_SUBNETWORKS' &&
    pathOfLink(textOf(subnetwork, 'name') ?? '') === subnet &&
    textsOf(subnetwork, 'sourceIpRangesToNat').includes('ALL_IP_RANGES')
      ? []
      : ['it serves other subnets']),
  ];
};

/** A NAT is a part of a router, without marks of its own: it is ours as the router is. */
export const natHandler = ({ api, isDestroying }: HandlerTools): StepHandler => {
  const gatewaysOf = (router: JsonObject | undefined): readonly JsonObject[] => objectsOf(router, 'nats');

  const patch = async (router: string, nats: readonly JsonObject[]): Promise<void> => {
    const operation = await api.call({ method: 'PATCH', service: 'compute', path: router, body: { nats } });
    const { error } = readOperation(operation);
    if (error !== undefined) throw error;
  };

  /** Puts the gateway into its router, in the place of one of the same name. */
  const write = async (step: StepContext, router: string): Promise<void> => {
    const found = await api.get('compute', router);
    if (found === undefined)
      throw new CloudError('conflict', 'notFound', `The router of ${step.planned.name} cannot be seen yet.`);
    const others = gatewaysOf(found).filter((nat) => textOf(nat, 'name') !== step.planned.name);
    await step.assertHeld();
    await patch(router, [...others, gatewayOf(step)]);
  };

  const settle = async (step: StepContext, id: string): Promise<SettleResult> => {
    const router = routerOf(id);
    const waiting = { againInSeconds: operationPause, waitingFor: `${step.planned.name} to be ready` };
    const operation = await latestOperation(api, router);
    if (operation?.isRunning === true) return waiting;
    const nat = gatewaysOf(await api.get('compute', router)).find(({ name }) => name === step.planned.name);
    if (nat !== undefined && driftOf(step, nat).length === 0) return 'done';
    await write(step, router);
    if (operation?.error !== undefined) throw operation.error;
    return waiting;
  };

  const remove = async (step: StepContext, id: string): Promise<RemoveResult> => {
    const router = routerOf(id);
    const waiting = { againInSeconds: operationPause, waitingFor: `${step.planned.name} to be deleted` };
    const found = await api.get('compute', router);
    if (found === undefined || !isOfCluster(found, step.request)) return 'gone';
    const others = gatewaysOf(found).filter(({ name }) => name !== step.planned.name);
    if (others.length === gatewaysOf(found).length) return 'gone';
    if ((await latestOperation(api, router))?.isRunning === true) return waiting;
    try {
      await patch(router, others);
      return waiting;
    } catch (error) {
      if (isRefusal(error, 'notReady')) return waiting;
      if (isRefusal(error, 'notFound')) return 'gone';
      throw error;
    }
  };

  return {
    find: async (step) => {
      const id = step.knownIdOf('router');
      const router = id === undefined ? undefined : await api.get('compute', id);
      const nat = gatewaysOf(router).find(({ name }) => name === step.planned.name);
      if (id === undefined || router === undefined || nat === undefined) return [];
      const isOurs = isOfCluster(router, step.request);
      return [
        {
          id: `${id}${separator}${step.planned.name}`,
          isOurs,
          drift: isOurs && !isDestroying ? driftOf(step, nat) : [],
        },
      ];
    },
    create: async (step) => {
      const router = step.idOf('router');
      await write(step, router);
      return `${router}${separator}${step.planned.name}`;
    },
    settle,
    remove,
  };
};
