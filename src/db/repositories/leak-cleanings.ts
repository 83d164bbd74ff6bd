import type { StoredSighting } from '../../domain/leak/plan-cleaning.ts';
import type { Sql, SystemTx } from '../database.ts';
import { jsonText, storable } from '../json-text.ts';

export const removalStates = ['pending', 'removing', 'removed', 'refused', 'left'] as const;
export type RemovalState = (typeof removalStates)[number];

/** One thing that a cleaning takes away. */
export interface Removal {
  readonly sighting: StoredSighting;
  /**
   * `pending`: not tried. `removing`: begun, or tried and put off. `removed`: gone. `refused`: no leak any more. `left`: not gone
   * when the cleaning had to end.
   */
  readonly state: RemovalState;
  /** What it waits for, why it was refused, or what is in the way. */
  readonly detail?: string;
  readonly tries: number;
}

export const cleaningStates = ['accepted', 'running', 'succeeded', 'incomplete'] as const;

export interface Cleaning {
  readonly id: string;
  readonly actor: string;
  readonly requestId: string;
  readonly state: (typeof cleaningStates)[number];
  readonly createdAt: string;
  readonly deadlineAt: string;
  readonly endedAt?: string;
  readonly removals: readonly Removal[];
}

export interface NewCleaning {
  readonly id: string;
  readonly actor: string;
  readonly requestId: string;
  readonly targets: readonly StoredSighting[];
  /** Seconds. */
  readonly longest: number;
}

export const insertCleaning = async (tx: SystemTx, cleaning: NewCleaning): Promise<void> => {
  await tx.query({
    text: `INSERT INTO leak_cleanings (id, actor, request_id, state, deadline_at)
           VALUES ($1, $2, $3, 'accepted', now() + make_interval(secs => $4))`,
    values: [cleaning.id, cleaning.actor, cleaning.requestId, cleaning.longest],
  });
  const rows = cleaning.targets.map((sighting, turn) => ({
    leak_id: sighting.leakId,
    turn,
    place: sighting.place,
    sighting,
  }));
  await tx.query({
    text: `INSERT INTO leak_removals (cleaning_id, leak_id, turn, place, sighting)
           SELECT $1, leak_id, turn, place, sighting
           FROM jsonb_to_recordset($2::jsonb) AS r (leak_id text, turn int, place text, sighting jsonb)`,
    values: [cleaning.id, jsonText(rows)],
  });
};

interface CleaningRow {
  readonly id: string;
  readonly actor: string;
  readonly request_id: string;
  readonly state: Cleaning['state'];
  readonly created_at: string;
  readonly deadline_at: string;
  readonly ended_at: string | null;
}

const columns = 'id, actor, request_id, state, created_at, deadline_at, ended_at';

const listRemovals = async (sql: Sql, cleaningId: string): Promise<readonly Removal[]> => {
  const { rows } = await sql.query<{
    sighting: StoredSighting;
    state: RemovalState;
    detail: string | null;
    tries: number;
  }>({
    text: 'SELECT sighting, state, detail, tries FROM leak_removals WHERE cleaning_id = $1 ORDER BY turn',
    values: [cleaningId],
  });
  return rows.map(({ sighting, state, detail, tries }) => ({
    sighting,
    state,
    tries,
    ...(detail === null ? {} : { detail }),
  }));
};

const withRemovals = async (sql: Sql, row: CleaningRow): Promise<Cleaning> => ({
  id: row.id,
  actor: row.actor,
  requestId: row.request_id,
  state: row.state,
  createdAt: row.created_at,
  deadlineAt: row.deadline_at,
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
  removals: await listRemovals(sql, row.id),
});

export const findCleaning = async (sql: SystemTx, id: string): Promise<Cleaning | undefined> => {
  const { rows } = await sql.query<CleaningRow>({
    text: `SELECT ${columns} FROM leak_cleanings WHERE id = $1`,
    values: [id],
  });
  return rows[0] && withRemovals(sql, rows[0]);
};

/** The open cleaning whose next pass is due; the oldest first, one at a time. */
export const findDueCleaning = async (sql: SystemTx): Promise<Cleaning | undefined> => {
  const { rows } = await sql.query<CleaningRow>({
    name: 'leak-cleaning-due',
    text: `SELECT ${columns} FROM leak_cleanings WHERE ended_at IS NULL AND next_pass_at <= now()
           ORDER BY next_pass_at LIMIT 1`,
  });
  return rows[0] && withRemovals(sql, rows[0]);
};

export const saveRemoval = async (
  tx: SystemTx,
  cleaningId: string,
  leakId: string,
  change: { readonly state: RemovalState; readonly detail?: string; readonly isTry?: true },
): Promise<void> => {
  await tx.query({
    text: `UPDATE leak_removals SET state = $3, detail = $4, tries = tries + $5, updated_at = now()
           WHERE cleaning_id = $1 AND leak_id = $2`,
    values: [
      cleaningId,
      leakId,
      change.state,
      change.detail === undefined ? null : storable(change.detail),
      change.isTry === true ? 1 : 0,
    ],
  });
};

/** Puts the next pass off. */
export const scheduleCleaning = async (tx: SystemTx, id: string, seconds: number): Promise<void> => {
  await tx.query({
    text: `UPDATE leak_cleanings SET state = 'running', next_pass_at = now() + make_interval(secs => $2) WHERE id = $1`,
    values: [id, seconds],
  });
};

/** Ends a cleaning; what is not gone by now is left. */
export const endCleaning = async (
  tx: SystemTx,
  id: string,
  state: 'succeeded' | 'incomplete',
): Promise<void> => {
  await tx.query({
    text: `UPDATE leak_removals SET state = 'left', updated_at = now()
           WHERE cleaning_id = $1 AND state IN ('pending', 'removing')`,
    values: [id],
  });
  await tx.query({
    text: 'UPDATE leak_cleanings SET state = $2, ended_at = now() WHERE id = $1',
    values: [id, state],
  });
};

/** What was removed is not out of place any more. */
export const forgetSighting = async (tx: SystemTx, leakId: string): Promise<void> => {
  await tx.query({ text: 'DELETE FROM leak_sightings WHERE id = $1', values: [leakId] });
};
