import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Database } from '../../db/database.ts';
import { findChainHead, measureUnsealed, readChain } from '../../db/repositories/audit-chain.ts';
import type { ChainHead } from '../../domain/audit/audit-record.ts';
import {
  type ChainFault,
  type ChainWalk,
  checkEnd,
  checkLink,
  isFault,
  startOfChain,
} from '../../domain/audit/check-chain.ts';
import { hashLink } from '../../services/audit-chain.ts';
import { chainTenants } from './chain-tenants.ts';
import type { Write } from './write-out.ts';

const pageSize = 1000;

/** Heads by tenant, as they were kept outside. */
export type KeptHeads = ReadonlyMap<string, readonly ChainHead[]>;

const headOf = (line: string): ChainHead | undefined => {
  const value: unknown = JSON.parse(line);
  if (typeof value !== 'object' || value === null) return undefined;
  const { tenantId, number, hash } = value as Record<string, unknown>;
  if (typeof tenantId !== 'string' || typeof number !== 'number' || typeof hash !== 'string')
    return undefined;
  return /^[0-9a-f]{64}$/.test(hash) ? { tenantId, number, hash } : undefined;
};

/** Reads heads from JSON lines: what `berth audit head` writes, the file of the worker, or its log. Other lines are passed over. */
export const readHeadsFile = async (path: string): Promise<KeptHeads> => {
  const kept = new Map<string, ChainHead[]>();
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    if (!line.startsWith('{')) continue;
    const head = headOf(line);
    if (head !== undefined) kept.set(head.tenantId, [...(kept.get(head.tenantId) ?? []), head]);
  }
  if (kept.size > 0) return kept;
  throw new Error(`${path} holds no head of an audit chain`);
};

/** Walks along one chain, page by page, up to its end or the first fault. */
const walkChain = async (
  database: Database,
  tenantId: string,
  expected: ReadonlyMap<number, string>,
): Promise<ChainWalk | ChainFault> => {
  let walk = startOfChain(tenantId);
  for (;;) {
    const page = await readChain(database.system(), tenantId, walk.number, pageSize);
    for (const record of page) {
      const next = checkLink(walk, record, hashLink, expected.get(record.number));
      if (isFault(next)) return next;
      walk = next;
    }
    if (page.length < pageSize) return walk;
  }
};

/** The head is read first: a chain that grows meanwhile is longer than it, never shorter. */
const verifyChain = async (
  database: Database,
  tenantId: string,
  kept: readonly ChainHead[],
): Promise<ChainWalk | ChainFault> => {
  const noted = await findChainHead(database.system(), tenantId);
  const heads = noted === undefined ? kept : [noted, ...kept];
  const walk = await walkChain(database, tenantId, new Map(heads.map(({ number, hash }) => [number, hash])));
  if (isFault(walk)) return walk;
  const now = noted ?? (await findChainHead(database.system(), tenantId));
  const faults = [
    checkEnd(walk, now, 'The database'),
    ...kept.map((head) => checkEnd(walk, head, 'A head kept outside')),
  ];
  return faults.find((fault) => fault !== undefined) ?? walk;
};

const nameOf = (tenantId: string): string => (tenantId === '' ? 'the fleet' : tenantId);

const showFault = ({ tenantId, number, id, kind, detail }: ChainFault): string =>
  `BROKEN  ${nameOf(tenantId)}: record ${number}${id === undefined ? '' : ` (${id})`}: ${kind}. ${detail}\n`;

const tenantsOf = async function* (
  database: Database,
  only: string | undefined,
  kept: KeptHeads,
): AsyncGenerator<string> {
  const seen = new Set<string>();
  for await (const tenantId of chainTenants(database, only)) {
    seen.add(tenantId);
    yield tenantId;
  }
  // A chain of which nothing is left, not even its head.
  for (const tenantId of kept.keys()) if (only === undefined && !seen.has(tenantId)) yield tenantId;
};

/** Says of every chain whether it is what was sealed, and where the first fault is. True when all are. */
export const verifyChains = async (
  database: Database,
  options: { readonly tenantId: string | undefined; readonly kept: KeptHeads },
  write: Write,
): Promise<boolean> => {
  let records = 0;
  let chains = 0;
  let broken = 0;
  for await (const tenantId of tenantsOf(database, options.tenantId, options.kept)) {
    const result = await verifyChain(database, tenantId, options.kept.get(tenantId) ?? []);
    chains += 1;
    if (isFault(result)) {
      broken += 1;
      await write(showFault(result));
    } else {
      records += result.number;
      await write(`sound   ${nameOf(tenantId)}: ${result.number} records, head ${result.hash}\n`);
    }
  }
  const unsealed = await measureUnsealed(database.system());
  await write(
    `${chains} chains, ${broken} broken; ${records} records in sound ones; ${unsealed.count} not sealed yet, the first for ${Math.round(unsealed.seconds)} s\n`,
  );
  return broken === 0;
};
