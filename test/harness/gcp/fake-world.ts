import type { JsonObject } from '../../../src/domain/shared/json.ts';
import type { CallFate, CloudCall } from '../../crash/cloud-life.ts';
import type { FakeAnswer, FakeCall } from './fake-answers.ts';

/** A thing of Compute Engine. */
export interface FakeResource {
  /** `projects/P/global/networks/N` */
  readonly path: string;
  data: JsonObject;
  readonly insertedAt: number;
  /** Made by Google along with something else. */
  readonly isAutomatic: boolean;
}

export interface FakeOperation {
  readonly name: string;
  readonly type: string;
  readonly target: string;
  readonly startedAt: number;
  readonly doneAt: number;
  readonly number: number;
  error?: { readonly code: string; readonly message: string };
  /** What becomes of the target when it is done; undone by then. */
  finish?: () => void;
}

export interface FakeKnobs {
  /** Seconds that an operation takes, by type: `insert`, `delete`, `patch` … */
  operationSeconds: (type: string, target: string) => number;
  /** What an operation fails with. */
  failOperation: (type: string, target: string) => { code: string; message: string } | undefined;
  /** New things of Compute Engine are not seen before their operation is done. */
  isHiddenUntilDone: boolean;
  /** Seconds for which new things are not seen. */
  lagSeconds: number;
  /** Seconds for which policies do not know a new service account. */
  iamLagSeconds: number;
  /** Answers instead of the double. */
  refuse: (call: FakeCall) => FakeAnswer | undefined;
  /** How many writes of policies meet a policy that was changed in between. */
  policyConflicts: number;
  /** Items on one page of a list. */
  pageSize: number;
  /** Controllers of a cluster begin to make things once its network has a NAT. */
  hasControllers: boolean;
  /** Permissions that are not granted. */
  denied: ReadonlySet<string>;
  /** Permissions that a project knows nothing of. */
  unknownPermissions: ReadonlySet<string>;
}

const defaultKnobs = (): FakeKnobs => ({
  operationSeconds: () => 4,
  failOperation: () => undefined,
  isHiddenUntilDone: false,
  lagSeconds: 0,
  iamLagSeconds: 0,
  refuse: () => undefined,
  policyConflicts: 0,
  pageSize: 2,
  hasControllers: false,
  denied: new Set(),
  unknownPermissions: new Set(),
});

export interface FakePolicy {
  version: number;
  etag: number;
  bindings: readonly JsonObject[];
}

export interface FakeIdentity {
  readonly path: string;
  data: JsonObject;
  readonly createdAt: number;
  deletedAt?: number;
}

/** All that the double knows. One project; the rest is by path. */
export interface FakeWorld {
  readonly project: string;
  readonly number: string;
  now(): number;
  knobs: FakeKnobs;
  readonly resources: Map<string, FakeResource>;
  readonly operations: FakeOperation[];
  /** Request ids that were seen, with their operations. */
  readonly requests: Map<string, FakeOperation>;
  /** Pools and providers. */
  readonly identities: Map<string, FakeIdentity>;
  readonly accounts: Map<string, FakeIdentity>;
  /** By service and path. */
  readonly policies: Map<string, FakePolicy>;
  readonly zones: Map<string, { readonly data: JsonObject; records: readonly JsonObject[] }>;
  readonly buckets: Map<string, { readonly data: JsonObject; objects: string[] }>;
  readonly quotas: Map<string, number>;
  readonly regions: readonly string[];
  readonly zoneNames: readonly string[];
  readonly machineTypes: Readonly<Record<string, string>>;
  count: number;
}

export interface LoggedCall extends CloudCall {
  readonly call: FakeCall;
}

export type Decide = (call: CloudCall) => CallFate;

export const secondsAfter = (world: FakeWorld, instant: number): number => (world.now() - instant) / 1000;

export const newWorld = (now: () => number): FakeWorld => ({
  project: 'acme-clusters',
  number: '123456789012',
  now,
  knobs: defaultKnobs(),
  resources: new Map(),
  operations: [],
  requests: new Map(),
  identities: new Map(),
  accounts: new Map(),
  policies: new Map(),
  zones: new Map(),
  buckets: new Map(),
  quotas: new Map([
    ['NETWORKS', 5],
    ['SUBNETWORKS', 100],
    ['FIREWALLS', 100],
    ['ROUTERS', 20],
    ['SERVICE_ACCOUNTS', 100],
  ]),
  regions: ['europe-west1', 'us-east1'],
  zoneNames: ['europe-west1-b', 'europe-west1-c', 'europe-west1-d', 'us-east1-b', 'us-east1-c'],
  machineTypes: { 'n2-standard-4': 'X86_64', 't2a-standard-4': 'ARM64' },
  count: 0,
});
