import type { IdentityIssuer, IssuerTrust } from '../domain/access/identity-issuer.ts';
import type { NewApiKey } from '../domain/access/new-api-key.ts';
import type { Principal } from '../domain/access/principal.ts';
import type { TenantRole } from '../domain/access/role.ts';
import type { RoleBinding, Subject, TokenFacts } from '../domain/access/role-binding.ts';
import type { ApiKey } from '../domain/tenant/tenant.ts';
import type { Created, IfMatch, Page, PageRequest, RequestContext } from './request-context.ts';

/** A key with its text, which is told once: when it is made. */
export type ShownApiKey = ApiKey & { readonly key: string };

/** Keys of a tenant; of the fleet where the context has no tenant. */
export interface ApiKeyService {
  /** Throws `admission-refused` for a key that may do more than its maker. */
  createApiKey(context: RequestContext, key: NewApiKey): Promise<Created<ShownApiKey>>;
  getApiKey(tenantId: string, id: string): Promise<ApiKey>;
  listApiKeys(tenantId: string, page: PageRequest): Promise<Page<ApiKey>>;
  /** A new key with the same rights; the old one stays valid for `overlapSeconds` more, at most. */
  rotateApiKey(context: RequestContext, id: string, overlapSeconds: number): Promise<Created<ShownApiKey>>;
  /** The key is refused everywhere within 5 seconds. */
  deleteApiKey(context: RequestContext, id: string, ifMatch: IfMatch): Promise<void>;
}

/** A text that may not be an issuer, and why. */
export type CheckIssuer = (issuer: string) => { readonly code: string; readonly detail: string } | undefined;

export interface NewIssuer extends IssuerTrust {
  readonly name: string;
  readonly issuer: string;
}

export interface IdentityIssuerService {
  createIdentityIssuer(context: RequestContext, issuer: NewIssuer): Promise<Created<IdentityIssuer>>;
  getIdentityIssuer(tenantId: string, id: string): Promise<IdentityIssuer>;
  listIdentityIssuers(tenantId: string, page: PageRequest): Promise<Page<IdentityIssuer>>;
  /** Its name and its `issuer` stay: subjects of role bindings are known by them. */
  updateIdentityIssuer(
    context: RequestContext,
    id: string,
    trust: IssuerTrust,
    ifMatch: IfMatch,
  ): Promise<IdentityIssuer>;
  /** Its tokens are refused everywhere within 5 seconds; its role bindings go with it. */
  deleteIdentityIssuer(context: RequestContext, id: string, ifMatch: IfMatch): Promise<void>;
}

export interface NewRoleBinding {
  readonly subject: Subject;
  readonly role: TenantRole;
  readonly projectId?: string;
}

export interface RoleBindingService {
  /** Throws `admission-refused` for a role that the giver does not have, `name-conflict` for a second one of the same. */
  createRoleBinding(context: RequestContext, binding: NewRoleBinding): Promise<Created<RoleBinding>>;
  getRoleBinding(tenantId: string, id: string): Promise<RoleBinding>;
  listRoleBindings(
    tenantId: string,
    page: PageRequest,
    filter: { readonly issuerId?: string; readonly projectId?: string },
  ): Promise<Page<RoleBinding>>;
  deleteRoleBinding(context: RequestContext, id: string, ifMatch: IfMatch): Promise<void>;
}

export interface IdentityService {
  /** The principal of an API key; undefined when it is unknown, revoked or past its end. From memory for at most 4 s. */
  authenticateKey(key: string): Promise<Principal | undefined>;
  /** What somebody whom a verified token speaks for is, one for each tenant that trusts its issuer. */
  principalsOfToken(token: TokenFacts, tokenHash: string): Promise<readonly Principal[]>;
}
