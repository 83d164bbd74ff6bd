import type { TenantScope } from '../domain/access/tenant-scope.ts';
import type { Cluster } from '../domain/cluster/cluster.ts';
import type { ClusterPlan } from '../domain/cluster/cluster-plan.ts';
import type { ClusterSpec, NewNodePool } from '../domain/cluster/cluster-spec.ts';
import type { CloudAccount, CloudAccountKey } from '../domain/credential/cloud-account.ts';
import type { Credential } from '../domain/credential/credential.ts';
import type { NewCredential } from '../domain/credential/new-credential.ts';
import type { Setup, SetupFormat } from '../domain/credential/setup/setup.ts';
import type { BerthEvent } from '../domain/event/event.ts';
import type { InventoryItem } from '../domain/infrastructure/inventory.ts';
import type { NodePool } from '../domain/node-pool/node-pool.ts';
import type { NodePoolSpec } from '../domain/node-pool/node-pool-spec.ts';
import type { Operation, OperationState } from '../domain/operation/operation.ts';
import type { RegisteredManagementCluster } from '../domain/placement/registered-management-cluster.ts';
import type { PlatformType } from '../domain/platforms/platform-specs.ts';
import type { Release } from '../domain/release/release.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import type { FieldProblem } from '../domain/shared/problem.ts';
import type { ApiKey, Project, Tenant } from '../domain/tenant/tenant.ts';
import type {
  ApiKeyService,
  IdentityIssuerService,
  IdentityService,
  RoleBindingService,
} from './access-contract.ts';
import type { AuditService } from './audit-contract.ts';
import type { LeakService } from './leak-contract.ts';
import type { QuotaService } from './quota-contract.ts';
import type { Accepted, Created, IfMatch, Page, PageRequest, RequestContext } from './request-context.ts';

/**
 * What the HTTP side may ask for. Every method throws a BerthError for what the caller can mend or must know
 * (not-found, name-conflict, admission-refused with all problems, stale-etag, unavailable, …).
 */
interface ClusterListFilter {
  readonly name?: string;
  readonly projectId?: string;
  readonly phase?: string;
  /** All of these labels with these values. */
  readonly labels?: Readonly<Record<string, string>>;
}

export interface NewCluster {
  readonly name: string;
  /** The tenant's project `default` when absent. */
  readonly projectId?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: ClusterSpec;
  readonly nodePools: readonly NewNodePool[];
}

/** A JSON Merge Patch of `labels` and `spec`. `validate` checks the merged resource against the full schema. */
export interface ResourcePatch {
  readonly patch: { readonly labels?: JsonObject; readonly spec?: JsonObject };
  readonly ifMatch: IfMatch;
  readonly validate: (merged: JsonObject) => readonly FieldProblem[];
}

export interface ClusterService {
  createCluster(context: RequestContext, cluster: NewCluster): Promise<Accepted<Cluster, Operation>>;
  /** What `createCluster` would do; nothing is stored. */
  planCluster(context: RequestContext, cluster: NewCluster, signal: AbortSignal): Promise<ClusterPlan>;
  getCluster(scope: TenantScope, id: string): Promise<Cluster>;
  listClusterResources(scope: TenantScope, id: string): Promise<readonly InventoryItem[]>;
  listClusters(scope: TenantScope, page: PageRequest, filter: ClusterListFilter): Promise<Page<Cluster>>;
  updateCluster(
    context: RequestContext,
    id: string,
    change: ResourcePatch,
  ): Promise<Accepted<Cluster, Operation>>;
  deleteCluster(
    context: RequestContext,
    id: string,
    ifMatch: IfMatch,
    force?: { readonly reason: string },
  ): Promise<Accepted<Cluster, Operation>>;
  /** A new key for the tokens of its service accounts; `admission-refused` where the key is not Berth's. */
  rotateSigningKey(
    context: RequestContext,
    id: string,
    ifMatch: IfMatch,
  ): Promise<Accepted<Cluster, Operation>>;
}

export interface NewPool {
  readonly name: string;
  readonly clusterId: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: NodePoolSpec;
}

export interface NodePoolService {
  createNodePool(context: RequestContext, pool: NewPool): Promise<Accepted<NodePool, Operation>>;
  getNodePool(scope: TenantScope, id: string): Promise<NodePool>;
  listNodePools(
    scope: TenantScope,
    page: PageRequest,
    filter: { readonly clusterId?: string; readonly name?: string },
  ): Promise<Page<NodePool>>;
  updateNodePool(
    context: RequestContext,
    id: string,
    change: ResourcePatch,
  ): Promise<Accepted<NodePool, Operation>>;
  deleteNodePool(
    context: RequestContext,
    id: string,
    ifMatch: IfMatch,
  ): Promise<Accepted<NodePool, Operation>>;
}

export interface OperationService {
  getOperation(scope: TenantScope, id: string): Promise<Operation>;
  listOperations(
    scope: TenantScope,
    page: PageRequest,
    filter: { readonly targetId?: string; readonly clusterId?: string; readonly state?: OperationState },
  ): Promise<Page<Operation>>;
  /** Resolves when the operation has ended or `seconds` (≤ 60) are over or `signal` aborts, whichever is first. */
  waitForOperation(scope: TenantScope, id: string, seconds: number, signal: AbortSignal): Promise<Operation>;
}

