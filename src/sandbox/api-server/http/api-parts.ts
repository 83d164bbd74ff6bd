import type { Fault } from '../faults/fault.ts';
import type { FaultTable } from '../faults/fault-switch.ts';
import type { ResourceRegistry } from '../resources/resource-registry.ts';
import type { ResourceType, Subresource } from '../resources/resource-type.ts';
import type { Authenticate, User } from '../tokens/authenticate.ts';
import type { TokenSigner } from '../tokens/service-account-tokens.ts';
import type { WatchHub } from '../watch/watch-hub.ts';
import type { WriteContext } from '../writes/write-context.ts';
import type { Rendering } from './negotiate.ts';

/** Everything the routes work with. */
export interface ApiParts {
  readonly registry: ResourceRegistry;
  readonly writes: WriteContext;
  readonly hub: WatchHub;
  readonly authenticate: Authenticate;
  readonly signer: TokenSigner;
  readonly faults: FaultTable;
  readonly bookmarkMs: number;
}

/** A request to a resource that is served. */
export interface ResourceRequest {
  readonly method: string;
  readonly type: ResourceType;
  /** As in the path; undefined outside of a namespace. */
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: Subresource | undefined;
  readonly query: URLSearchParams;
  readonly rendering: Rendering;
  readonly mediaType: string;
  /** Empty when there was none. */
  readonly body: Buffer;
  readonly userAgent: string;
  readonly user: User;
  readonly faults: readonly Fault[];
}
