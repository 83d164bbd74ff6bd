import type { Pool } from 'pg';

/** Time that a test moves: in the database, where workers read it, and in the double of a cloud, which has a clock of its own. */
export interface PassingTime {
  /** So many seconds go by for everybody. */
  pass(seconds: number): Promise<void>;
  /** Lets the pause go by that a cluster makes between two passes over its infrastructure. False: it makes none. */
  skipPause(clusterId: string): Promise<boolean>;
  /** What is looked at now and then is looked at now. */
  lookNow(clusterId: string): Promise<void>;
}

const instant = (sql: string): string =>
  `to_jsonb(to_char((${sql}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

const earlier = (member: string): string =>
  instant(`(infrastructure_state->>'${member}')::timestamptz - make_interval(secs => $1)`);

const ring = `INSERT INTO outbox (queue, tenant_id, target_id) SELECT 'cluster', tenant_id, id FROM moved`;

/** A pass in which something was left to wait for; whoever works on the cluster holds its lease. */
const pausing = `
  SELECT EXTRACT(epoch FROM (c.infrastructure_state->>'nextPassAt')::timestamptz - now())::float8 AS seconds
  FROM clusters c
  WHERE c.id = $1 AND c.next_attempt_at > now()
    AND NOT EXISTS (SELECT 1 FROM leases l WHERE l.resource = 'cluster:' || c.id AND l.expires_at > now())
    AND (c.infrastructure_state->>'phase' IN ('creating', 'destroying')
      OR c.infrastructure_state->'waitingFor' <> '[]' OR c.infrastructure_state->'failures' <> '[]'
      OR c.infrastructure_state->'problems' <> '[]')`;

export const createPassingTime = (
  pool: Pool,
  advance: (seconds: number) => Promise<void> | void,
): PassingTime => {
  const pass = async (seconds: number): Promise<void> => {
    await advance(seconds);
    await pool.query(
      'UPDATE infrastructure_steps SET intended_at = intended_at - make_interval(secs => $1)',
      [seconds],
    );
    await pool.query(
      `WITH moved AS (
         UPDATE clusters SET next_attempt_at = next_attempt_at - make_interval(secs => $1), wakes = wakes + 1,
           attempt = attempt - 'nextAttemptAt',
           infrastructure_state = infrastructure_state || jsonb_strip_nulls(jsonb_build_object(
             'nextPassAt', ${earlier('nextPassAt')}, 'passedAt', ${earlier('passedAt')},
             'sweptAt', ${earlier('sweptAt')}))
         WHERE infrastructure_state IS NOT NULL RETURNING tenant_id, id
       ) ${ring}`,
      [seconds],
    );
  };
  return {
    pass,
    skipPause: async (clusterId) => {
      const { rows } = await pool.query<{ seconds: number }>(pausing, [clusterId]);
      const [row] = rows;
      if (row === undefined || row.seconds <= 0) return false;
      await pass(Math.ceil(row.seconds * 1000) / 1000);
      return true;
    },
    lookNow: async (clusterId) => {
      await pool.query(
        `WITH moved AS (
           UPDATE clusters SET next_attempt_at = now(), wakes = wakes + 1,
             infrastructure_state = jsonb_set(infrastructure_state, '{nextPassAt}', ${instant('now()')})
           WHERE id = $1 RETURNING tenant_id, id
         ) ${ring}`,
        [clusterId],
      );
    },
  };
};