export interface EventService {
  /** Events with a sequence above `afterSequence`, oldest first. */
  listEvents(
    scope: TenantScope,
    options: {
      readonly limit: number;
      readonly afterSequence: number;
      readonly clusterId?: string;
      readonly type?: string;
    },
  ): Promise<{ readonly items: readonly BerthEvent[]; readonly nextSequence?: number }>;
}

export interface AccessService {
  /** A kubeconfig with a token of its own that ends after `ttlSeconds` (600 to 86 400). 409 `not-ready` before the control plane answers. */
  issueKubeconfig(
    context: RequestContext,
    clusterId: string,
    ttlSeconds: number,
    signal: AbortSignal,
  ): Promise<{ readonly kubeconfig: string; readonly expiresAt: string }>;
}

export interface CatalogueService {
  listReleases(): Promise<readonly Release[]>;
  putRelease(context: RequestContext, release: Release): Promise<Release>;
}

export interface ProjectService {
  createProject(
    context: RequestContext,
    project: { readonly name: string; readonly labels: Readonly<Record<string, string>> },
  ): Promise<Created<Project>>;
  getProject(scope: TenantScope, id: string): Promise<Project>;
  listProjects(scope: TenantScope, page: PageRequest): Promise<Page<Project>>;
  updateProject(context: RequestContext, id: string, labels: JsonObject, ifMatch: IfMatch): Promise<Project>;
  deleteProject(context: RequestContext, id: string, ifMatch: IfMatch): Promise<void>;
}

export interface CredentialService {
  /** Throws `malformed-request` when the value cannot be used, and tells nothing of it. */
  createCredential(context: RequestContext, credential: NewCredential): Promise<Created<Credential>>;
  getCredential(tenantId: string, id: string): Promise<Credential>;
  listCredentials(tenantId: string, page: PageRequest): Promise<Page<Credential>>;
  /** Puts another value in; clusters that use it are applied again. */
  replaceCredentialValue(
    context: RequestContext,
    id: string,
    value: string,
    ifMatch: IfMatch,
  ): Promise<Credential>;
  /** Has a worker try it on its account, for at most 30 seconds. `unavailable` when none answers in time. */
  verifyCredential(context: RequestContext, id: string, signal: AbortSignal): Promise<Credential>;
  /** The text that sets up its trust; the usual format of its kind when none is named. */
  getCredentialSetup(tenantId: string, id: string, format: SetupFormat | undefined): Promise<Setup>;
  deleteCredential(context: RequestContext, id: string, ifMatch: IfMatch): Promise<void>;
}

/** Fleet contexts have no tenant: `context.tenantId` is empty. */
export interface FleetService {
  /** Makes the tenant, its project `default` and an `admin` key, whose text is answered once. */
  createTenant(
    context: RequestContext,
    tenant: { readonly name: string },
  ): Promise<Created<{ readonly tenant: Tenant; readonly apiKey: ApiKey & { readonly key?: string } }>>;
  getTenant(id: string): Promise<Tenant>;
  listTenants(page: PageRequest): Promise<Page<Tenant>>;
  registerManagementCluster(
    context: RequestContext,
    cluster: NewManagementCluster,
  ): Promise<Created<RegisteredManagementCluster>>;
  getManagementCluster(id: string): Promise<RegisteredManagementCluster>;
  listManagementClusters(page: PageRequest): Promise<Page<RegisteredManagementCluster>>;
  updateManagementCluster(
    context: RequestContext,
    id: string,
    change: ManagementClusterChange,
    ifMatch: IfMatch,
  ): Promise<RegisteredManagementCluster>;
  /** 409 `resource-in-use` while clusters are placed on it. */
  deleteManagementCluster(context: RequestContext, id: string, ifMatch: IfMatch): Promise<void>;
  /** Says which tenants may use an account in a cloud beside the one that has it. */
  allowCloudAccount(
    context: RequestContext,
    account: CloudAccountKey,
    tenantIds: readonly string[],
  ): Promise<CloudAccount>;
  getCloudAccount(account: CloudAccountKey): Promise<CloudAccount>;
}

export interface NewManagementCluster {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly region?: string;
  readonly platforms: readonly PlatformType[];
  readonly capacity: number;
  /** Absent: the worker's own in-cluster account. Write-only. */
  readonly kubeconfig?: string;
}

export interface ManagementClusterChange {
  readonly labels?: JsonObject;
  readonly platforms?: readonly PlatformType[];
  readonly capacity?: number;
  readonly cordoned?: boolean;
  readonly kubeconfig?: string;
}

export interface IssuerService {
  /** A document that an issuer of a cluster publishes, by its path: `b4xk…/openid/v1/jwks`. */
  readIssuerDocument(path: string): Promise<JsonObject>;
}

export interface Services {
  readonly clusters: ClusterService;
  readonly nodePools: NodePoolService;
  readonly operations: OperationService;
  readonly events: EventService;
  readonly access: AccessService;
  readonly catalogue: CatalogueService;
  readonly projects: ProjectService;
  readonly credentials: CredentialService;
  readonly fleet: FleetService;
  readonly leaks: LeakService;
  readonly apiKeys: ApiKeyService;
  readonly identityIssuers: IdentityIssuerService;
  readonly roleBindings: RoleBindingService;
  readonly audit: AuditService;
  readonly identity: IdentityService;
  readonly issuers: IssuerService;
  readonly quotas: QuotaService;
}
