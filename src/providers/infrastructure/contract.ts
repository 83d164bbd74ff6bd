import type { CredentialUse } from '../../domain/credential/credential-use.ts';
import type { CloudErrorKind } from '../../domain/infrastructure/cloud-failure.ts';
import type { InfrastructureRequest, PlannedStep } from '../../domain/infrastructure/infrastructure-plan.ts';
import type { QuotaCount } from '../../domain/infrastructure/quota-problems.ts';
import type { PlatformType } from '../../domain/platforms/platform-specs.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import type { FieldProblem } from '../../domain/shared/problem.ts';

/** A call that a cloud refused or did not answer. The message is fit for the tenant: no secret, no foreign id. */
export class CloudError extends Error {
  readonly kind: CloudErrorKind;
  /** The cloud's own code: `VpcLimitExceeded`. */
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: CloudErrorKind, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'CloudError';
    this.kind = kind;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** One step of one cluster, as its handler sees it. */
export interface StepContext {
  readonly request: InfrastructureRequest;
  readonly planned: PlannedStep;
  /** Sent with a create, so that many tries make one thing. ASCII, at most 64 characters. */
  readonly clientToken: string;
  /** The cloud's id of another step. Throws when that is not known: it must be in `after`. */
  idOf(step: string): string;
  /** The same, undefined when not known: for removal, where others may be gone already. */
  knownIdOf(step: string): string | undefined;
  /** Throws when the lease of the cluster has changed hands. The engine has asked before each call of a handler; a handler asks before each further write. */
  assertHeld(): Promise<void>;
}

/** A thing that a handler found for a step. */
export interface FoundResource {
  readonly id: string;
  /** False: it has the name, but not our marks; it is never adopted, changed or removed. */
  readonly isOurs: boolean;
  /** What differs from the plan, in words: `route 0.0.0.0/0 is missing`. Empty or absent: nothing. */
  readonly drift?: readonly string[];
  readonly createdAt?: string;
}

export type SettleResult = 'done' | { readonly againInSeconds: number; readonly waitingFor: string };

export type RemoveResult =
  | 'gone'
  | { readonly againInSeconds: number; readonly waitingFor: string }
  /** `blockedBy`: the thing in the way and the cloud's words, for `DeletionBlocked`. */
  | { readonly blockedBy: string; readonly code: string };

/** What a provider can do with one type of step. Every call may be made again at any time. */
export interface StepHandler {
  /**
   * Every candidate for this step, by mark or name, with marks checked again on what came back. `idHint` is the recorded id.
   * A list that could not be read is an error, never an empty answer.
   */
  find(step: StepContext, idHint?: string): Promise<readonly FoundResource[]>;
  /** Makes it, marked as ours in the same call where the cloud allows. Absent: never made (`found`, `sweep`). */
  create?(step: StepContext): Promise<string>;
  /** Brings what exists to what is planned; `done` also means usable. */
  settle?(step: StepContext, id: string): Promise<SettleResult>;
  /** Absent: never removed (`found`). Not found is `gone`; not allowed to look is not. */
  remove?(step: StepContext, id: string): Promise<RemoveResult>;
}

/** One permission that was tried. */
export interface PermissionFinding {
  /** In the cloud's words: `ec2:CreateVpc`. */
  readonly permission: string;
  readonly granted: boolean;
  /** What the cloud said. */
  readonly detail?: string;
  /** Absent: for everything. */
  readonly neededFor?: readonly CredentialUse[];
}

export interface VerifyReport {
  readonly usable: boolean;
  /** It lets in others than the tenant that it belongs to: it is not used before that is mended. */
  readonly isUnsafe?: boolean;
  /** Account, subscription or project. */
  readonly account?: string;
  /** What makes the credential unsafe or unusable, in words. */
  readonly problems: readonly string[];
  readonly permissions: readonly PermissionFinding[];
}

export interface QuotaFinding extends QuotaCount {
  /** Steps of the plan that use it up; reserved for the cluster until they are made. */
  readonly steps: readonly string[];
}

export interface PreflightReport {
  readonly account: string;
  readonly region: string;
  /** Pointers are into the body of the create: `/spec/platform/aws/…`. */
  readonly problems: readonly FieldProblem[];
  readonly quotas: readonly QuotaFinding[];
}

/** Something in a cloud account that carries the mark of this installation. */
export interface OwnedResource {
  readonly type: string;
  readonly id: string;
  readonly name?: string;
  readonly infraId: string;
  readonly tenantId?: string;
  readonly clusterId?: string;
  readonly region?: string;
  readonly createdAt?: string;
  /** Marked `berth-do-not-delete`. */
  readonly isProtected: boolean;
}

/** What a session may do; narrower sessions are safer. */
export type AccessPhase = 'scan' | 'create' | 'destroy';

/** A credential of a tenant, opened. */
export interface CloudAccess {
  readonly tenantId: string;
  readonly credentialId: string;
  readonly kind: string;
  /** The readable settings of the credential: role ARN, external id, client id … */
  readonly settings: JsonObject;
  /** The secret part, for kinds that have one. */
  readonly secret?: string;
  readonly phase: AccessPhase;
  readonly clusterId?: string;
  /** Further accounts that the spec refers to, such as that of a shared VPC. */
  readonly others?: readonly CloudAccess[];
}

/** Open for the time of one pass. Holds the credentials of one tenant; nothing of it is shared or kept. */
export interface CloudSession {
  readonly handlers: Readonly<Record<string, StepHandler>>;
  /** Reads only. */
  preflight(request: InfrastructureRequest, plan: readonly PlannedStep[]): Promise<PreflightReport>;
  /** Every thing with our mark in the account, page by page; throws when a list could not be read whole. */
  listOwned(instance: string, regions: readonly string[]): Promise<readonly OwnedResource[]>;
  /**
   * Types of steps that `listOwned` shows whole, under their types and the ids that handlers give: what it does not show of them is
   * missing. Absent: learnt from what it shows.
   */
  readonly ownedTypes?: readonly string[] | 'every';
  /** Removes one thing found by `listOwned`, after reading it again and finding our mark on it. */
  removeOwned(resource: OwnedResource, instance: string): Promise<RemoveResult>;
  verify(): Promise<VerifyReport>;
  close(): void;
}

/** A cloud in which Berth can make infrastructure. */
export interface InfrastructureProvider {
  readonly platform: PlatformType;
  /** Kinds of credentials that open it. */
  readonly credentialKinds: readonly string[];
  open(access: CloudAccess, region: string): Promise<CloudSession>;
}
