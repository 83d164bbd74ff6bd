import type { JsonObject } from '../../../../src/domain/shared/json.ts';
import type { ArmRequest, RefusalWords } from './answer.ts';

/** Who made a thing: whoever calls, controllers of a cluster, or the customer beforehand. */
export type Maker = 'caller' | 'controllers' | 'customer';

/** A thing by its id. */
export interface ArmThing {
  /** As it was written when it was made. */
  readonly id: string;
  /** As Azure writes it: `Microsoft.Network/virtualNetworks`. */
  readonly type: string;
  body: JsonObject;
  readonly madeAt: number;
  etag: number;
  readonly maker: Maker;
  /** What its last operation ended with. */
  failure?: { readonly code: string; readonly message: string };
}

export interface ArmOperation {
  readonly name: string;
  /** `PUT virtualNetworks` */
  readonly action: string;
  readonly word: 'Creating' | 'Updating' | 'Deleting';
  readonly target: string;
  readonly startedAt: number;
  /** Looks that still show it under way. */
  readonly polls: number;
  readonly retryAfterSeconds: number;
  looks: number;
  state: 'running' | 'succeeded' | 'failed';
  error?: { readonly code: string; readonly message: string };
  readonly finish: () => void;
}

export interface Grant {
  readonly actions: readonly string[];
  readonly notActions: readonly string[];
}

export interface AzureKnobs {
  /** Looks that show an operation under way, by type (`virtualNetworks`); `default` for the rest. */
  polls: Record<string, number>;
  /** What Azure asks to wait between two looks; an operation is also over when its time has gone by. */
  retryAfterSeconds: number;
  /** What an operation fails with: action is `PUT virtualNetworks`. */
  failOperation: (action: string, id: string) => { code: string; message: string } | undefined;
  /** Answers instead of the double. */
  refuse: (call: ArmRequest & { readonly action: string }) => RefusalWords | undefined;
  /** Seconds for which things that calls have made are not seen by GET and lists. */
  hideSeconds: number;
  /** Seconds until Entra ID knows the principal of a new identity. */
  principalSeconds: number;
  /** Seconds that a write to a federated credential takes: another one to the same identity is refused until then. */
  federatedSeconds: number;
  /** Entries on one page of a list. */
  pageSize: number;
  /** Limits of the subscription, by type. */
  limits: Record<string, number>;
  /** Cores in use, by `cores` and by family. */
  usedCores: Record<string, number>;
  /** What the caller may do at a scope. */
  grants: (scope: string) => readonly Grant[];
  /** Providers that the subscription has not registered, such as `Microsoft.ManagedIdentity`. */
  unregistered: Set<string>;
  subscription: 'enabled' | 'forbidden' | 'absent';
  /** Names of groups that are locked. */
  locked: Set<string>;
  /** Controllers of a cluster begin to make things once its group has a load balancer and a private zone. */
  hasControllers: boolean;
}

const defaultKnobs = (): AzureKnobs => ({
  polls: { default: 1, resourceGroups: 2 },
  retryAfterSeconds: 5,
  failOperation: () => undefined,
  refuse: () => undefined,
  hideSeconds: 0,
  principalSeconds: 0,
  federatedSeconds: 0,
  pageSize: 2,
  limits: {
    resourceGroups: 980,
    roleAssignments: 4000,
    publicIPAddresses: 1000,
    federatedIdentityCredentials: 20,
  },
  usedCores: {},
  grants: () => [{ actions: ['*'], notActions: [] }],
  unregistered: new Set(),
  subscription: 'enabled',
  locked: new Set(),
  hasControllers: false,
});

/** All that the double knows: one subscription. */
export interface ArmWorld {
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly locations: readonly string[];
  /** Milliseconds. */
  now(): number;
  knobs: AzureKnobs;
  /** By id in lower case. */
  readonly things: Map<string, ArmThing>;
  readonly operations: ArmOperation[];
  /** Principals that Entra ID knows, with the time from when. */
  readonly principals: Map<string, number>;
  /** Until when the credentials of an identity are being written, by its id in lower case. */
  readonly federatedWrites: Map<string, number>;
  /** Groups in which controllers have been at work. */
  readonly populated: Set<string>;
  count: number;
}

export interface WorldPlace {
  readonly subscriptionId: string;
  readonly tenantId: string;
  readonly locations: readonly string[];
}

export const newWorld = (place: WorldPlace, now: () => number): ArmWorld => ({
  ...place,
  now,
  knobs: defaultKnobs(),
  things: new Map(),
  operations: [],
  principals: new Map(),
  federatedWrites: new Map(),
  populated: new Set(),
  count: 0,
});

/** An id that no two things share. */
export const nextUuid = (world: ArmWorld): string => {
  world.count += 1;
  return `00000000-0000-4000-8000-${String(world.count).padStart(12, '0')}`;
};
