import type { NewApiKey } from '../domain/access/new-api-key.ts';
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
