import type { Principal } from '../../../src/domain/access/principal.ts';
import type { AuditRecord } from '../../../src/domain/audit/audit-record.ts';
import type { Cluster } from '../../../src/domain/cluster/cluster.ts';
import type { CloudAccount } from '../../../src/domain/credential/cloud-account.ts';
import type { Credential } from '../../../src/domain/credential/credential.ts';
import type { BerthEvent } from '../../../src/domain/event/event.ts';
import type { NodePool } from '../../../src/domain/node-pool/node-pool.ts';
import type { Operation } from '../../../src/domain/operation/operation.ts';
import type { Release } from '../../../src/domain/release/release.ts';
import { BerthError } from '../../../src/domain/shared/error.ts';
import { type IdKind, idPrefixes } from '../../../src/domain/shared/id.ts';
import type { Project, Tenant } from '../../../src/domain/tenant/tenant.ts';
import type { FleetService } from '../../../src/services/contract.ts';
import type { IfMatch, Page, PageRequest, RequestContext } from '../../../src/services/request-context.ts';

export type RegisteredManagementCluster = Awaited<ReturnType<FleetService['getManagementCluster']>>;

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const start = Date.parse('2026-11-30T12:00:00.000Z');

interface Remembered {
  readonly hash: string;
  readonly answer: object;
}

/** Everything that the in-memory services remember. Ids and times count up, so that expectations can be literal. */
export class World {
  readonly clusters = new Map<string, Cluster>();
  readonly nodePools = new Map<string, NodePool>();
  readonly operations = new Map<string, Operation>();
  readonly projects = new Map<string, Project>();
  readonly credentials = new Map<string, Credential>();
  readonly cloudAccounts = new Map<string, CloudAccount>();
  readonly tenants = new Map<string, Tenant>();
  readonly managementClusters = new Map<string, RegisteredManagementCluster>();
  readonly releases = new Map<string, Release>();
  readonly events: (BerthEvent & { readonly tenantId: string })[] = [];
  readonly auditRecords: AuditRecord[] = [];
  readonly principals = new Map<string, Principal>();
  /** Names of the service methods that were reached, in order. */
  readonly calls: string[] = [];
  readonly waiters = new Map<string, () => void>();
  /** Told of every wait that begins. */
  onWait: (signal: AbortSignal) => void = () => undefined;
  readonly #remembered = new Map<string, Remembered>();
  #ids = 0;
  #seconds = 0;

  newId(kind: IdKind): string {
    this.#ids += 1;
    const digits = [32 ** 3, 32 ** 2, 32, 1].map((weight) => alphabet[Math.floor(this.#ids / weight) % 32]);
    return `${idPrefixes[kind]}_01jc8vr3n2e9qsyw6x5m7t${digits.join('')}`;
  }

  now(): string {
    this.#seconds += 1;
    return new Date(start + this.#seconds * 1000).toISOString();
  }

  /** The first answer again for a request that was seen before; `make` runs once a key. */
  once<Answer extends object>(context: RequestContext, make: () => Answer): Answer & { replayed: boolean } {
    const claim = context.idempotency;
    if (claim === undefined) return { ...make(), replayed: false };
    const identity = `${context.tenantId} ${claim.route} ${claim.key}`;
    const hash = claim.requestHash.toString('hex');
    const before = this.#remembered.get(identity);
    if (before === undefined) {
      const answer = make();
      this.#remembered.set(identity, { hash, answer });
      return { ...answer, replayed: false };
    }
    if (before.hash !== hash)
      throw new BerthError('idempotency-key-reused', 'The key belongs to a request with another body.');
    return { ...(before.answer as Answer), replayed: true };
  }
}

export const notFound = (): BerthError => new BerthError('not-found', 'There is no such resource.');

/** The resource of this tenant, or the same refusal as for one that does not exist. */
export const owned = <Item extends { readonly tenantId: string }>(
  items: ReadonlyMap<string, Item>,
  tenantId: string,
  id: string,
): Item => {
  const item = items.get(id);
  if (item === undefined || item.tenantId !== tenantId) throw notFound();
  return item;
};

export const checkIfMatch = (item: { readonly generation: number }, ifMatch: IfMatch): void => {
  if (ifMatch === undefined || ifMatch === '*' || ifMatch.includes(item.generation)) return;
  throw new BerthError('stale-etag', `The resource is at generation ${item.generation} now.`, {
    extensions: { generation: item.generation },
  });
};

/** A keyset page, newest first: ids are ordered by the time they were made. */
export const pageOf = <Item extends { readonly id: string }>(
  items: Iterable<Item>,
  { limit, after }: PageRequest,
): Page<Item> => {
  const rest = [...items]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .filter(({ id }) => after === undefined || id < after.id);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return last === undefined || rest.length <= limit
    ? { items: page }
    : { items: page, next: { id: last.id } };
};
